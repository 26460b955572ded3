import { useCopy } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChatMessage, type ChatSettings, readExtraBody } from './chat-message.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import type { useChat } from './use-chat.ts';

/** The conversation with the composer below it. */
export function ChatBox({ chat, settings }: { chat: ReturnType<typeof useChat>; settings: ChatSettings }) {
  const { t } = useTranslation('area.playground');
  const { copy } = useCopy();
  const [editedMessage, setEditedMessage] = useState<ChatMessage>();
  const mayAsk = chat.started && !chat.busy;
  const isKnown = chat.messages.some(({ id }) => id === editedMessage?.id);
  const question = isKnown ? editedMessage : undefined;

  function send(text: string, images: readonly string[]): void {
    void (question ? chat.rephrase(question.id, text) : chat.send(text, images));
    setEditedMessage(undefined);
  }

  return (
    <section className="playground-chat" aria-label={t('chat.title')}>
      <MessageList
        messages={chat.messages}
        onCopy={({ content }) => void copy(content)}
        onEdit={mayAsk ? setEditedMessage : undefined}
        onRegenerate={mayAsk ? () => void chat.regenerate() : undefined}
      />
      <Composer
        key={question?.id}
        busy={chat.busy}
        disabled={settings.model === '' || readExtraBody(settings.extraBody) === undefined}
        {...(question && { draft: question.content })}
        takesPictures={!question}
        onSend={send}
        onStop={chat.stop}
        onCancel={question && (() => setEditedMessage(undefined))}
      />
    </section>
  );
}
