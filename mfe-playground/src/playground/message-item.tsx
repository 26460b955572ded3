import { Button, MarkdownView, Spin } from '@tollgate/ui/core';
import { IconCopy, IconEdit, IconExclamationCircle, IconRefresh } from '@tollgate/ui/icons';
import { memo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from './chat-message.ts';
import { MessageFacts } from './message-facts.tsx';
import { NextStep } from './next-step.tsx';
import type { StreamingReply } from './streaming-reply.ts';

export interface MessageActions {
  onCopy: (message: ChatMessage) => void;
  /** Absent for the greeting, which is never sent. While a reply is written, styles hide it: no message is drawn again for it. */
  onEdit?: ((message: ChatMessage) => void) | undefined;
  onRegenerate?: (() => void) | undefined;
}

interface Shown extends MessageActions {
  message: ChatMessage;
  isLast: boolean;
}

interface Props extends Shown {
  /** The model that answers here. */
  model: string | undefined;
  /** The message while it is written. */
  reply: StreamingReply | undefined;
}

/** One message of the conversation with its actions. It alone is drawn while it is written. */
export const MessageItem = memo(function MessageItem({ message: known, reply, isLast, ...rest }: Props) {
  const { t } = useTranslation('area.playground');
  const { model, ...actions } = rest;
  const written = useSyncExternalStore(reply?.subscribe ?? never, reply?.get ?? nothing);
  const message = written ?? known;
  const wasWritten = useRef(false);
  if (written) wasWritten.current = true;
  const { role, content, status, reasoning, images = [] } = message;
  return (
    <li className={`playground-message is-${role} is-${status}`} data-status={status}>
      <header>
        <span>{t(`chat.role.${role}`)}</span>
        {message.model && message.model !== model && (
          <span className="playground-other-model">{message.model}</span>
        )}
        {status === 'error' && (
          <span className="playground-error">
            <IconExclamationCircle /> {t('chat.failed')}
          </span>
        )}
        <Tools message={message} isLast={isLast} {...actions} />
      </header>
      {reasoning && (
        <details className="playground-reasoning" open={content === ''}>
          <summary>{t('chat.reasoning')}</summary>
          <p>{reasoning}</p>
        </details>
      )}
      {images.map((url, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes its pictures, and two may be alike
        <img key={place} className="playground-picture" src={url} alt={t('chat.picture')} />
      ))}
      <Body message={message} wasWritten={wasWritten.current} />
      {role === 'assistant' && status !== 'error' && <MessageFacts facts={message.facts} />}
      {status === 'error' && isLast && <NextStep code={message.errorCode} onRetry={actions.onRegenerate} />}
    </li>
  );
});

const never = () => () => {};
const nothing = () => undefined;

interface BodyProps {
  message: ChatMessage;
  /** Written here: it keeps the form that it had while it grew. */
  wasWritten: boolean;
}

function Body({ message: { role, content, status, reasoning, images }, wasWritten }: BodyProps) {
  const { t } = useTranslation('area.playground');
  if (status === 'loading')
    return (
      <span role="status" aria-label={t('chat.waiting')}>
        <Spin size={16} />
        {/* The parser loads while the model thinks, so that the first words are not replaced. */}
        <span hidden>
          <MarkdownView source="" />
        </span>
      </span>
    );
  const isFormatted = role === 'assistant' && status !== 'error' && content !== '';
  if (isFormatted && (wasWritten || MARKS.test(content)))
    return <MarkdownView source={content} headingLevel={3} />;
  if (content === '' && (images?.length || (reasoning && status === 'incomplete'))) return null;
  return <p>{content || t('chat.empty')}</p>;
}

function Tools({ message, isLast, onCopy, onEdit, onRegenerate }: Shown) {
  const { t } = useTranslation('area.playground');
  const { role, content, status } = message;
  const isFinal = status === 'complete' || status === 'error';
  if (!isFinal || content === '') return null;
  const button = { size: 'mini', type: 'text' } as const;
  return (
    <span className="playground-message-tools">
      <Button
        {...button}
        icon={<IconCopy />}
        aria-label={t('chat.copy', { who: t(`chat.role.${role}`) })}
        onClick={() => onCopy(message)}
      />
      {role === 'user' && onEdit && (
        <Button
          {...button}
          className="playground-message-edit"
          icon={<IconEdit />}
          aria-label={t('chat.edit')}
          title={t('chat.edit')}
          onClick={() => onEdit(message)}
        />
      )}
      {role === 'assistant' && isLast && onRegenerate && (
        <Button
          {...button}
          icon={<IconRefresh />}
          aria-label={t('chat.regenerate')}
          title={t('chat.regenerate')}
          onClick={onRegenerate}
        />
      )}
    </span>
  );
}

/** A text without any of them is not Markdown, and the parser need not load. */
const MARKS = /[*_`#[\]|>~$\n]|^\s*(-|\d+\.)\s/;
