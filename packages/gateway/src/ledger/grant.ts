import type { LimitClaim, LimitWindow } from './limit-claims.ts';
import { freeOf, type Payers } from './payers.ts';
import type { ReserveOperation } from './types.ts';

/**
 * Returns the grant of a call as `Leeway` describes. `take` refuses the call when it exceeds the free money.
 */
export function grantOf(
  { requested, least, comfortable, isPatient = false, leastAlone }: NonNullable<ReserveOperation['leeway']>,
  payers: Payers,
  budgets: readonly Purse[],
): number {
  const { free, held } = scarcestOf(payers, budgets);
  if (requested <= free / 2) return requested;
  // A call with a token holds money of its user too. A budget is never risked.
  if (leastAlone !== undefined && budgets.length === 0 && free < least && payers.user.held === 0)
    return Math.max(free, leastAlone);
  const isAlone = held === 0;
  const share = isAlone ? shareWhenAlone(free, least) : Math.max(Math.floor(free / 4), comfortable);
  const minimum = isPatient && !isAlone ? Math.max(least, Math.floor(comfortable / 2)) : least;
  return Math.max(minimum, Math.min(requested, free, share));
}

/** What limits a call: an account, or the window of a budget. */
interface Purse {
  readonly free: number;
  readonly held: number;
}

export const NO_BUDGETS: readonly Purse[] = [];

/** Returns what limits the call: the token if it has less left than its user, or a budget with less. */
function scarcestOf({ user, token }: Payers, budgets: readonly Purse[]): Purse {
  const account = token && freeOf(token) < freeOf(user) ? token : user;
  let scarcest: Purse = { free: freeOf(account), held: account.held };
  for (const budget of budgets) if (budget.free < scarcest.free) scarcest = budget;
  return scarcest;
}

/** What is left of the limits of quota among these. */
export function budgetsOf(claims: readonly LimitClaim[], windows: readonly LimitWindow[]): Purse[] {
  const budgets: Purse[] = [];
  for (let index = 0; index < claims.length; index += 1) {
    const { limit, tokens } = claims[index] as LimitClaim;
    const { spent, held } = windows[index] as LimitWindow;
    if (tokens === undefined) budgets.push({ free: limit - spent - held, held });
  }
  return budgets;
}

/** Leaves a sixteenth for a concurrent call, when that covers a short one. */
function shareWhenAlone(free: number, least: number): number {
  const spare = Math.floor(free / 16);
  return spare < least ? free : free - spare;
}
