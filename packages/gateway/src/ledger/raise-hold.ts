import { findFull, holdIn, openWindows, releaseFrom } from './apply-limits.ts';
import { limitRunOf, NO_CLAIMS, type Run } from './batch.ts';
import { type LimitClaim, readHeldWindows, toHeldWindows } from './limit-claims.ts';
import { missingIn, payersOf, take } from './payers.ts';
import type { ClaimOperation, ExtendOperation, Hold, Outcome } from './types.ts';

/** Raises a hold and what the limits hold for it, or changes nothing. */
export function extend(operation: ExtendOperation, run: Run): Outcome {
  const { rows, plan } = run;
  const hold = rows.holds.get(operation.id);
  const payers = hold && payersOf(hold, rows);
  if (!payers) return 'unknown';
  const more = Math.max(0, operation.amount - hold.amount);
  const missing = missingIn(payers, more);
  if (missing) return missing;
  const { claims = NO_CLAIMS } = operation;
  if (claims.length > 0) {
    const held = new Map(readHeldWindows(hold).map(([id, , tokens]) => [id, tokens]));
    const moreOf = ({ window, tokens }: LimitClaim) =>
      tokens === undefined ? more : Math.max(0, tokens - (held.get(window) ?? tokens));
    const limits = limitRunOf(run);
    const windows = openWindows(claims, limits);
    const full = findFull(claims, windows, moreOf);
    if (full) {
      operation.full = full;
      return 'limit_full';
    }
    holdIn(claims, windows, moreOf, limits);
    hold.windows = raiseTokens(hold, claims);
  }
  if (more > 0) take(payers, more, plan);
  hold.amount = Math.max(hold.amount, operation.amount);
  hold.used = Math.max(hold.used, operation.used);
  if (!plan.inserted.has(hold)) plan.changed.add(hold);
  return 'ok';
}

/** Changes which windows count a running call. Sent again after its answer was lost, it changes nothing. */
export function claim(operation: ClaimOperation, run: Run): Outcome {
  const { rows, plan } = run;
  const hold = rows.holds.get(operation.id);
  if (!hold) return 'unknown';
  const held = readHeldWindows(hold);
  const dropped = held.filter(([id]) => operation.drops.includes(id));
  const added = operation.claims.filter(({ window }) => !held.some(([id]) => id === window));
  const limits = limitRunOf(run);
  const amountOf = ({ tokens }: LimitClaim) => tokens ?? hold.amount;
  const windows = openWindows(added, limits);
  const full = findFull(added, windows, amountOf);
  if (full) {
    operation.full = full;
    return 'limit_full';
  }
  releaseFrom(dropped, hold, limits);
  holdIn(added, windows, amountOf, limits);
  const kept = held.filter((each) => !dropped.includes(each));
  const all = [...kept, ...readHeldWindows({ windows: toHeldWindows(added) })];
  hold.windows = all.length > 0 ? JSON.stringify(all) : null;
  if (!plan.inserted.has(hold)) plan.changed.add(hold);
  return 'ok';
}

/** The windows of a hold with the tokens that it keeps of them by now. */
function raiseTokens(hold: Hold, claims: readonly LimitClaim[]): string | null {
  const tokensOf = new Map(claims.map(({ window, tokens = 0 }) => [window, tokens]));
  return JSON.stringify(
    readHeldWindows(hold).map(([id, at, tokens]) => [
      id,
      at,
      tokens === null ? null : Math.max(tokens, tokensOf.get(id) ?? 0),
    ]),
  );
}
