import { AppError } from '../../core/errors.ts';

export interface QueueLimits {
  /** Maximum of concurrent reads. */
  running: number;
  /** Maximum of concurrent reads of one requester, so that a long search leaves slots for others. */
  runningEach: number;
  /** Maximum of waiting reads. */
  waiting: number;
  waitingEach: number;
  /** Milliseconds. A read that waits longer is refused too. */
  waitMs: number;
}

/** The requester of a read. Reads of one requester wait for each other before those of other requesters. */
export interface Requester {
  readonly name: string;
  /** Aborts when the requester has left. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a few reads at once and queues the others, in turns between requesters. Reads beyond the limits are
 * refused with `reads_busy`.
 */
export class ReadQueue {
  readonly #limits: QueueLimits;
  /** In turn order. */
  readonly #requesters = new Map<string, { running: number; waiting: (() => void)[] }>();
  #running = 0;
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** @throws {AppError} `reads_busy` also when the requester left before its turn */
  async run<T>({ name, signal }: Requester, read: () => Promise<T>): Promise<T> {
    await this.#enter(name, signal);
    try {
      return await read();
    } finally {
      this.#leave(name);
    }
  }

  #enter(name: string, signal: AbortSignal | undefined): Promise<void> | void {
    if (signal?.aborted) throw new AppError('reads_busy', {}, { cause: signal.reason });
    const requester = this.#requesters.get(name) ?? { running: 0, waiting: [] };
    this.#requesters.set(name, requester);
    const { running, runningEach, waiting, waitingEach, waitMs } = this.#limits;
    if (this.#running < running && requester.running < runningEach) {
      this.#running += 1;
      requester.running += 1;
      return;
    }
    if (this.#waiting >= waiting || requester.waiting.length >= waitingEach) {
      this.#forgetIdle(name);
      throw new AppError('reads_busy');
    }

    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#waiting -= 1;
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const start = () => {
        settle();
        resolve();
      };
      const giveUp = () => {
        requester.waiting.splice(requester.waiting.indexOf(start), 1);
        settle();
        this.#forgetIdle(name);
        reject(new AppError('reads_busy', {}, { cause: signal?.reason }));
      };
      const timer = setTimeout(giveUp, waitMs);
      signal?.addEventListener('abort', giveUp);
      requester.waiting.push(start);
      this.#waiting += 1;
    });
  }

  #leave(name: string): void {
    this.#running -= 1;
    const requester = this.#requesters.get(name);
    if (requester) requester.running -= 1;
    this.#forgetIdle(name);
    this.#startNext();
  }

  #startNext(): void {
    for (const [name, requester] of this.#requesters) {
      if (requester.running >= this.#limits.runningEach) continue;
      const start = requester.waiting.shift();
      if (!start) continue;
      this.#running += 1;
      requester.running += 1;
      this.#requesters.delete(name); // Moves to the end: the next turn is another requester's.
      this.#requesters.set(name, requester);
      start();
      return;
    }
  }

  #forgetIdle(name: string): void {
    const requester = this.#requesters.get(name);
    if (requester && requester.running === 0 && requester.waiting.length === 0) this.#requesters.delete(name);
  }
}
