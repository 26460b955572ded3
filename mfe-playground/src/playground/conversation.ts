import {
  type ChatMessage,
  type ChatRequest,
  type ChatSettings,
  makeMessage,
  toChatRequest,
} from './chat-message.ts';
import { ChatError, streamChat } from './stream-chat.ts';
import { ReplyBuffer, type StreamingReply } from './streaming-reply.ts';
import type { Picture } from './use-pictures.ts';

/** The last call's request and response, for debugging. */
export interface ChatTrace {
  request: ChatRequest;
  /** The data of each event, in order. */
  events: string[];
}

export interface ConversationState {
  messages: readonly ChatMessage[];
  /** The last message, while it is written. */
  reply: StreamingReply | undefined;
  trace: ChatTrace | undefined;
}

/** What is written but not sent. */
export interface Draft {
  text: string;
  pictures: readonly Picture[];
}

const nothing: ConversationState = { messages: [], reply: undefined, trace: undefined };

/** A conversation with one model. It outlives the page: a reply that is paid for is written to its end. */
export class Conversation {
  draft: Draft = { text: '', pictures: [] };
  #state = nothing;
  #running: AbortController | undefined;
  readonly #listeners = new Set<() => void>();

  get = (): ConversationState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sends the messages and writes the reply after them. `describe` makes the sentence of a failure. */
  async send(
    history: readonly ChatMessage[],
    settings: ChatSettings,
    describe: (error: unknown) => string,
  ): Promise<void> {
    const control = new AbortController();
    this.#running = control;
    const request = toChatRequest(history, settings);
    const events: string[] = [];
    const buffer = new ReplyBuffer(makeMessage('assistant', '', 'loading'));
    this.#set({ messages: [...history, buffer.get()], reply: buffer, trace: { request, events } });
    let end: Partial<ChatMessage> = { status: 'complete' };
    try {
      for await (const piece of streamChat(request, control.signal, (data) => events.push(data)))
        buffer.add(piece);
    } catch (error) {
      if (!control.signal.aborted) end = failure(buffer.flush().content, error, describe(error));
    }
    if (this.#running !== control) return; // cleared
    this.#running = undefined;
    const reply = { ...buffer.flush(), ...end };
    this.#set({ messages: [...history, reply], reply: undefined, trace: { request, events: [...events] } });
  }

  /** Ends the reply and keeps the received part. */
  stop = (): void => this.#running?.abort();

  clear = (): void => {
    this.stop();
    this.#running = undefined;
    this.#set(nothing);
  };

  #set(next: ConversationState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

let current: { userId: number; conversation: Conversation } | undefined;

/** Returns the conversation of a user in this tab. That of another user is dropped. */
export function conversationOf(userId: number): Conversation {
  if (current?.userId !== userId) {
    current?.conversation.stop();
    current = { userId, conversation: new Conversation() };
  }
  return current.conversation;
}

/** Keeps the text received before the failure, with the error below it. */
function failure(content: string, error: unknown, sentence: string): Partial<ChatMessage> {
  return {
    content: [content, sentence].filter(Boolean).join('\n\n'),
    status: 'error',
    errorCode: error instanceof ChatError ? error.reason : '',
  };
}
