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
    frames.add(this);
  }

  /** Whether a page shows the reply. */
  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns the message with all pieces so far. */
  flush(): ChatMessage {
    if (!this.#isScheduled) return this.#message;
    this.#isScheduled = false;
    frames.delete(this);
    const [content, reasoning] = [this.#content, this.#reasoning];
    this.#message = { ...this.#message, content, reasoning, status: 'incomplete' };
    for (const listener of this.#listeners) listener();
    return this.#message;
  }
}

/** Draws all replies that are being written in the same frame: models side by side cost one commit. */
class Frames {
  readonly #waiting = new Set<ReplyBuffer>();
  #drawnAt = Number.NEGATIVE_INFINITY;

  add(reply: ReplyBuffer): void {
    this.#waiting.add(reply);
    if (this.#waiting.size > 1) return;
    const sinceMs = performance.now() - this.#drawnAt;
    const wait = sinceMs < 0 ? 0 : Math.max(0, INTERVAL_MS - sinceMs);
    setTimeout(() => {
      if ([...this.#waiting].some(({ isShown }) => isShown)) requestAnimationFrame(() => this.#draw());
      else this.#draw(); // the page was left
    }, wait);
  }

  /** What was drawn already, because the reply has ended. */
  delete(reply: ReplyBuffer): void {
    this.#waiting.delete(reply);
  }

  #draw(): void {
    this.#drawnAt = performance.now();
    const replies = [...this.#waiting];
    this.#waiting.clear();
    for (const reply of replies) reply.flush();
  }
}

const frames = new Frames();
