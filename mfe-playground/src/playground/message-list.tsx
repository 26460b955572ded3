import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from './chat-message.ts';
import { type MessageActions, MessageItem } from './message-item.tsx';

interface Props extends MessageActions {
  messages: readonly ChatMessage[];
}

/** The conversation, newest at the bottom. It follows the reply while the reader is at the end. */
export function MessageList({ messages, ...actions }: Props) {
  const { t } = useTranslation('area.playground');
  const box = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the conversation may lengthen it
  useEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [messages]);

  return (
    <ol
      ref={box}
      className="playground-messages"
      aria-live="polite"
      aria-label={t('chat.conversation')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        atEnd.current = scrollTop + clientHeight > scrollHeight - 24;
      }}
    >
      {messages.map((message, index) => (
        <MessageItem key={message.id} message={message} isLast={index === messages.length - 1} {...actions} />
      ))}
    </ol>
  );
}
