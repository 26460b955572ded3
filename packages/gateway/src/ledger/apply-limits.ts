import {
  addWindow,
  type FullLimit,
  type HeldWindow,
  type LimitClaim,
  type LimitWindow,
  NOTHING_EXPIRED,
  newWindow,
  readHeldWindows,
} from './limit-claims.ts';
import type { Hold } from './types.ts';

/** What was spent of a rolling window by calls that began in one second. */
export interface LimitPart {
  readonly at: number;
  readonly amount: number;
}

/** The rows of limits that a batch needs. Changed in place. */
export interface LimitRows {
  readonly windows: Map<string, LimitWindow>;
  /** By window: the parts of a rolling window that have left it by now. */
  readonly expired: Map<string, LimitPart[]>;
}

/** What a batch changes of them. */
export interface LimitPlan {
  readonly windows: Set<LimitWindow>;
  /** By window and second: what is added. */
  readonly parts: Map<string, Map<number, number>>;
  /** By window: until when its parts are deleted. */
  readonly expired: Map<string, number>;
}

export interface LimitRun {
  readonly rows: LimitRows;
  readonly plan: LimitPlan;
}

export function emptyLimitPlan(): LimitPlan {
  return { windows: new Set(), parts: new Map(), expired: new Map() };
}

/** The windows of claims, as of the moment of the call. A window begins with its first call. */
export function openWindows(claims: readonly LimitClaim[], run: LimitRun): LimitWindow[] {
  return claims.map((claim) => {
    const window = run.rows.windows.get(claim.window) ?? newWindow(claim);
    run.rows.windows.set(claim.window, window);
    if (claim.period > 0) expire(window, claim.at - claim.period, run);
    return window;
  });
}

/** Takes off what has left a rolling window. */
function expire(window: LimitWindow, until: number, { rows, plan }: LimitRun): void {
  if (until <= window.expiredAt) return;
  for (const { at, amount } of rows.expired.get(window.id) ?? [])
    if (at > window.expiredAt && at <= until) window.spent -= amount;
  // Calls of this batch that have ended are not among the stored parts.
  for (const [at, amount] of plan.parts.get(window.id) ?? [])
    if (at > window.expiredAt && at <= until) window.spent -= amount;
  window.expiredAt = until;
  plan.windows.add(window);
  plan.expired.set(window.id, until);
}

/** Returns the first limit that has no room for a call. A call of no cost always has room. */
export function findFull(
  claims: readonly LimitClaim[],
  windows: readonly LimitWindow[],
  amountOf: (claim: LimitClaim) => number,
): FullLimit | undefined {
  for (let index = 0; index < claims.length; index += 1) {
    const claim = claims[index] as LimitClaim;
    const { spent, held } = windows[index] as LimitWindow;
    const needed = amountOf(claim);
    if (needed > 0 && needed > claim.limit - spent - held)
      return { rule: claim.rule, limit: claim.limit, spent, held, needed };
  }
  return undefined;
}

export function holdIn(
  claims: readonly LimitClaim[],
  windows: readonly LimitWindow[],
  amountOf: (claim: LimitClaim) => number,
  { plan }: LimitRun,
): void {
  for (let index = 0; index < claims.length; index += 1) {
    const window = windows[index] as LimitWindow;
    window.held += amountOf(claims[index] as LimitClaim);
    plan.windows.add(window);
  }
}

/**
 * Moves a call of a clock that went back into the oldest second that a rolling window still counts: it would
 * count nowhere otherwise.
 */
export function keepInWindow(hold: Hold, claims: readonly LimitClaim[], { rows }: LimitRun): void {
  if (claims.every(({ period }) => period === 0)) return;
  const held = readHeldWindows(hold);
  const oldestOf = (id: string) => (rows.windows.get(id)?.expiredAt ?? NOTHING_EXPIRED) + 1;
  if (held.every(([id, at]) => at === 0 || at >= oldestOf(id))) return;
  hold.windows = JSON.stringify(
    held.map(([id, at, tokens]) => [id, at === 0 ? 0 : Math.max(at, oldestOf(id)), tokens]),
  );
}

/** Gives back what a hold keeps of these windows. Windows of deleted rules may be gone. */
export function releaseFrom(windows: readonly HeldWindow[], hold: Hold, run: LimitRun): void {
  for (const [id, , tokens] of windows) {
    const window = run.rows.windows.get(id);
    if (!window) continue;
    window.held -= tokens ?? hold.amount;
    run.plan.windows.add(window);
  }
}

/**
 * Counts a charge in the windows in which the call was held, and returns what the entry keeps of it. Tokens of a
 * call whose end was not learnt are those that were held.
 */
export function spendIn(
  hold: Hold,
  cost: number,
  usedTokens: number | undefined,
  { rows, plan }: LimitRun,
): string | null {
  if (!hold.windows) return null;
  let spent = '';
  for (const [id, at, tokens] of readHeldWindows(hold)) {
    const window = rows.windows.get(id);
    if (!window) continue;
    const amount = tokens === null ? cost : (usedTokens ?? tokens);
    window.calls += 1;
    plan.windows.add(window);
    spent = addWindow(spent, id, at, amount);
    if (at > 0 && at <= window.expiredAt) continue; // The call lasted longer than the window.
    window.spent += amount;
    if (at > 0 && amount > 0) addPart(plan, id, at, amount);
  }
  return spent === '' ? null : `[${spent}]`;
}

function addPart({ parts }: LimitPlan, id: string, at: number, amount: number): void {
  const ofWindow = parts.get(id) ?? new Map<number, number>();
  ofWindow.set(at, (ofWindow.get(at) ?? 0) + amount);
  parts.set(id, ofWindow);
}
