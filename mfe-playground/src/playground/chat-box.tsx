import { preloadMarkdown, useCopy } from '@tollgate/ui/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChatMessage, type ChatSettings, readExtraBody } from './chat-message.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import type { useChat } from './use-chat.ts';

/** The conversation with the composer below it. What is written there waits while an earlier message is edited. */
export function ChatBox({ chat, settings }: { chat: ReturnType<typeof useChat>; settings: ChatSettings }) {
  const { t } = useTranslation('area.playground');
  const onCopy = useCopyMessage();
  const { question, edit, stopEditing } = useEdited(chat.messages);
  useEffect(preloadMarkdown, []);
  const shared = {
    busy: chat.busy,
    disabled: settings.model === '' || readExtraBody(settings.extraBody) === undefined,
    onStop: chat.stop,
  };

  return (
    <section className="playground-chat" aria-label={t('chat.title')}>
      <MessageList
        messages={chat.messages}
        reply={chat.reply}
        onCopy={onCopy}
        onEdit={chat.started ? edit : undefined}
        onRegenerate={chat.started ? chat.regenerate : undefined}
      />
      <div hidden={question !== undefined}>
        <Composer
          {...shared}
          draft={chat.drafts.draft}
          onDraft={(draft) => {
            chat.drafts.draft = draft;
          }}
          onSend={(text, images) => void chat.send(text, images)}
        />
      </div>
      {question && (
        <Composer
          {...shared}
          key={question.id}
          draft={{ text: question.content, pictures: [] }}
          takesPictures={false}
          onSend={(text) => {
            void chat.rephrase(question.id, text);
            stopEditing();
          }}
          onCancel={stopEditing}
        />
      )}
    </section>
  );
}

/** The message that is being edited. The focus returns to what began it. */
function useEdited(messages: readonly ChatMessage[]) {
  const [edited, setEdited] = useState<ChatMessage>();
  const opener = useRef<Element>(null);
  const edit = useCallback((message: ChatMessage) => {
    opener.current = document.activeElement;
    setEdited(message);
  }, []);
  return {
    question: messages.some(({ id }) => id === edited?.id) ? edited : undefined,
    edit,
    stopEditing: () => {
      setEdited(undefined);
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}

/** The same function with every render: the messages are not drawn again for it. */
function useCopyMessage(): (message: ChatMessage) => void {
  const { copy } = useCopy();
  const newest = useRef(copy);
  newest.current = copy;
  return useCallback(({ content }) => void newest.current(content), []);
}
