import { useErrorMessage } from '@tollgate/i18n';
import { useEffect, useRef, useState } from 'react';
import {
  type ChatMessage,
  type ChatRequest,
  type ChatSettings,
  changeReply,
  makeMessage,
  toChatRequest,
} from './chat-message.ts';
import { ChatError, streamChat } from './stream-chat.ts';

/** The last call's request and response, for debugging. */
export interface ChatTrace {
  request: ChatRequest;
  /** The data of each event, in order. */
  events: string[];
}

/** A conversation with one model. `greeting` is the pair of messages that opens it; it is never sent. */
export function useChat(settings: ChatSettings, greeting: readonly ChatMessage[]) {
  const errorMessage = useErrorMessage();
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [trace, setTrace] = useState<ChatTrace>();
  const running = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  async function sendMessages(history: readonly ChatMessage[]): Promise<void> {
    setMessages([...history, makeMessage('assistant', '', 'loading')]);
    const control = new AbortController();
    running.current = control;
    setBusy(true);
    const request = toChatRequest(history, settings);
    const events: string[] = [];
    setTrace({ request, events });
    const reply = { content: '', reasoning: '' };
    try {
      for await (const piece of streamChat(request, control.signal, (data) => events.push(data))) {
        reply.content += piece.content;
        reply.reasoning += piece.reasoning;
        setMessages((now) => changeReply(now, { ...reply, status: 'incomplete' }));
      }
      setMessages((now) => changeReply(now, { status: 'complete' }));
    } catch (error) {
      if (control.signal.aborted) setMessages((now) => changeReply(now, { status: 'complete' }));
      else setMessages((now) => changeReply(now, failure(reply.content, error, errorMessage(error))));
    } finally {
      setTrace((now) => (now?.events === events ? { request, events: [...events] } : now));
      if (running.current === control) {
        running.current = undefined;
        setBusy(false);
      }
    }
  }

  function clear(): void {
    running.current?.abort();
    running.current = undefined;
    setBusy(false);
    setMessages([]);
  }

  return {
    messages: messages.length === 0 ? greeting : messages,
    started: messages.length > 0,
    busy,
    trace,
    send: (text: string, images?: readonly string[]) =>
      sendMessages([...messages, makeMessage('user', text, 'complete', images)]),
    /** Sends the last user message again; its previous reply is removed. */
    regenerate: () =>
      sendMessages(messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1)),
    /** Sends an edited message; later messages are removed. */
    rephrase: (id: string, text: string) => {
      const place = messages.findIndex((message) => message.id === id);
      return sendMessages([
        ...messages.slice(0, place),
        makeMessage('user', text, 'complete', messages[place]?.images),
      ]);
    },
    /** Keeps the received part. */
    stop: () => running.current?.abort(),
    clear,
  };
}

/** Keeps the text received before the failure, with the error below it. */
function failure(content: string, error: unknown, sentence: string): Partial<ChatMessage> {
  return {
    content: [content, sentence].filter(Boolean).join('\n\n'),
    status: 'error',
    errorCode: error instanceof ChatError ? error.reason : '',
  };
}
