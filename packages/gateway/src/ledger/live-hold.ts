import { toCost } from './accounts.ts';
import type { Hold } from './types.ts';

/** A hold of a call that this process carries. */
export interface LiveHold extends Hold {
  dispatched: boolean;
  /** The part of `used` that the last checkpoint recorded. */
  saved: number;
  /** Returns the cost so far, in quota units. Set while a stream runs. */
  getCost?: () => number;
}

/** The part that the database keeps. Written out: to copy an object by its names is much dearer. */
export function toHold({ id, user, token, amount, used, instance, snapshot }: Hold): Hold {
  return { id, user, token, amount, used, instance, snapshot };
}

/** Returns what a call has cost so far; never more than what is held, so that a checkpoint needs no new money. */
export function readCost({ amount, used, getCost }: LiveHold, onError: (error: unknown) => void): number {
  try {
    return getCost ? Math.min(amount, toCost(getCost())) : used;
  } catch (error) {
    onError(error);
    return used;
  }
}
