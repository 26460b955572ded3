import type { AccountId } from './accounts.ts';
import type { LimitPlan, LimitRows, LimitRun } from './apply-limits.ts';
import type { LimitClaim } from './limit-claims.ts';
import type { Account, Hold, Outcome, UsageEntry } from './types.ts';

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
  readonly limits: LimitRows;
}

export interface Plan {
  readonly outcomes: Outcome[];
  readonly inserted: Set<Hold>;
  readonly changed: Set<Hold>;
  readonly removed: Hold[];
  readonly accounts: Set<Account>;
  readonly entries: UsageEntry[];
  readonly outbox: OutboxRow[];
  readonly limits: LimitPlan;
}

/** One application of a batch: what is stored, what changes, and when. */
export interface Run {
  readonly rows: Rows;
  readonly plan: Plan;
  readonly at: number;
}

export const NO_CLAIMS: readonly LimitClaim[] = [];

export function limitRunOf({ rows, plan }: Run): LimitRun {
  return { rows: rows.limits, plan: plan.limits };
}
