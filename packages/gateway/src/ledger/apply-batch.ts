import type { AccountId } from './accounts.ts';
import type { Account, EndState, Hold, Operation, Outcome, ReserveOperation, UsageEntry } from './types.ts';

/** A usage-log row waiting for delivery. */
export interface OutboxRow {
  /** The request id. */
  readonly id: string;
  /** JSON of a UsageRow. */
  readonly payload: string;
  /** Unix seconds from which any gateway may deliver the row. */
  readonly nextAt: number;
}

/** The rows that the batch needs, locked or owned by the caller. `decide` changes them in place. */
export interface Rows {
  readonly accounts: Map<AccountId, Account>;
  readonly holds: Map<string, Hold>;
  /** Ids of the batch that already have a usage entry. */
  readonly charged: Set<string>;
}

export interface Plan {
  readonly outcomes: Outcome[];
  readonly inserted: Set<Hold>;
  readonly changed: Set<Hold>;
  readonly removed: Hold[];
  readonly accounts: Set<Account>;
  readonly entries: UsageEntry[];
  readonly outbox: OutboxRow[];
}

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
  };
  const run: Run = { rows, plan, at };
  for (const operation of batch) plan.outcomes.push(decideOne(operation, run));
  return plan;
}

/** One application of a batch: what is stored, what changes, and when. */
interface Run {
  readonly rows: Rows;
  readonly plan: Plan;
  readonly at: number;
}

function decideOne(operation: Operation, run: Run): Outcome {
  const { rows, plan } = run;
  switch (operation.kind) {
    case 'reserve':
      return reserve(operation, rows, plan);
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
    case 'extend': {
      const hold = rows.holds.get(operation.id);
      const payers = hold && payersOf(hold, rows);
      if (!payers) return 'unknown';
      const more = operation.amount - hold.amount;
      const refusal = more > 0 ? take(payers, more, plan) : undefined;
      if (refusal) return refusal;
      hold.amount = Math.max(hold.amount, operation.amount);
      hold.used = Math.max(hold.used, operation.used);
      if (!plan.inserted.has(hold)) plan.changed.add(hold);
      return 'ok';
    }
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
  rows.holds.delete(hold.id);
  plan.changed.delete(hold);
  if (!plan.inserted.delete(hold)) plan.removed.push(hold);
  end(hold, payers, operation, run);
  return 'ok';
}

function reserve({ hold, leeway }: ReserveOperation, rows: Rows, plan: Plan): Outcome {
  if (rows.holds.has(hold.id) || rows.charged.has(hold.id)) return 'duplicate';
  const payers = payersOf(hold, rows);
  if (!payers) return 'unknown';
  if (leeway) hold.amount = grantOf(leeway, payers);
  const refusal = take(payers, hold.amount, plan);
  if (refusal) return refusal;
  rows.holds.set(hold.id, hold);
  plan.inserted.add(hold);
  return 'ok';
}

/**
 * Returns the grant of a call as `Leeway` describes. `take` refuses the call when it exceeds the free money.
 */
function grantOf(
  { requested, least, comfortable, isPatient = false, leastAlone }: NonNullable<ReserveOperation['leeway']>,
  payers: Payers,
): number {
  const payer = scarcerOf(payers);
  const free = freeOf(payer);
  if (requested <= free / 2) return requested;
  // A call with a token holds money of its user too.
  if (leastAlone !== undefined && free < least && payers.user.held === 0) return Math.max(free, leastAlone);
  const isAlone = payer.held === 0;
  const share = isAlone ? shareWhenAlone(free, least) : Math.max(Math.floor(free / 4), comfortable);
  const minimum = isPatient && !isAlone ? Math.max(least, Math.floor(comfortable / 2)) : least;
  return Math.max(minimum, Math.min(requested, free, share));
}

/** Returns the account that limits the call: the token if it has less left than its user. */
function scarcerOf({ user, token }: Payers): Account {
  return token && freeOf(token) < freeOf(user) ? token : user;
}

/** Leaves a sixteenth for a concurrent call, when that covers a short one. */
function shareWhenAlone(free: number, least: number): number {
  const spare = Math.floor(free / 16);
  return spare < least ? free : free - spare;
}

function freeOf({ balance, held, floor }: Account): number {
  return balance - held - floor;
}

interface Payers {
  readonly user: Account;
  readonly token: Account | null;
}

function payersOf({ user, token }: Hold, { accounts }: Rows): Payers | undefined {
  const userAccount = accounts.get(user);
  const tokenAccount = token === null ? null : accounts.get(token);
  return userAccount && tokenAccount !== undefined ? { user: userAccount, token: tokenAccount } : undefined;
}

/** Always grants an amount of 0: a free model works with an empty account. */
function take(
  { user, token }: Payers,
  amount: number,
  plan: Plan,
): 'insufficient_user' | 'insufficient_token' | undefined {
  if (amount > freeOf(user) && amount > 0) return 'insufficient_user';
  if (token && amount > freeOf(token) && amount > 0) return 'insufficient_token';
  user.held += amount;
  plan.accounts.add(user);
  if (token) {
    token.held += amount;
    plan.accounts.add(token);
  }
  return undefined;
}

interface End {
  readonly cost: number;
  readonly state: EndState;
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
  { cost, state, outbox, outboxDelaySeconds = 0 }: End,
  { rows, plan, at }: Run,
): void {
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
  });
}

function charge(account: Account, cost: number): void {
  account.balance -= cost;
  account.used += cost;
  account.count += 1;
  account.seq += 1;
}
