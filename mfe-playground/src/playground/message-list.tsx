import { CopyText, Spin } from '@tollgate/ui/core';
import { IconExclamationCircle } from '@tollgate/ui/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from './chat-message.ts';

interface Props {
  messages: readonly ChatMessage[];
}

/** The conversation, newest below. It follows the reply for as long as the reader stays at the end. */
export function MessageList({ messages }: Props) {
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
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </ol>
  );
}

function Message({ message: { role, content, status } }: { message: ChatMessage }) {
  const { t } = useTranslation('area.playground');
  return (
    <li className={`playground-message is-${role} is-${status}`} data-status={status}>
      <header>
        {t(`chat.role.${role}`)}
        {status === 'error' && (
          <span className="playground-error">
            <IconExclamationCircle /> {t('chat.failed')}
          </span>
        )}
        {status === 'complete' && role === 'assistant' && content !== '' && (
          <CopyText text={content} mono={false} what={t('chat.reply')}>
            {''}
          </CopyText>
        )}
      </header>
      {status === 'loading' ? (
        <span role="status" aria-label={t('chat.waiting')}>
          <Spin size={16} />
        </span>
      ) : (
        <p>{content || t('chat.empty')}</p>
      )}
    </li>
  );
}
