import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { BootError } from '../core/boot-error.ts';
import { DatabaseGoneError } from '../core/database-gone.ts';
import { type DatabaseAddress, parseAddress } from './address.ts';
import { GuardedMysqlDialect, GuardedPostgresDialect, type GuardOptions } from './guarded-dialects.ts';
import { LogOutage } from './log-outage.ts';
import { findLossReason } from './lost-connection.ts';
import { leaveReadOnlyMysql, openMysqlPool } from './mysql.ts';
import { OpenFile } from './open-file.ts';
import { leaveReadOnlyPostgres, limitStatements, openPostgresPool } from './postgres.ts';
import type { Db, LogDb, LogSchema, Schema } from './schema.ts';
import { refuseSharedSessions } from './session-pooling.ts';
import { Silence } from './silence.ts';
import { SqliteDialect, type Synchronous } from './sqlite.ts';
import { hasTables } from './sqlite-damage.ts';
import { type EarlierStart, prepareSqliteFile } from './sqlite-file.ts';

export interface ConnectOptions {
  /** `sqlite:` (a file in `dataDir`), `postgres://...` or `mysql://...`. Default: SQLite. */
  databaseUrl?: string | undefined;
  /** Where the usage logs go. Default: beside the main database, for SQLite in a file of their own. */
  logDatabaseUrl?: string | undefined;
  dataDir: string;
}

export interface Connection {
  readonly db: Db;
  /** Reaches the log database in any case: for its migrations, for its rows and for commands. */
  readonly logDb: LogDb;
  /** The same for everybody else. Statements fail at once while a server of the logs does not answer. */
  readonly gatedLogDb: LogDb;
  /** Absent where the usage logs are in the main database. */
  readonly logOutage?: LogOutage;
  /** The ledger opens its own connection to the same place. */
  readonly address: DatabaseAddress;
  /** Where the usage logs are. */
  readonly logAddress: DatabaseAddress;
  /**
   * From now on a server that says nothing for so long (milliseconds) is lost, and PostgreSQL ends a statement after four
   * fifths of it. Not before the tables are up to date: a migration may take as long as it takes, and so may commands.
   */
  limitSilence(ms?: number): Promise<void>;
  /** Call before anything is written. @throws {BootError} behind a pooler that shares sessions, with what to configure */
  refuseSharedSessions(): Promise<void>;
  /** The same for the log database where it is one of its own. Does nothing while that is away. */
  refuseSharedLogSessions(): Promise<void>;
  /**
   * The same for the log database where it is one of its own. 0 is no limit. `limitsStatements` is false where only lost
   * connections shall be noticed.
   */
  limitLogSilence(ms?: number, limitsStatements?: boolean): Promise<void>;
  /** Opens new connections instead of those to a server that turned read-only. Call it now and then; never throws. */
  leaveReadOnlyServers(): Promise<void>;
  /** Paths of SQLite files that were moved, removed or replaced since they were opened. */
  findMovedFiles(): string[];
  close(): Promise<void>;
}

/** Opens both databases; `migrate` brings them up to date. @throws {BootError} for a SQLite file that is damaged */
export async function connect({ databaseUrl, logDatabaseUrl, dataDir }: ConnectOptions): Promise<Connection> {
  const address = parseAddress(databaseUrl, dataDir, 'tollgate.db');
  const together = !logDatabaseUrl && address.kind !== 'sqlite';
  const logAddress = together ? address : parseAddress(logDatabaseUrl, dataDir, 'logs.db');
  const limits = noLimits();
  const logLimits = noLimits();
  if (address.kind === 'sqlite') prepareSqliteFile(address.file, earlierStart(dataDir, logAddress));
  if (logAddress.kind === 'sqlite') prepareSqliteFile(logAddress.file, never);
  const db = (await open(address, 'FULL', limits))<Schema>();
  const logOutage = together ? undefined : new LogOutage({ isServer: logAddress.kind !== 'sqlite' });
  const openLogDb = logOutage && (await open(logAddress, 'NORMAL', logLimits));
  const logDb = openLogDb ? openLogDb<LogSchema>({ isLog: true }) : (db as unknown as LogDb);
  const assertUsable = () => logOutage?.assertReadable();
  const gatedLogDb =
    openLogDb && logAddress.kind !== 'sqlite' ? openLogDb<LogSchema>({ isLog: true, assertUsable }) : logDb;

  const files = [address, logAddress].flatMap((each) =>
    each.kind === 'sqlite' ? [new OpenFile(each.file)] : [],
  );

  return {
    db,
    logDb,
    gatedLogDb,
    ...(logOutage && { logOutage }),
    address,
    logAddress,
    limitSilence: (ms = SILENCE_MS) => limitAll(limits, ms, true),
    limitLogSilence: (ms = SILENCE_MS, limitsStatements = true) => limitAll(logLimits, ms, limitsStatements),
    refuseSharedSessions: () => refuseAll(limits).catch(wrapLoss),
    refuseSharedLogSessions: () => refuseAll(logLimits).catch(ignoreLoss),
    async leaveReadOnlyServers() {
      await Promise.allSettled([...limits.leaves, ...logLimits.leaves].map((leave) => leave()));
    },
    findMovedFiles: () => files.filter(({ isMoved }) => isMoved).map(({ path }) => path),
    async close() {
      await db.destroy();
      if (logOutage) await logDb.destroy().catch(ignoreLoss);
    },
  };
}

/** What the files next to the main database say: a first start creates them after its tables. */
function earlierStart(dataDir: string, logAddress: DatabaseAddress): EarlierStart {
  const hasServed = () =>
    existsSync(join(dataDir, 'ledger')) ||
    (logAddress.kind === 'sqlite' && existsSync(logAddress.file) && hasTables(logAddress.file));
  return { hasServed, hadTables: () => existsSync(join(dataDir, 'master.key')) || hasServed() };
}

/** The log database can be lost without any danger: it says nothing about who may sign in. */
const never: EarlierStart = { hadTables: () => false, hasServed: () => false };

/** A statement gets a minute of it, so that the server ends it while it is still heard. */
const SILENCE_MS = 75_000;
const STATEMENT_SHARE = 0.8;

interface Limits {
  silence: Silence;
  /** Each sets the limit of a statement, in milliseconds, for one pool. */
  statements: ((ms: number) => Promise<void>)[];
  postgresPools: Pool[];
  /** Each leaves a read-only server with one pool. */
  leaves: (() => Promise<void>)[];
}

function noLimits(): Limits {
  return { silence: new Silence(), statements: [], postgresPools: [], leaves: [] };
}

async function refuseAll({ postgresPools }: Limits) {
  for (const pool of postgresPools) await refuseSharedSessions(pool);
}

function wrapLoss(error: unknown): never {
  const reason = error instanceof BootError ? undefined : findLossReason(error);
  throw reason === undefined ? error : new DatabaseGoneError(reason, error as Error);
}

/** A connection that its server never answered fails when it is closed. */
function ignoreLoss(error: unknown): void {
  if (findLossReason(error) === undefined) throw error;
}

async function limitAll({ silence, statements }: Limits, ms: number, limitsStatements: boolean) {
  silence.limit(ms);
  if (limitsStatements) await Promise.all(statements.map((limit) => limit(ms * STATEMENT_SHARE)));
}

/** Opens one database. What it returns makes a query builder; all of one server share its connections. */
async function open(
  address: DatabaseAddress,
  synchronous: Synchronous,
  { silence, statements, postgresPools, leaves }: Limits,
): Promise<<S>(options?: GuardOptions) => Kysely<S>> {
  switch (address.kind) {
    case 'sqlite':
      return () => new Kysely({ dialect: new SqliteDialect(address.file, synchronous) });
    case 'postgres': {
      const pool = await openPostgresPool(address.url, 10, silence);
      statements.push((ms) => limitStatements(pool, ms));
      postgresPools.push(pool);
      leaves.push(() => leaveReadOnlyPostgres(pool));
      return (options) => new Kysely({ dialect: new GuardedPostgresDialect(pool, options) });
    }
    case 'mysql': {
      const pool = await openMysqlPool(address.url, 10, silence);
      leaves.push(() => leaveReadOnlyMysql(pool));
      return (options) => new Kysely({ dialect: new GuardedMysqlDialect(pool, options) });
    }
  }
}
