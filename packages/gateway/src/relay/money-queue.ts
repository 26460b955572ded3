/** Waiting calls: of one user, and of all. The ones beyond are refused at once. */
const MOST_OF_USER = 64;
const MOST_OF_ALL = 1024;
/** Larger bodies would take the memory of other callers while they wait. */
const MOST_BODY_BYTES = 256 * 1024;
/** Other gateways release money too, and only the database knows. */
const POLL_MS = 250;
/** Between two tries of one call, when many calls end at the same time. */
const PAUSE_MS = 20;

/** Calls that wait until other calls of their user give money back. */
export class MoneyQueue {
  readonly #waiting = new Map<number, Set<() => void>>();
  #count = 0;
  #isClosed = false;

  /** Whether one more call of the user may wait, with a body of so many bytes. */
  hasRoom(userId: number, bodyBytes: number): boolean {
    const own = this.#waiting.get(userId)?.size ?? 0;
    const isFull = own >= MOST_OF_USER || this.#count >= MOST_OF_ALL;
    return !this.#isClosed && !isFull && bodyBytes <= MOST_BODY_BYTES;
  }

  /** Resolves when a new try makes sense: a call of the user has ended here, or may have ended on another gateway. */
  async wait(userId: number): Promise<void> {
    const waiting = this.#waiting.get(userId) ?? new Set();
    this.#waiting.set(userId, waiting);
    this.#count += 1;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(wake, POLL_MS);
      waiting.add(wake);
      function wake(): void {
        clearTimeout(timer);
        waiting.delete(wake);
        setTimeout(resolve, PAUSE_MS);
      }
    });
    this.#count -= 1;
    if (waiting.size === 0 && this.#waiting.get(userId) === waiting) this.#waiting.delete(userId);
  }

  /** A call of the user has ended. */
  release(userId: number): void {
    for (const wake of [...(this.#waiting.get(userId) ?? [])]) wake();
  }

  /** The gateway is closing: nobody waits any longer. */
  close(): void {
    this.#isClosed = true;
    for (const userId of [...this.#waiting.keys()]) this.release(userId);
  }
}
