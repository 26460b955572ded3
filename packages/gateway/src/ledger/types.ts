import type { Insertable } from 'kysely';
import type { Flag, LogTable, UnixSeconds } from '../db/schema.ts';
import type { AccountId } from './accounts.ts';
import type { FullLimit, LimitClaim } from './limit-claims.ts';

/** The usage-log row of an ended call. The ledger itself sets `request_id` and `quota`. */
export type UsageRecord = Omit<Insertable<LogTable>, 'id' | 'request_id' | 'quota'> & {
  request_id?: string;
  quota?: number;
  /** The usage log is off: the call is charged and counted, but gets no row. */
  unlogged?: boolean;
};

/**
 * The facts at the time of the reserve. Its prices stay valid although options are edited meanwhile. A call
 * whose end is never learnt gets its usage-log row from it.
 */
export interface HoldSnapshot {
  readonly user_id: number;
  readonly username: string;
  readonly token_id: number;
  readonly token_name: string;
  readonly model_name: string;
  /** 0 before a channel is chosen; `dispatch` names the chosen one. */
  readonly channel_id: number;
  readonly group: string;
  readonly is_stream: Flag;
  readonly created_at: UnixSeconds;
  readonly prompt_tokens: number;
  /** As in `UsageRecord`. */
  readonly unlogged?: boolean;
  /** Ratios and prices for `other` of the log row. */
  readonly ratios: Readonly<Record<string, unknown>>;
}

export interface Reservation {
  /** The request id. Ids that sort by time make the fastest index. */
  readonly id: string;
  readonly userId: number;
  /** Null: the user pays without a token (playground, console tasks). */
  readonly tokenId: number | null;
  /** Held until the end: the worst case, so that no money is spent twice. */
  readonly amount: number;
  /** Charged when the process dies after the dispatch: at least the price of the prompt. */
  readonly estimate: number;
  /** Or its JSON, when the caller has it. */
  readonly snapshot: HoldSnapshot | string;
  /** The limits that count this call, in the order in which they are checked. */
  readonly claims?: readonly LimitClaim[];
}

/**
 * How much may be granted when the payer cannot pay all of `amount`, in units of quota. `amount` is granted
 * when it is at most half of the free money. Otherwise the account with less free money, the user's or the
 * token's, decides:
 *
 * - It holds money for no other call: all free money, less a sixteenth if that covers another `least`.
 * - It does: the larger of `comfortable` and a quarter of the free money, to leave some for later calls.
 *
 * Never more than the free money, never less than `least`.
 */
export interface Leeway {
  readonly least: number;
  /** Enough for most calls; at least `least`. */
  readonly comfortable: number;
  /**
   * The caller can wait for money: while other calls hold money, a grant below half of `comfortable` becomes
   * a refusal.
   */
  readonly isPatient?: boolean;
  /**
   * Below `least`. When user and token hold money for no other call and have less than `least`, but this
   * much, all free money is granted. Only such a call may cost more than its hold.
   */
  readonly leastAlone?: number;
}

export interface Grant {
  readonly outcome: ReserveOutcome;
  /** The held amount; 0 unless the outcome is `ok`. */
  readonly amount: number;
  /** Present with the outcome `limit_full`. */
  readonly full?: FullLimit | undefined;
  /** What is left of each claimed limit. */
  readonly left?: readonly number[] | undefined;
}

/**
 * `duplicate`: this id was reserved or charged before. `unknown`: the user or the token has no account.
 * `limit_full`: a limit has no room.
 */
export type ReserveOutcome =
  | 'ok'
  | 'duplicate'
  | 'insufficient_user'
  | 'insufficient_token'
  | 'limit_full'
  | 'unknown';
/** `unknown`: the hold is gone, because another process has ended it. */
export type ExtendOutcome = 'ok' | 'insufficient_user' | 'insufficient_token' | 'limit_full' | 'unknown';

/** The money cannot be booked right now: answer 503 with Retry-After. */
export class LedgerUnavailable extends Error {
  constructor(cause: unknown) {
    super('The ledger cannot take new work right now', { cause });
    this.name = 'LedgerUnavailable';
  }
}

/** How a hold ends. `recovered`: the end is unknown, and the estimate was charged. */
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
  /** JSON of `HeldWindow[]`. Null: no limit counts the call. */
  windows: string | null;
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
  /** JSON of `SpentInWindow[]`, or null. */
  readonly windows: string | null;
}

export interface ReserveOperation {
  readonly kind: 'reserve';
  /** Its `amount` is the grant once the operation is applied. */
  readonly hold: Hold;
  /** Absent: the full amount of the hold, or nothing. */
  readonly leeway?: Leeway & {
    /** The requested amount: the amount of the hold changes with each try. */
    readonly requested: number;
  };
  readonly claims?: readonly LimitClaim[];
  /** Set with the outcome `limit_full`. */
  full?: FullLimit;
  /** Set with the outcome `ok`: what is left of each claimed limit. */
  left?: readonly number[];
}
/** Raises a hold to `amount`, an absolute number, so that a retry changes nothing. */
export interface ExtendOperation {
  readonly kind: 'extend';
  readonly id: string;
  readonly amount: number;
  readonly used: number;
  /** The limits that count the call, each with all tokens that the call may use. */
  readonly claims?: readonly LimitClaim[];
  /** Set with the outcome `limit_full`. */
  full?: FullLimit;
}
/** Counts a running call in more windows, for the channel that it goes to, and no longer in others. */
export interface ClaimOperation {
  readonly kind: 'claim';
  readonly id: string;
  readonly claims: readonly LimitClaim[];
  /** Ids of windows. */
  readonly drops: readonly string[];
  /** Set with the outcome `limit_full`. */
  full?: FullLimit;
}
export interface FinishOperation {
  readonly kind: 'finish';
  readonly id: string;
  readonly cost: number;
  readonly state: EndState;
  /** Prompt and answer. Absent: not known. */
  readonly tokens?: number | undefined;
  /** A log row, as JSON, for the outbox, in the same transaction. */
  readonly outbox?: string;
  /** How long the outbox reserves that row for the gateway that ended the call. */
  readonly outboxDelaySeconds?: number;
}
/** A call of this gateway that has no hold in the database (any more). Written in its final state. */
export interface EndedOperation {
  readonly kind: 'ended';
  readonly hold: Hold;
  readonly cost: number;
  readonly state: EndState;
  readonly tokens?: number | undefined;
  readonly outbox?: string;
  readonly outboxDelaySeconds?: number;
}
/** For a refused call whose reserve lost its answer: removes the hold if the database has it. */
export interface CancelOperation {
  readonly kind: 'cancel';
  readonly hold: Hold;
}
/** The cost of a call so far, charged if its end is never learnt. */
export interface Checkpoint {
  readonly id: string;
  /** Quota units. */
  readonly used: number;
}
export type Operation =
  | ReserveOperation
  | ExtendOperation
  | ClaimOperation
  | FinishOperation
  | EndedOperation
  | CancelOperation;
export type Outcome = ReserveOutcome;

export interface InstanceState {
  /** The place of its journals. Empty for versions that did not record it. */
  readonly place: string;
  /** Since its last heartbeat. */
  readonly silentMs: number;
  /** 1: no call is left to recover. Its journals are an old copy. */
  readonly ended: Flag;
}

/** One transaction: applies all operations of the batch in order, or none and throws. */
export interface Store {
  apply(batch: readonly Operation[]): Promise<Outcome[]> | Outcome[];
  openHolds(instance: string): Promise<Hold[]>;
  /** Instances with an older heartbeat that still have open holds. */
  silentInstances(olderThanMs: number): Promise<string[]>;
  /** Records a heartbeat of this instance. */
  heartbeat(): Promise<void>;
  /** The state of an instance in the database. */
  findInstance(id: string): Promise<InstanceState | undefined>;
  /** Records that no call of an instance is left to recover. */
  endInstance(id: string): Promise<void>;
  /** The usage charge per ref, for refs that have one. */
  charges(refs: readonly string[]): Promise<Map<string, number>>;
  /**
   * Present when the database survives the loss of this machine's disk. Usage-log rows and checkpoints then
   * go to the database as well as to the journal. SQLite has none: the journal is next to the database file
   * and is lost only with it.
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
  /** The expected state. */
  readonly sentence: string;
  /** The number of violating rows. */
  readonly count: number;
  /** Some of them: account ids or request ids. */
  readonly examples: readonly string[];
}
