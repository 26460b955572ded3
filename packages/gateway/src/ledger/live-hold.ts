import { toCost } from './accounts.ts';
import type { Hold } from './types.ts';

/** The hold of a call that this process runs. */
export interface LiveHold extends Hold {
  dispatched: boolean;
  /** The part of `used` that the last checkpoint recorded. */
  saved: number;
  /** Returns the cost so far, in quota units. Set while a stream runs. */
  getCost?: () => number;
}

/** The fields that the database stores. Listed one by one, because a copy in a loop is much slower. */
export function toHold({ id, user, token, amount, used, instance, snapshot }: Hold): Hold {
  return { id, user, token, amount, used, instance, snapshot };
}

/** Returns the cost so far, at most the held amount, so that a checkpoint needs no more money. */
export function readCost({ amount, used, getCost }: LiveHold, onError: (error: unknown) => void): number {
  try {
    return getCost ? Math.min(amount, toCost(getCost())) : used;
  } catch (error) {
    onError(error);
    return used;
  }
}
