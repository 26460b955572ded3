import { type RefObject, type UIEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from './chat-message.ts';
import { type MessageActions, MessageItem } from './message-item.tsx';
import type { StreamingReply } from './streaming-reply.ts';

interface Props extends MessageActions {
  messages: readonly ChatMessage[];
  /** The last message, while it is written. */
  reply?: StreamingReply | undefined;
  /** The model that answers here. Replies of others name theirs. */
  model?: string | undefined;
}

/** The conversation, newest at the bottom. It follows the reply while the reader is at the end. */
export function MessageList({ messages, reply, model, ...actions }: Props) {
  const { t } = useTranslation('area.playground');
  const box = useRef<HTMLOListElement>(null);
  const onScroll = useFollowed(box, messages);
  const last = messages.at(-1);
  const wasBusy = useRef(false);
  if (reply) wasBusy.current = true;

  return (
    <>
      <ol
        ref={box}
        className="playground-messages"
        aria-busy={reply !== undefined}
        aria-label={t('chat.conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {messages.map((message) => (
          <MessageItem
            key={message.id}
            message={message}
            isLast={message === last}
            model={model}
            reply={message === last ? reply : undefined}
            {...actions}
          />
        ))}
      </ol>
      {/* A reply is announced once, at its end: spoken word by word, it could not be followed. */}
      <span role="status" className="tg-visually-hidden">
        {wasBusy.current && !reply && last?.role === 'assistant' && t(`chat.ended.${last.status}`)}
      </span>
    </>
  );
}

/** Keeps the end in view, once a frame, unless the reader has scrolled up. Returns the listener of the list's scrolling. */
function useFollowed(box: RefObject<HTMLOListElement | null>, messages: readonly ChatMessage[]) {
  const atEnd = useRef(true);
  const size = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the conversation has other messages
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    // Called with the next frame too, where the layout that it reads is computed anyway.
    const resizes = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = list.scrollHeight;
      size.current = sizeOf(list);
    });
    // The list gets lower when another model joins, and earlier messages grow once their Markdown is formatted.
    for (const element of [list, ...list.children]) resizes.observe(element);
    return () => resizes.disconnect();
  }, [box, messages]);
  return ({ currentTarget: list }: UIEvent<HTMLOListElement>) => {
    // A new size scrolls the list too. That is not the reader.
    if (size.current !== sizeOf(list)) return;
    atEnd.current = list.scrollTop + list.clientHeight > list.scrollHeight - 24;
  };
}

function sizeOf({ clientHeight, scrollHeight }: HTMLElement): string {
  return `${clientHeight} ${scrollHeight}`;
}
