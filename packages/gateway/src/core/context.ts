import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OptionValues } from '@tollgate/contract/options';
import type { Logger } from 'pino';
import type { AccountQueues } from '../auth/account-queues.ts';
import type { Limits } from '../cache/limits.ts';
import type { Config } from '../config.ts';
import type { Db, LogDb } from '../db/schema.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Outbound } from '../net/outbound.ts';
import type { Clock } from './clock.ts';

/** The world that services, jobs and the relay may touch. Built once in `main.ts`, rebuilt by every test. */
export interface Context extends Clock {
  readonly config: Config;
  readonly db: Db;
  readonly logDb: LogDb;
  /** The main database for lists, sums and exports: never on the thread that relays. */
  readonly reader: Db;
  /** The same for the usage log. */
  readonly logReader: LogDb;
  readonly reads: Reads;
  /** Paths of SQLite files that were moved, removed or replaced since the start. */
  readonly findMovedFiles: () => string[];
  /** Whether the usage log is a database of its own that takes no rows at the moment. Calls go on without it. */
  readonly isLogDatabaseAway: () => boolean;
  readonly ledger: Ledger;
  readonly outbound: Outbound;
  readonly options: OptionStore;
  readonly secrets: Secrets;
  readonly revisions: Revisions;
  readonly limits: Limits;
  readonly signInQueues: AccountQueues;
  readonly log: Logger;
}

/** Databases for reads that may take long. They see every commit, run single statements and refuse writes. */
export interface ReadAccess {
  readonly reader: Db;
  readonly logReader: LogDb;
}

/** Who waits for the answer of a read, and for how long. */
export interface Reader {
  /** Requesters take turns by this name. */
  readonly name: string;
  /** Milliseconds that one statement may run; it ends with `read_too_long`. */
  readonly limitMs?: number;
  /** Aborts when nobody waits any more: the statement that runs is ended. */
  readonly signal?: AbortSignal;
}

export interface Reads {
  /** Reads for one requester. Their statements fail with `read_too_long` or `reads_busy`. */
  accessFor(reader: Reader): ReadAccess;
  /** The usage log for deletions in small slices: not on the thread that relays either. */
  readonly logSweeper: LogDb;
}

/** The options as values, always at hand: one immutable snapshot, replaced when anything changes. */
export interface OptionStore {
  readonly current: OptionValues;
  /** Reads the table again; called when the revision `options` moves. */
  reload(): Promise<void>;
}

/** Sealed fields and one-way hashes. `where` names table, row and column, so that a sealed value works in its place only. */
export interface Secrets {
  seal(text: string, where: string): string;
  /** @throws when the text was sealed elsewhere or with another master key. */
  open(sealed: string, where: string): string;
  /** SHA-256 in hex: for looking a credential up without storing it. */
  hash(text: string): string;
  /** The same with a key of our own, for what is short enough to be guessed from a copy of the database. */
  keyedHash(text: string, purpose: HashPurpose): string;
}

/** What keyed hashes are for. Each has a key of its own. */
export type HashPurpose = 'channels' | 'codes' | 'device' | 'known_origins';

/** What changed lately, by topic, so that every process drops what it remembered within a second. */
export interface Revisions {
  /** Call inside the transaction of the change; other processes see it after the commit. */
  bump(db: Db, ...changes: Change[]): Promise<void>;
  /** Call after the commit: the listeners of this process run at once. */
  announce(...changes: Change[]): void;
  on(topic: Topic, listener: ChangeListener): void;
}

/** @param userId whose part of the topic changed; `undefined` when anything may have changed */
export type ChangeListener = (userId: number | undefined) => void;

export type Topic = 'options' | 'channels' | 'users' | 'tokens' | 'areas' | 'keys';

/** A whole topic, or what belongs to one user in it. */
export type Change = Topic | UserChange;

/** A change of a user, or of the tokens of a user. */
export interface UserChange {
  readonly topic: 'users' | 'tokens';
  readonly userId: number;
}

/** Who is behind a console request, read from the database for this very request. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly role: number;
  readonly group: string;
  /** Null when the system access token signed the request. */
  readonly sessionId: string | null;
  /** When that session began, unix seconds; absent for an access token. */
  readonly signedInAt?: number;
}

/** The world as one console request sees it. */
export interface CallContext extends Context {
  readonly caller: Caller | null;
  readonly ip: string;
  readonly requestId: string;
  readonly language: 'zh' | 'en';
}

type Step = () => Promise<unknown>;
/** Gets the world outside of the transaction, which is over by then. */
type LaterStep = (ctx: Context) => Promise<unknown>;
interface Steps {
  beforeCommit: Step[];
  afterCommit: LaterStep[];
}
const stepsOf = new WeakMap<Db, Steps>();

/**
 * Runs `work` in one transaction; every repository call inside it goes through it. A database that breaks a deadlock
 * picks one of two transactions to fail: that one runs again, so `work` must do nothing that a rollback leaves behind.
 */
export function transact<C extends Context, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  return retryDeadlocks(() => attemptOnce(ctx, work));
}

/** Runs a transaction again that the database ended to break a deadlock. */
export async function retryDeadlocks<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !wasDeadlock(error)) throw error;
      await sleep(randomInt(5, 20 * attempt));
    }
  }
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

/** MySQL: deadlock, and a lock that took too long. PostgreSQL: deadlock, and a conflict of serial order. */
function wasDeadlock(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return errno === 1213 || errno === 1205 || code === '40P01' || code === '40001';
}

const MAX_ATTEMPTS = 5;

/**
 * Leaves a step for the end of the transaction: for locks that everybody wants, which would come in the way of others
 * if they were taken earlier.
 * @throws outside of `transact`
 */
export function beforeCommit(tx: Context, step: Step): void {
  findSteps(tx).beforeCommit.push(step);
}

/** Leaves a step for when the transaction is committed. It may get lost in a crash, and its failure is only logged. */
export function afterCommit(tx: Context, step: LaterStep): void {
  findSteps(tx).afterCommit.push(step);
}

function findSteps({ db }: Context): Steps {
  const steps = stepsOf.get(db);
  if (!steps) throw new Error('There is no transaction that the step could belong to');
  return steps;
}
