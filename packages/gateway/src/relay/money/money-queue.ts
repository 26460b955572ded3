/** Waiting calls of one payer and of all. Further calls take what is available at once. */
const MOST_OF_PAYER = 64;
const MOST_OF_ALL = 1024;
/** Larger bodies would use the memory of other callers during the wait. */
const MOST_BODY_BYTES = 256 * 1024;
/** Other gateways also release money, which only the database shows. */
const POLL_MS = 250;
const ALONE_WAIT_FACTOR = 6;

/** A user, or an API key with less quota than its user. */
export interface Payer {
  readonly ownerType: 'user' | 'token';
  readonly ownerId: number;
}

/** What calls wait for: money of a payer, or room in a limit rule. */
export type AwaitedOwner = Payer | { readonly ownerType: 'limit'; readonly ownerId: number };

/** The place of one call in the queue of its payer. */
export interface QueueTicket {
  /**
   * Waits until a retry makes sense: earlier calls have their money, and a call of the payer ended here or
   * may have ended on another gateway. Returns false when the time is over.
   */
  waitForTurn(): Promise<boolean>;
  /** Must always be called. The next call of the payer retries at once. */
  leave(): void;
}

interface Waiter {
  readonly payer: string;
  isWaiting: boolean;
  wake(): void;
}

/**
 * Queues calls until other calls of their payer release money, first come, first served. Only the first call
 * of each payer queries the database.
 */
export class MoneyQueue {
  readonly #lines = new Map<string, Waiter[]>();
  readonly #waitMs: number;
  #count = 0;
  #isClosed = false;

  /** @param waitMs how long a call waits at most */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Calls that wait. */
  get count(): number {
    return this.#count;
  }

  /**
   * Joins the end of the queue; undefined when the call may not wait.
   *
   * @param bodyBytes what stays in memory during the wait
   * @param mustBeAlone whether the call gets no money while others run; it then waits longer
   * @param waitMs how long this call waits at most
   */
  enter(
    payer: AwaitedOwner,
    bodyBytes: number,
    { mustBeAlone = false, waitMs = this.#waitMs }: { mustBeAlone?: boolean; waitMs?: number } = {},
  ): QueueTicket | undefined {
    const key = keyOf(payer);
    const line = this.#lines.get(key) ?? [];
    const isFull = line.length >= MOST_OF_PAYER || this.#count >= MOST_OF_ALL;
    if (this.#isClosed || isFull || bodyBytes > MOST_BODY_BYTES) return undefined;
    const deadline = performance.now() + waitMs * (mustBeAlone ? ALONE_WAIT_FACTOR : 1);
    const waiter: Waiter = { payer: key, isWaiting: true, wake: () => {} };
    line.push(waiter);
    this.#lines.set(key, line);
    this.#count += 1;
    return {
      waitForTurn: async () => {
        for (;;) {
          const leftMs = deadline - performance.now();
          if (this.#isClosed || leftMs <= 0) return false;
          const pollMs = line[0] === waiter ? Math.min(POLL_MS, leftMs) : leftMs;
          const isWoken = await sleep(waiter, pollMs);
          if (this.#isClosed || !waiter.isWaiting || (!isWoken && pollMs === leftMs)) return false;
          if (line[0] === waiter) return true;
        }
      },
      leave: () => this.#leave(line, waiter),
    };
  }

  /** Wakes the first waiting call of each payer after a call has ended. */
  release(...payers: readonly AwaitedOwner[]): void {
    if (this.#lines.size === 0) return; // Nearly always.
    for (const payer of payers) this.#lines.get(keyOf(payer))?.[0]?.wake();
  }

  /** Ends all waiting when the gateway closes. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of [...this.#lines.values()].flat()) waiter.wake();
  }

  #leave(line: Waiter[], waiter: Waiter): void {
    if (!waiter.isWaiting) return;
    waiter.isWaiting = false;
    waiter.wake();
    line.splice(line.indexOf(waiter), 1);
    this.#count -= 1;
    if (line.length === 0) this.#lines.delete(waiter.payer);
    else line[0]?.wake();
  }
}

function keyOf({ ownerType, ownerId }: AwaitedOwner): string {
  return `${ownerType}:${ownerId}`;
}

/** Returns whether the waiter was woken before the time was over. */
function sleep(waiter: Waiter, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const wake = () => {
      clearTimeout(timer);
      resolve(true);
    };
    waiter.wake = wake;
  });
}
