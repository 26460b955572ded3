import { totalmem } from 'node:os';
import { bodyLimits } from '../core/limits.ts';

/** Counts the bytes of request bodies that calls under way hold, so that many callers together cannot fill the memory. */
export interface BodyBudget {
  /** Bytes that are taken. */
  taken(): number;
  open(): BodyShare;
}

/** What one call takes of the budget. */
export interface BodyShare {
  /** Whether so many bytes more would fit now. */
  fits(bytes: number): boolean;
  /** False when they do not fit, or the call is over; nothing is taken then. */
  take(bytes: number): boolean;
  /** The call is over. */
  giveBack(): void;
}

export function createBodyBudget(maxBytes: number): BodyBudget {
  const budget = { maxBytes, taken: 0 };
  return {
    taken: () => budget.taken,
    open: () => new Share(budget),
  };
}

/** A class, as every call has one for as long as it lasts. */
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

/** What bodies may take together of so much memory: a quarter, and never more than the limit. */
export function affordableBytes(memory: number = memoryOfMachine()): number {
  return Math.min(bodyLimits.inFlightBytes, Math.max(SMALLEST_BUDGET, Math.floor(memory / 4)));
}

/** Of the container, where there is one with a limit. */
function memoryOfMachine(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
