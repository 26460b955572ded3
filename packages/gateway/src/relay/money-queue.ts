/** Waiting calls: of one payer, and of all. The ones beyond take what is there at once. */
const MOST_OF_PAYER = 64;
const MOST_OF_ALL = 1024;
/** Larger bodies would take the memory of other callers while they wait. */
const MOST_BODY_BYTES = 256 * 1024;
/** Other gateways release money too, and only the database knows. */
const POLL_MS = 250;
const PATIENCE_TO_BE_ALONE = 6;

/** A user, or an API key that has less left than its user. */
export interface Payer {
  readonly ownerType: 'user' | 'token';
  readonly ownerId: number;
}

/** The place of one call in the queue of its payer. */
export interface Turn {
  /**
   * Waits until a new try makes sense: the calls that came earlier have got their money, and a call of the payer has
   * ended here or may have ended on another gateway. Returns false when the time is over.
   */
  comes(): Promise<boolean>;
  /** Call it in any case. The next call of the payer tries at once. */
  leave(): void;
}

interface Waiter {
  readonly payer: string;
  isWaiting: boolean;
  wake(): void;
}

/**
 * Calls that wait until other calls of their payer give money back, first come, first served. Only the first of each
 * payer asks the database, however many wait.
 */
export class MoneyQueue {
  readonly #lines = new Map<string, Waiter[]>();
  readonly #patienceMs: number;
  #count = 0;
  #isClosed = false;

  /** @param patienceMs how long a call waits at most */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /**
   * Takes the last place; undefined when the call may not wait.
   *
   * @param bodyBytes what stays in memory meanwhile
   * @param mustBeAlone it gets nothing while others run, so that it waits for longer than one that gets less
   */
  enter(payer: Payer, bodyBytes: number, mustBeAlone = false): Turn | undefined {
    const key = keyOf(payer);
    const line = this.#lines.get(key) ?? [];
    const isFull = line.length >= MOST_OF_PAYER || this.#count >= MOST_OF_ALL;
    if (this.#isClosed || isFull || bodyBytes > MOST_BODY_BYTES) return undefined;
    const deadline = performance.now() + this.#patienceMs * (mustBeAlone ? PATIENCE_TO_BE_ALONE : 1);
    const waiter: Waiter = { payer: key, isWaiting: true, wake: () => {} };
    line.push(waiter);
    this.#lines.set(key, line);
    this.#count += 1;
    return {
      comes: async () => {
        for (;;) {
          const leftMs = deadline - performance.now();
          if (this.#isClosed || leftMs <= 0) return false;
          const pollMs = line[0] === waiter ? Math.min(POLL_MS, leftMs) : leftMs;
          const isWoken = await sleep(waiter, pollMs);
          if (this.#isClosed || (!isWoken && pollMs === leftMs)) return false;
          if (line[0] === waiter) return true;
        }
      },
      leave: () => this.#leave(line, waiter),
    };
  }

  /** Calls of the payers have ended. */
  release(...payers: readonly Payer[]): void {
    for (const payer of payers) this.#lines.get(keyOf(payer))?.[0]?.wake();
  }

  /** The gateway is closing: nobody waits any longer. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of [...this.#lines.values()].flat()) waiter.wake();
  }

  #leave(line: Waiter[], waiter: Waiter): void {
    if (!waiter.isWaiting) return;
    waiter.isWaiting = false;
    line.splice(line.indexOf(waiter), 1);
    this.#count -= 1;
    if (line.length === 0) this.#lines.delete(waiter.payer);
    else line[0]?.wake();
  }
}

function keyOf({ ownerType, ownerId }: Payer): string {
  return `${ownerType}:${ownerId}`;
}

/** Returns whether somebody woke the waiter before the time was over. */
function sleep(waiter: Waiter, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    waiter.wake = () => {
      clearTimeout(timer);
      resolve(true);
    };
  });
}
