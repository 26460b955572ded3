import { preloadMarkdown, useCopy } from '@tollgate/ui/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChatMessage, type ChatSettings, readExtraBody } from './chat-message.ts';
import { Composer } from './composer.tsx';
import { Examples } from './examples.tsx';
import { Lane } from './lane.tsx';
import type { useChat } from './use-chat.ts';

/** The conversation with the composer below it. What is written there waits while an earlier message is edited. */
export function ChatBox({ chat, settings }: { chat: ReturnType<typeof useChat>; settings: ChatSettings }) {
  const { t } = useTranslation('area.playground');
  const onCopy = useCopyMessage();
  const { edited, edit, stopEditing } = useEdited(chat.lanes);
  const [picked, setPicked] = useState(0);
  useEffect(preloadMarkdown, []);
  const shared = {
    busy: chat.busy,
    disabled: settings.model === '' || readExtraBody(settings.extraBody) === undefined,
    onStop: chat.stop,
  };

  return (
    <section className="playground-chat" aria-label={t('chat.title')}>
      {chat.started ? (
        <div className="playground-lanes">
          {chat.lanes.map((lane, place) => (
            <Lane
              // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
              key={place}
              lane={lane}
              model={chat.models[place]}
              isCompared={chat.lanes.length > 1}
              onCopy={onCopy}
              onEdit={edit}
              onRegenerate={chat.regenerate}
            />
          ))}
        </div>
      ) : (
        <Examples
          onPick={(text) => {
            chat.store.draft = { ...chat.store.draft, text };
            setPicked(picked + 1);
          }}
        />
      )}
      <div hidden={edited !== undefined}>
        <Composer
          {...shared}
          key={picked}
          takesFocus={picked > 0}
          draft={chat.store.draft}
          onDraft={(draft) => {
            chat.store.draft = draft;
          }}
          onSend={chat.send}
        />
      </div>
      {edited && (
        <Composer
          {...shared}
          key={edited.message.id}
          takesFocus
          draft={{ text: edited.message.content, pictures: [] }}
          takesPictures={false}
          onSend={(text) => {
            chat.rephrase(edited.place, text);
            stopEditing();
          }}
          onCancel={stopEditing}
        />
      )}
    </section>
  );
}

/** The message that is being edited, and its place in the conversation. The focus returns to what began it. */
function useEdited(lanes: ReturnType<typeof useChat>['lanes']) {
  const [message, setMessage] = useState<ChatMessage>();
  const opener = useRef<Element>(null);
  const edit = useCallback((next: ChatMessage) => {
    opener.current = document.activeElement;
    setMessage(next);
  }, []);
  const place = lanes
    .map((lane) => lane.get().messages.findIndex(({ id }) => id === message?.id))
    .find((at) => at >= 0);
  return {
    edited: message && place !== undefined ? { message, place } : undefined,
    edit,
    stopEditing: () => {
      setMessage(undefined);
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
