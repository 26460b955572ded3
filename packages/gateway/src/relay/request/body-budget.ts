import { totalmem } from 'node:os';
import { bodyLimits } from '../../core/limits.ts';

/**
 * Counts the bytes of request bodies of running calls, so that many callers together cannot fill the memory.
 */
export interface BodyBudget {
  /** Bytes in use. */
  usedBytes(): number;
  open(): BodyShare;
}

/** The share of one call in the budget. */
export interface BodyShare {
  /** Whether this many more bytes would fit now. */
  fits(bytes: number): boolean;
  /** False when they do not fit, or the call is over; nothing is taken then. */
  take(bytes: number): boolean;
  /** Releases the share at the end of the call. */
  giveBack(): void;
}

export function createBodyBudget(maxBytes: number): BodyBudget {
  const budget = { maxBytes, taken: 0 };
  return {
    usedBytes: () => budget.taken,
    open: () => new Share(budget),
  };
}

/** A class, because every call holds one for its whole duration. */
class Share implements BodyShare {
  readonly #budget: { readonly maxBytes: number; taken: number };
  #mine = 0;
  #isOver = false;

  constructor(budget: { readonly maxBytes: number; taken: number }) {
    this.#budget = budget;
  }

  fits(bytes: number): boolean {
    return this.#budget.taken + bytes <= this.#budget.maxBytes;
  }

  take(bytes: number): boolean {
    if (this.#isOver || !this.fits(bytes)) return false;
    this.#budget.taken += bytes;
    this.#mine += bytes;
    return true;
  }

  giveBack(): void {
    this.#budget.taken -= this.#mine;
    this.#mine = 0;
    this.#isOver = true;
  }
}

const SMALLEST_BUDGET = 2 * bodyLimits.bytes;

/** The bytes that all bodies may use of this much memory: a quarter, at most the limit. */
export function affordableBytes(memory: number = memoryOfMachine()): number {
  return Math.min(bodyLimits.inFlightBytes, Math.max(SMALLEST_BUDGET, Math.floor(memory / 4)));
}

/** The memory of the machine, or of its container when that has a limit. */
function memoryOfMachine(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
