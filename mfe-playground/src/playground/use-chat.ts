import { useSession } from '@tollgate/console-sdk';
import { useErrorMessage } from '@tollgate/i18n';
import { useMemo, useRef, useSyncExternalStore } from 'react';
import { type ChatMessage, type ChatSettings, makeMessage } from './chat-message.ts';
import { conversationOf } from './conversation.ts';

/** The user's conversation. `greeting` is the pair of messages that opens it; it is never sent. */
export function useChat(settings: ChatSettings, greeting: readonly ChatMessage[]) {
  const errorMessage = useErrorMessage();
  const conversation = conversationOf(useSession().user?.id ?? 0);
  const { messages, reply, trace } = useSyncExternalStore(conversation.subscribe, conversation.get);
  const newest = useRef({ settings, errorMessage });
  newest.current = { settings, errorMessage };

  const acts = useMemo(() => {
    const send = (history: readonly ChatMessage[]) =>
      conversation.send(history, newest.current.settings, (error) => newest.current.errorMessage(error));
    const messagesNow = () => conversation.get().messages;
    return {
      send: (text: string, images?: readonly string[]) =>
        send([...messagesNow(), makeMessage('user', text, 'complete', images)]),
      /** Sends the last user message again; its previous reply is removed. */
      regenerate: () =>
        send(messagesNow().slice(0, messagesNow().findLastIndex(({ role }) => role === 'user') + 1)),
      /** Sends an edited message; later messages are removed. */
      rephrase: (id: string, text: string) => {
        const place = messagesNow().findIndex((message) => message.id === id);
        const earlier = messagesNow()[place];
        return send([
          ...messagesNow().slice(0, place),
          makeMessage('user', text, 'complete', earlier?.images),
        ]);
      },
      /** Keeps the received part. */
      stop: conversation.stop,
      clear: conversation.clear,
    };
  }, [conversation]);

  return {
    ...acts,
    messages: messages.length === 0 ? greeting : messages,
    started: messages.length > 0,
    busy: reply !== undefined,
    reply,
    trace,
    /** Kept when the page is left. */
    drafts: conversation,
  };
}
