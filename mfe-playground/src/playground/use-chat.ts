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

/** What the last call sent and what came back, for whoever wants to see the wire. */
export interface ChatTrace {
  request: ChatRequest;
  /** The data of each event, in order. */
  events: string[];
}

/** A conversation with one model. `greeting` is the pair of lines that it opens with; it is never sent. */
export function useChat(settings: ChatSettings, greeting: readonly ChatMessage[]) {
  const errorMessage = useErrorMessage();
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [trace, setTrace] = useState<ChatTrace>();
  const running = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  async function ask(asked: readonly ChatMessage[]): Promise<void> {
    setMessages([...asked, makeMessage('assistant', '', 'loading')]);
    const control = new AbortController();
    running.current = control;
    setBusy(true);
    const request = toChatRequest(asked, settings);
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
      ask([...messages, makeMessage('user', text, 'complete', images)]),
    /** Asks the last question again; the reply that was there goes. */
    regenerate: () => ask(messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1)),
    /** Asks a question in other words; what was said after it goes. */
    rephrase: (id: string, text: string) => {
      const place = messages.findIndex((message) => message.id === id);
      return ask([
        ...messages.slice(0, place),
        makeMessage('user', text, 'complete', messages[place]?.images),
      ]);
    },
    /** Keeps what came so far. */
    stop: () => running.current?.abort(),
    clear,
  };
}

/** What came before the failure stays; the sentence about it stands below. */
function failure(content: string, error: unknown, sentence: string): Partial<ChatMessage> {
  return {
    content: [content, sentence].filter(Boolean).join('\n\n'),
    status: 'error',
    errorCode: error instanceof ChatError ? error.reason : '',
  };
}
