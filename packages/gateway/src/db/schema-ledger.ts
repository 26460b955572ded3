import type { Generated } from 'kysely';
import type { Defaulted, UnixSeconds } from './column-types.ts';

/** Written only by `ledger/`. Quota units, exact integers. */
export interface AccountTable {
  /** Derived from owner_type and owner_id (`ledger/accounts.ts`). */
  id: number;
  owner_type: OwnerType;
  owner_id: number;
  balance: number;
  /** Sum of the open holds. */
  held: number;
  /** balance - held never goes below. */
  floor: number;
  /** Number of the last entry: 1, 2, 3 ... without a gap. */
  seq: number;
  /** Sum of the cost of all usage. */
  used: number;
  /** Settled calls. */
  count: number;
  /** Cost and number of calls before this gateway kept the books, of an imported account. */
  used_before: Defaulted<number>;
  count_before: Defaulted<number>;
}
export type OwnerType = 'user' | 'token' | 'aff';

/** Money reserved for running calls. The end of a call deletes its row and adds an entry. */
export interface HoldTable {
  /** The request id. */
  id: string;
  user_account: number;
  token_account: number | null;
  amount: number;
  /** Charged when the end is never learnt. */
  used: number;
  instance: string;
  /** JSON of HoldSnapshot. */
  snapshot: string;
  /** JSON of `HeldWindow[]`: the limit windows that count this call. Null: no limit applies. */
  windows: Defaulted<string | null>;
}

/**
 * A movement of money, append-only. A usage entry has the user's and the token's side in one row: the same
 * amount, each account with its own number and balance afterwards.
 */
export interface EntryTable {
  ref: string;
  kind: string;
  account: number;
  seq: number;
  amount: number;
  balance_after: number;
  token_account: number | null;
  token_seq: number | null;
  token_balance_after: number | null;
  /** JSON or null: actor and reason, or that a crash made it an estimate. */
  meta: string | null;
  at: UnixSeconds;
  /** JSON of `SpentInWindow[]`: what a call spent of which limit windows. Null: of none. */
  windows: Defaulted<string | null>;
}

/** One row for each run of a gateway. */
export interface InstanceTable {
  id: string;
  /** The folder of its journals on its machine. */
  place: Defaulted<string>;
  /** 1: no call is left to recover. */
  ended: Defaulted<number>;
  /** Milliseconds by the database's clock. */
  heartbeat_at: number;
}

/** Written in the transaction of the change that it announces. Delivered later, at least once. */
export interface OutboxTable {
  id: Generated<number>;
  topic: string;
  dedup_key: string;
  payload: string;
  next_at: Defaulted<UnixSeconds>;
  tries: Defaulted<number>;
  /** User id of a webhook call's owner; 0 for everything else. */
  owner: Defaulted<number>;
}
