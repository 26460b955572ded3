import {
  emptyLimitPlan,
  findFull,
  holdIn,
  keepInWindow,
  openWindows,
  releaseFrom,
  spendIn,
} from './apply-limits.ts';
import { limitRunOf, NO_CLAIMS, type Plan, type Rows, type Run } from './batch.ts';
import { budgetsOf, grantOf, NO_BUDGETS } from './grant.ts';
import { type LimitClaim, type LimitWindow, readHeldWindows } from './limit-claims.ts';
import { missingIn, type Payers, payersOf, take } from './payers.ts';
import { claim, extend } from './raise-hold.ts';
import type { Account, EndState, Hold, Operation, Outcome, ReserveOperation } from './types.ts';

export type { OutboxRow, Plan, Rows } from './batch.ts';

const NO_WINDOWS: readonly LimitWindow[] = [];

/**
 * Decides a batch in memory, in order, while its rows are locked. All databases share this code, so a test on
 * one database covers all.
 */
export function applyBatch(batch: readonly Operation[], rows: Rows, at: number): Plan {
  const plan: Plan = {
    outcomes: [],
    inserted: new Set(),
    changed: new Set(),
    removed: [],
    accounts: new Set(),
    entries: [],
    outbox: [],
    limits: emptyLimitPlan(),
  };
  const run: Run = { rows, plan, at };
  for (const operation of batch) plan.outcomes.push(decideOne(operation, run));
  return plan;
}

function decideOne(operation: Operation, run: Run): Outcome {
  const { rows } = run;
  switch (operation.kind) {
    case 'reserve':
      return reserve(operation, run);
    case 'ended': {
      const { hold } = operation;
      if (rows.holds.has(hold.id) || rows.charged.has(hold.id)) return 'duplicate';
      const payers = payersOf(hold, rows);
      if (!payers) return 'unknown';
      end(hold, payers, operation, run);
      return 'ok';
    }
    case 'finish':
      return finish(operation, run);
    case 'cancel':
      return finish({ id: operation.hold.id, cost: 0, state: 'voided' }, run);
    case 'extend':
      return extend(operation, run);
    case 'claim':
      return claim(operation, run);
  }
}

function finish(operation: Finish, run: Run): Outcome {
  const { rows, plan } = run;
  const hold = rows.holds.get(operation.id);
  if (!hold) return rows.charged.has(operation.id) ? 'duplicate' : 'unknown';
  const payers = payersOf(hold, rows);
  if (!payers) return 'unknown';
  payers.user.held -= hold.amount;
  if (payers.token) payers.token.held -= hold.amount;
  if (hold.windows) releaseFrom(readHeldWindows(hold), hold, limitRunOf(run));
  rows.holds.delete(hold.id);
  plan.changed.delete(hold);
  if (!plan.inserted.delete(hold)) plan.removed.push(hold);
  end(hold, payers, operation, run);
  return 'ok';
}

function reserve(operation: ReserveOperation, run: Run): Outcome {
  const { hold, leeway, claims = NO_CLAIMS } = operation;
  const { rows, plan } = run;
  if (rows.holds.has(hold.id) || rows.charged.has(hold.id)) return 'duplicate';
  const payers = payersOf(hold, rows);
  if (!payers) return 'unknown';
  const limits = limitRunOf(run);
  const windows = claims.length > 0 ? openWindows(claims, limits) : NO_WINDOWS;
  if (leeway)
    hold.amount = grantOf(leeway, payers, claims.length > 0 ? budgetsOf(claims, windows) : NO_BUDGETS);
  const missing = missingIn(payers, hold.amount);
  if (missing) return missing;
  if (claims.length > 0) {
    const amountOf = ({ tokens }: LimitClaim) => tokens ?? hold.amount;
    const full = findFull(claims, windows, amountOf);
    if (full) {
      operation.full = full;
      return 'limit_full';
    }
    holdIn(claims, windows, amountOf, limits);
    keepInWindow(hold, claims, limits);
    operation.left = windows.map(({ spent, held }, index) => (claims[index]?.limit ?? 0) - spent - held);
  }
  take(payers, hold.amount, plan);
  rows.holds.set(hold.id, hold);
  plan.inserted.add(hold);
  return 'ok';
}

interface End {
  readonly cost: number;
  readonly state: EndState;
  readonly tokens?: number | undefined;
  readonly outbox?: string;
  readonly outboxDelaySeconds?: number;
}

interface Finish extends End {
  readonly id: string;
}

/** A void leaves no entry. Every other end does, even without a charge: there is one entry for each call. */
function end(
  hold: Hold,
  { user, token }: Payers,
  { cost, state, tokens, outbox, outboxDelaySeconds = 0 }: End,
  run: Run,
): void {
  const { rows, plan, at } = run;
  plan.accounts.add(user);
  if (token) plan.accounts.add(token);
  if (outbox !== undefined)
    plan.outbox.push({
      id: hold.id,
      payload: outbox,
      nextAt: outboxDelaySeconds === 0 ? 0 : at + outboxDelaySeconds,
    });
  if (state === 'voided') return;

  rows.charged.add(hold.id);
  charge(user, cost);
  if (token) charge(token, cost);
  plan.entries.push({
    ref: hold.id,
    account: user.id,
    seq: user.seq,
    amount: -cost,
    balanceAfter: user.balance,
    token: token?.id ?? null,
    tokenSeq: token?.seq ?? null,
    tokenBalanceAfter: token?.balance ?? null,
    meta: state === 'recovered' ? '{"estimated":true}' : null,
    at,
    windows: hold.windows ? spendIn(hold, cost, tokens, limitRunOf(run)) : null,
  });
}

function charge(account: Account, cost: number): void {
  account.balance -= cost;
  account.used += cost;
  account.count += 1;
  account.seq += 1;
}
