import {
  type ChatMessage,
  type ChatRequest,
  type ChatSettings,
  makeMessage,
  toChatRequest,
} from './chat-message.ts';
import { ReplyClock } from './reply-clock.ts';
import { findCharge, type ReplyFacts } from './reply-facts.ts';
import { ChatError, streamChat } from './stream-chat.ts';
import { ReplyBuffer, type StreamingReply } from './streaming-reply.ts';

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

const nothing: ConversationState = { messages: [], reply: undefined, trace: undefined };

/** A conversation with one model. It outlives the page: a reply that is paid for is written to its end. */
export class Conversation {
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
    const clock = new ReplyClock();
    const buffer = new ReplyBuffer({ ...makeMessage('assistant', '', 'loading'), model: request.model });
    this.#set({ messages: [...history, buffer.get()], reply: buffer, trace: { request, events } });
    let end: Partial<ChatMessage> = { status: 'complete' };
    try {
      const watch = {
        onEvent: (data: string) => void events.push(data),
        onRequestId: (id: string) => {
          clock.requestId = id;
        },
      };
      for await (const piece of streamChat(request, control.signal, watch)) {
        clock.markFirst();
        buffer.add(piece);
      }
    } catch (error) {
      if (!control.signal.aborted) end = failure(buffer.flush().content, error, describe(error));
    }
    if (this.#running !== control) return; // cleared
    this.#running = undefined;
    const facts = clock.stop(request.model);
    const reply = { ...buffer.flush(), ...end, facts };
    this.#set({ messages: [...history, reply], reply: undefined, trace: { request, events: [...events] } });
    if (clock.requestId !== '') void this.#charge(reply.id, clock.requestId, facts);
  }

  /** Ends the reply and keeps the received part. */
  stop = (): void => this.#running?.abort();

  clear = (): void => this.show([]);

  /** Shows messages of another time. */
  show(messages: readonly ChatMessage[]): void {
    this.stop();
    this.#running = undefined;
    this.#set({ ...nothing, messages });
  }

  async #charge(id: string, requestId: string, facts: ReplyFacts): Promise<void> {
    const charge = await findCharge(requestId);
    if (!charge) return;
    const messages = this.#state.messages.map((message) =>
      message.id === id ? { ...message, facts: { ...facts, charge } } : message,
    );
    this.#set({ ...this.#state, messages });
  }

  #set(next: ConversationState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

/** Keeps the text received before the failure, with the error below it. */
function failure(content: string, error: unknown, sentence: string): Partial<ChatMessage> {
  return {
    content: [content, sentence].filter(Boolean).join('\n\n'),
    status: 'error',
    errorCode: error instanceof ChatError ? error.reason : '',
  };
}
