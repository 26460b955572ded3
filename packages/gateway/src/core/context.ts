import type { Language } from '@tollgate/contract';
import type { OptionValues } from '@tollgate/contract/options';
import type { Logger } from 'pino';
import type { Limits } from '../cache/limits.ts';
import type { Config } from '../config.ts';
import type { Db, LogDb } from '../db/schema.ts';
import type { Ledger } from '../ledger/index.ts';
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts';
import type { AccountQueues } from '../modules/identity/credentials/account-queues.ts';
import type { PriceBook } from '../modules/models/book/price-book.ts';
import type { Outbound } from '../net/outbound.ts';
import type { Clock } from './clock.ts';
import { retryDeadlocks } from './deadlocks.ts';

/** The dependencies of services, jobs and the relay. Created once in `main.ts`, and by every test. */
export interface Context extends Clock {
  readonly config: Config;
  readonly db: Db;
  readonly logDb: LogDb;
  /** The main database for lists, sums and exports: never on the relay's thread. */
  readonly reader: Db;
  /** The same for the usage log. */
  readonly logReader: LogDb;
  readonly reads: Reads;
  /** Paths of SQLite files that were moved, removed or replaced since the start. */
  readonly findMovedFiles: () => string[];
  /** Whether a separate usage-log database is away. Calls continue without it. */
  readonly isLogDatabaseAway: () => boolean;
  readonly ledger: Ledger;
  readonly outbound: Outbound;
  readonly options: OptionStore;
  readonly secrets: Secrets;
  readonly revisions: Revisions;
  readonly limits: Limits;
  readonly signInQueues: AccountQueues;
  readonly log: Logger;
  readonly gatewayMetrics: GatewayMetrics;
}

/** Databases for long reads. They see every commit, run single statements and refuse writes. */
export interface ReadAccess {
  readonly reader: Db;
  readonly logReader: LogDb;
}

/** The requester of a read, and the time limit of its statements. */
export interface Reader {
  /** Requesters with different names take turns. */
  readonly name: string;
  /** Milliseconds that one statement may run before it ends with `read_too_long`. */
  readonly limitMs?: number;
  /** Aborts when the requester leaves: the running statement is cancelled. */
  readonly signal?: AbortSignal;
}

export interface Reads {
  /** Reads for one requester. Their statements fail with `read_too_long` or `reads_busy`. */
  accessFor(reader: Reader): ReadAccess;
  /** The usage log for deletions in small slices, also outside of the relay's thread. */
  readonly logSweeper: LogDb;
}

/** The option values, their prices from the book, and the book. */
export type SiteOptions = OptionValues & { readonly book: PriceBook };

/** One immutable snapshot, replaced when an option or a price changes. */
export interface OptionStore {
  readonly current: SiteOptions;
  /** Reads the tables again; called when the revision `options` changes. */
  reload(): Promise<void>;
}

/** Sealed fields and one-way hashes. `where` names table, row and column: a value opens only there. */
export interface Secrets {
  seal(text: string, where: string): string;
  /** @throws when the text was sealed for another place or with another master key. */
  open(sealed: string, where: string): string;
  /** SHA-256 in hex, to look a credential up without storing it. */
  hash(text: string): string;
  /** The same with a secret key, for values short enough to be guessed from a copy of the database. */
  keyedHash(text: string, purpose: HashPurpose): string;
}

/** Purposes of keyed hashes. Each has its own key. */
export type HashPurpose = 'channels' | 'codes' | 'device' | 'known_origins';

/** Announces changes by topic, so that every process drops its cached data within a second. */
export interface Revisions {
  /** Call it in the transaction of the change. Other processes see it after the commit. */
  bump(db: Db, ...changes: Change[]): Promise<void>;
  /** Call it after the commit: runs the listeners of this process at once. */
  announce(...changes: Change[]): void;
  on(topic: Topic, listener: ChangeListener): void;
}

/** @param userId whose part of the topic changed; `undefined` when any part may have changed */
export type ChangeListener = (userId: number | undefined) => void;

export type Topic =
  | 'options'
  | 'channels'
  | 'users'
  | 'tokens'
  | 'areas'
  | 'keys'
  | 'limits'
  | 'notifications';

/** A whole topic, or the data of one user in it. */
export type Change = Topic | UserChange;

/** A change of a user, or of the tokens or notifications of a user. */
export interface UserChange {
  readonly topic: 'users' | 'tokens' | 'notifications';
  readonly userId: number;
}

/** The caller of a console request, read from the database for this request. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly role: number;
  readonly group: string;
  /** Null when the request has a system access token. */
  readonly sessionId: string | null;
  /** When that session began, unix seconds; absent for an access token. */
  readonly signedInAt?: number;
  /** The areas that the caller may see, where a right for areas and not the role admitted the call. */
  readonly areas?: readonly string[];
}

/** The context of one console request. */
export interface CallContext extends Context {
  readonly caller: Caller | null;
  readonly ip: string;
  readonly requestId: string;
  readonly language: Language;
}

type Step = () => Promise<unknown>;
/** Receives the context outside of the transaction, which has ended by then. */
type LaterStep = (ctx: Context) => Promise<unknown>;
interface Steps {
  beforeCommit: Step[];
  afterCommit: LaterStep[];
}
const stepsOf = new WeakMap<Db, Steps>();

/**
 * Runs `work` in one transaction; all repository calls in it belong to the transaction. When the database
 * aborts it to break a deadlock, it runs again, so `work` must not have effects that a rollback keeps.
 */
export function transact<C extends Context, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  return retryDeadlocks(() => attemptOnce(ctx, work));
}

async function attemptOnce<C extends Context, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const steps: Steps = { beforeCommit: [], afterCommit: [] };
  const result = await ctx.db.transaction().execute(async (db) => {
    stepsOf.set(db, steps);
    const answer = await work({ ...ctx, db });
    for (const step of steps.beforeCommit) await step();
    return answer;
  });
  for (const step of steps.afterCommit) {
    await step(ctx).catch((err: unknown) => ctx.log.error({ err }, 'What should follow a commit failed'));
  }
  return result;
}

/**
 * Defers a step to the end of the transaction, for locks that many transactions need: taken earlier, they
 * would block others for longer.
 * @throws outside of `transact`
 */
export function beforeCommit(tx: Context, step: Step): void {
  findSteps(tx).beforeCommit.push(step);
}

/** Defers a step until after the commit. A crash may lose it, and its failure is only logged. */
export function afterCommit(tx: Context, step: LaterStep): void {
  findSteps(tx).afterCommit.push(step);
}

function findSteps({ db }: Context): Steps {
  const steps = stepsOf.get(db);
  if (!steps) throw new Error('There is no transaction that the step could belong to');
  return steps;
}
