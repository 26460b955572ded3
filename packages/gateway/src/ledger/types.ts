import type { Insertable } from 'kysely';
import type { Flag, LogTable, UnixSeconds } from '../db/schema.ts';
import type { AccountId } from './accounts.ts';

/** The usage-log row of an ended call. The ledger itself sets `request_id` and `quota`. */
export type UsageRecord = Omit<Insertable<LogTable>, 'id' | 'request_id' | 'quota'> & {
  request_id?: string;
  quota?: number;
  /** The usage log is off: the call is charged and counts in the sums, but gets no row. */
  unlogged?: boolean;
};

/**
 * What was known when the money was reserved. The prices stay as they are here whatever is edited meanwhile, and a call
 * whose end is never learnt gets its usage-log row from it.
 */
export interface HoldSnapshot {
  readonly user_id: number;
  readonly username: string;
  readonly token_id: number;
  readonly token_name: string;
  readonly model_name: string;
  /** 0 while no channel is chosen; `dispatch` tells the ledger the one that was. */
  readonly channel_id: number;
  readonly group: string;
  readonly is_stream: Flag;
  readonly created_at: UnixSeconds;
  readonly prompt_tokens: number;
  /** As in `UsageRecord`. */
  readonly unlogged?: boolean;
  /** Ratios and prices, as they go into `other` of the log row. */
  readonly ratios: Readonly<Record<string, unknown>>;
}

export interface Reservation {
  /** The request id. Ids that sort by time make the fastest index. */
  readonly id: string;
  readonly userId: number;
  /** Null: the user pays without a token (playground, tasks of the console). */
  readonly tokenId: number | null;
  /** Held until the end: the worst case, so that nothing is spent twice. */
  readonly amount: number;
  /** Charged when the process dies after the dispatch: at least the price of the prompt. */
  readonly estimate: number;
  readonly snapshot: HoldSnapshot;
}

/**
 * How much may be granted when the payer does not have enough for all of `amount`, in units of quota. `amount` is
 * granted when it is at most half of what is free. Otherwise the grant depends on the account with less money, that of
 * the user or of the token:
 *
 * - It holds money for no other call: the grant is all that is free, less a sixteenth when that covers another `least`.
 * - It does: the larger of `comfortable` and a quarter of what is free, so that the next calls find money too.
 *
 * Never more than what is free, never less than `least`.
 */
export interface Leeway {
  readonly least: number;
  /** Enough for most calls; at least `least`. */
  readonly comfortable: number;
  /**
   * The caller can wait for money: while other calls hold some, the call is refused rather than granted less than half
   * of `comfortable`.
   */
  readonly isPatient?: boolean;
  /**
   * Below `least`. When user and token hold money for no other call and have less than `least`, but this much, the
   * grant is all that is free. The call may then cost more than is held, and it is the only one that may.
   */
  readonly leastAlone?: number;
}

export interface Grant {
  readonly outcome: ReserveOutcome;
  /** What is held; 0 unless the outcome is `ok`. */
  readonly amount: number;
}

/** `duplicate`: this id was reserved or charged before. `unknown`: the user or the token has no account. */
export type ReserveOutcome = 'ok' | 'duplicate' | 'insufficient_user' | 'insufficient_token' | 'unknown';
/** `unknown`: the hold is gone, another process has ended it. */
export type ExtendOutcome = 'ok' | 'insufficient_user' | 'insufficient_token' | 'unknown';

/** The money cannot be booked right now: answer 503 with Retry-After. */
export class LedgerUnavailable extends Error {
  constructor(cause: unknown) {
    super('The ledger cannot take new work right now', { cause });
    this.name = 'LedgerUnavailable';
  }
}

/** How a hold ends. Recovered: the end was not learnt, the estimate was charged. */
export type EndState = 'settled' | 'voided' | 'recovered';

export interface Account {
  readonly id: AccountId;
  balance: number;
  held: number;
  floor: number;
  seq: number;
  used: number;
  count: number;
}

export interface Hold {
  readonly id: string;
  readonly user: AccountId;
  readonly token: AccountId | null;
  amount: number;
  used: number;
  readonly instance: string;
  /** JSON of HoldSnapshot. */
  readonly snapshot: string;
}

export interface UsageEntry {
  readonly ref: string;
  readonly account: AccountId;
  readonly seq: number;
  readonly amount: number;
  readonly balanceAfter: number;
  readonly token: AccountId | null;
  readonly tokenSeq: number | null;
  readonly tokenBalanceAfter: number | null;
  /** JSON or null. */
  readonly meta: string | null;
  readonly at: UnixSeconds;
}

export interface ReserveOperation {
  readonly kind: 'reserve';
  /** Its `amount` is what was granted, once the operation is applied. */
  readonly hold: Hold;
  /** Absent: all of the amount of the hold, or nothing. */
  readonly leeway?: Leeway & {
    /** What is asked for: the amount of the hold changes with each try. */
    readonly wish: number;
  };
}
/** Raises a hold to `amount`, an absolute number: sent again, it changes nothing. */
export interface ExtendOperation {
  readonly kind: 'extend';
  readonly id: string;
  readonly amount: number;
  readonly used: number;
}
export interface FinishOperation {
  readonly kind: 'finish';
  readonly id: string;
  readonly cost: number;
  readonly state: EndState;
  /** A log row, as JSON, to put into the outbox in the same transaction. */
  readonly outbox?: string;
  /** How long the outbox keeps that row for the gateway that ended the call, before any gateway delivers it. */
  readonly outboxDelaySeconds?: number;
}
/** A call that is known here and has no hold in the database, or none any more. Written in its final state. */
export interface EndedOperation {
  readonly kind: 'ended';
  readonly hold: Hold;
  readonly cost: number;
  readonly state: EndState;
  readonly outbox?: string;
  readonly outboxDelaySeconds?: number;
}
/** The answer to a reserve was lost, and its call refused: takes the hold back, should the database have it. */
export interface CancelOperation {
  readonly kind: 'cancel';
  readonly hold: Hold;
}
/** What a call has cost so far: charged when its end is never learnt. */
export interface Checkpoint {
  readonly id: string;
  /** Quota units. */
  readonly used: number;
}
export type Operation =
  | ReserveOperation
  | ExtendOperation
  | FinishOperation
  | EndedOperation
  | CancelOperation;
export type Outcome = ReserveOutcome;

export interface InstanceState {
  /** Where its journals were. Empty for versions that did not say. */
  readonly place: string;
  /** Since its last sign of life. */
  readonly silentMs: number;
  /** 1: nothing is left to recover. Journals of it are an old copy. */
  readonly ended: Flag;
}

/** One transaction: all operations of the batch in order, or an error and none of them. */
export interface Store {
  apply(batch: readonly Operation[]): Promise<Outcome[]> | Outcome[];
  openHolds(instance: string): Promise<Hold[]>;
  /** Instances whose last sign of life is older, and that still have open holds. */
  silentInstances(olderThanMs: number): Promise<string[]>;
  /** Says that this instance lives. */
  heartbeat(): Promise<void>;
  /** What the database knows about an instance. */
  findInstance(id: string): Promise<InstanceState | undefined>;
  /** Says that nothing is left to recover of an instance. */
  endInstance(id: string): Promise<void>;
  /** The usage charge per ref, for refs that have one. */
  charges(refs: readonly string[]): Promise<Map<string, number>>;
  /**
   * Present when the database outlives the disk of this machine. Usage-log rows and checkpoints then go to the database
   * as well as to the journal. SQLite has none: the journal lies next to the database file and is lost only with it.
   */
  readonly remote?: RemoteStore;
  close(): Promise<void>;
}

export interface RemoteStore {
  /** Whether the answer to an earlier try was lost, so that the operation may be in effect. */
  mayBeApplied(operation: Operation): boolean;
  /** Raises the recorded cost of open holds, in one statement. Never lowers it; ignores holds that have ended. */
  saveCheckpoints(checkpoints: readonly Checkpoint[]): Promise<void>;
}

export interface AuditFailure {
  /** I1, I2 ... */
  readonly id: string;
  /** What should be true. */
  readonly sentence: string;
  /** How many rows break it. */
  readonly count: number;
  /** Some of them: account ids or request ids. */
  readonly examples: readonly string[];
}
