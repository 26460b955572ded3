import { useErrorMessage } from '@tollgate/i18n';
import { useEffect, useRef, useState } from 'react';
import { type ChatMessage, type ChatSettings, changeReply, toChatRequest } from './chat-message.ts';
import { streamChat } from './stream-chat.ts';

/** A conversation with one model. `greeting` is the pair of lines that it opens with; it is never sent. */
export function useChat(settings: ChatSettings, greeting: readonly ChatMessage[]) {
  const errorMessage = useErrorMessage();
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const running = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  async function send(text: string): Promise<void> {
    const asked = [...messages, message('user', text, 'complete')];
    setMessages([...asked, message('assistant', '', 'loading')]);
    const control = new AbortController();
    running.current = control;
    setBusy(true);
    let reply = '';
    try {
      for await (const piece of streamChat(toChatRequest(asked, settings), control.signal)) {
        reply += piece;
        setMessages((now) => changeReply(now, { content: reply, status: 'incomplete' }));
      }
      setMessages((now) => changeReply(now, { status: 'complete' }));
    } catch (error) {
      if (control.signal.aborted) setMessages((now) => changeReply(now, { status: 'complete' }));
      else {
        const content = [reply, errorMessage(error)].filter(Boolean).join('\n\n');
        setMessages((now) => changeReply(now, { content, status: 'error' }));
      }
    } finally {
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
    send,
    /** Keeps what came so far. */
    stop: () => running.current?.abort(),
    clear,
  };
}

export function message(
  role: ChatMessage['role'],
  content: string,
  status: ChatMessage['status'],
): ChatMessage {
  return { id: crypto.randomUUID(), role, content, createAt: Date.now(), status };
}
