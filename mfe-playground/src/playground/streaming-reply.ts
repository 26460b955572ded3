import type { ChatMessage } from './chat-message.ts';
import type { ReplyPiece } from './stream-chat.ts';

/** The reply that is being written: only its own message follows it. */
export interface StreamingReply {
  get: () => ChatMessage;
  subscribe: (listener: () => void) => () => void;
}

/** Thirty changes a second read as fluent text, and leave a slow processor time for the reader's own keys. */
const INTERVAL_MS = 33;

/** Collects the pieces of a reply. Notifies its followers with a frame, at most once an interval. */
export class ReplyBuffer implements StreamingReply {
  #message: ChatMessage;
  #content = '';
  #reasoning = '';
  #isScheduled = false;
  #flushedAt = Number.NEGATIVE_INFINITY;
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
    const wait = Math.max(0, this.#flushedAt + INTERVAL_MS - performance.now());
    setTimeout(() => {
      if (this.#listeners.size > 0) requestAnimationFrame(() => this.flush());
      else this.flush(); // the page was left
    }, wait);
  }

  /** Returns the message with all pieces so far. */
  flush(): ChatMessage {
    if (!this.#isScheduled) return this.#message;
    this.#isScheduled = false;
    this.#flushedAt = performance.now();
    const [content, reasoning] = [this.#content, this.#reasoning];
    this.#message = { ...this.#message, content, reasoning, status: 'incomplete' };
    for (const listener of this.#listeners) listener();
    return this.#message;
  }
}
