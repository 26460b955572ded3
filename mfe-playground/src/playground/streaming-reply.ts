import type { ChatMessage } from './chat-message.ts';
import type { ReplyPiece } from './stream-chat.ts';

/** The reply that is being written: only its own message follows it. */
export interface StreamingReply {
  get: () => ChatMessage;
  subscribe: (listener: () => void) => () => void;
}

/** Collects the pieces of a reply. Notifies its followers once a frame: more could not be seen. */
export class ReplyBuffer implements StreamingReply {
  #message: ChatMessage;
  #content = '';
  #reasoning = '';
  #isScheduled = false;
  readonly #listeners = new Set<() => void>();

  constructor(message: ChatMessage) {
    this.#message = message;
  }

  get = (): ChatMessage => this.#message;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add({ content, reasoning }: ReplyPiece): void {
    this.#content += content;
    this.#reasoning += reasoning;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    if (this.#listeners.size > 0) requestAnimationFrame(() => this.flush());
    else setTimeout(() => this.flush()); // the page was left
  }

  /** Returns the message with all pieces so far. */
  flush(): ChatMessage {
    if (!this.#isScheduled) return this.#message;
    this.#isScheduled = false;
    const [content, reasoning] = [this.#content, this.#reasoning];
    this.#message = { ...this.#message, content, reasoning, status: 'incomplete' };
    for (const listener of this.#listeners) listener();
    return this.#message;
  }
}
