import { type LimitClaim, readHeldWindows } from './limit-claims.ts';
import type { Hold, Operation } from './types.ts';

/** The rows of limits that a batch needs. */
export interface LimitNeeds {
  /** Windows that begin if they do not exist, by id. */
  readonly opened: Map<string, LimitClaim>;
  /** Windows that only give back or count an end; they may be gone with their rule. */
  readonly others: Set<string>;
  /** By rolling window: the last second that has left it. */
  readonly expired: Map<string, number>;
}

export function emptyLimitNeeds(): LimitNeeds {
  return { opened: new Map(), others: new Set(), expired: new Map() };
}

export function needClaimed(needs: LimitNeeds, operation: Operation): void {
  const { claims } = operation as { readonly claims?: readonly LimitClaim[] };
  for (const claim of claims ?? []) {
    needs.opened.set(claim.window, claim);
    if (claim.period === 0) continue;
    const until = claim.at - claim.period;
    needs.expired.set(claim.window, Math.max(until, needs.expired.get(claim.window) ?? until));
  }
}

export function needHeld(needs: LimitNeeds, hold: Pick<Hold, 'windows'>): void {
  if (hold.windows) for (const [id] of readHeldWindows(hold)) needs.others.add(id);
}
