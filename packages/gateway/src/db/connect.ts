import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { type DatabaseAddress, type LogAddress, parseAddress, parseLogAddress } from './address.ts';
import { type ClickhouseServer, openClickhouse } from './clickhouse/client.ts';
import {
  GuardedClickhouseDialect,
  GuardedMysqlDialect,
  GuardedPostgresDialect,
  type GuardOptions,
} from './guarded-dialects.ts';
import { LogOutage } from './log-outage.ts';
import { findLossReason, nameLoss } from './lost-connection.ts';
import { leaveReadOnlyMysql, openMysqlPool } from './mysql.ts';
import { OpenFile } from './open-file.ts';
import { leaveReadOnlyPostgres, limitStatements, openPostgresPool } from './postgres.ts';
import type { Db, LogDb, LogSchema, Schema } from './schema.ts';
import { refuseSharedSessions } from './session-pooling.ts';
import { Silence } from './silence.ts';
import { SqliteDialect } from './sqlite.ts';
import { SqliteFile, type Synchronous } from './sqlite-connection.ts';
import { hasTables } from './sqlite-damage.ts';
import { type EarlierStart, prepareSqliteFile } from './sqlite-file.ts';

export interface ConnectOptions {
  /** `sqlite:` (a file in `dataDir`), `postgres://...` or `mysql://...`. Default: SQLite. */
  databaseUrl?: string | undefined;
  /** Where the usage logs go; `clickhouse://...` too. Default: the main database, or for SQLite a separate file next to it. */
  logDatabaseUrl?: string | undefined;
  dataDir: string;
  /** Connections to each database server. Default: 10. */
  connections?: number;
}

export interface Connection {
  readonly db: Db;
  /** Always reaches the log database: for its migrations, its rows and commands. */
  readonly logDb: LogDb;
  /** For all other code. Its statements fail at once while the server of the log database does not answer. */
  readonly gatedLogDb: LogDb;
  /** Absent when the usage logs are in the main database. */
  readonly logOutage?: LogOutage;
  /** The ledger opens its own connection to the same place. */
  readonly address: DatabaseAddress;
  /** The location of the usage logs. */
  readonly logAddress: LogAddress;
  /**
   * Treats a server that is silent for this long (milliseconds) as lost from now on. PostgreSQL ends a
   * statement after four fifths of it. Call it after the migrations, which may take longer. Commands do not
   * call it.
   */
  limitSilence(ms?: number): Promise<void>;
  /** Call it before any write. @throws {BootError} with instructions, behind a pooler that shares sessions */
  refuseSharedSessions(): Promise<void>;
  /** The same for a separate log database. Does nothing while that is away. */
  refuseSharedLogSessions(): Promise<void>;
  /**
   * The same for a separate log database. 0 is no limit. With `limitsStatements` false, only lost connections
   * are detected.
   */
  limitLogSilence(ms?: number, limitsStatements?: boolean): Promise<void>;
  /** Replaces connections to a server that became read-only. Call it regularly; never throws. */
  leaveReadOnlyServers(): Promise<void>;
  /** Paths of SQLite files that were moved, removed or replaced since they were opened. */
  findMovedFiles(): string[];
  close(): Promise<void>;
}

/** Where the databases are: the main one, and that of the usage logs when it is a separate one. */
export function listAddresses({
  databaseUrl,
  logDatabaseUrl,
  dataDir,
}: Pick<ConnectOptions, 'databaseUrl' | 'logDatabaseUrl' | 'dataDir'>): [DatabaseAddress, ...LogAddress[]] {
  const address = parseAddress(databaseUrl, dataDir, 'tollgate.db');
  if (!logDatabaseUrl && address.kind !== 'sqlite') return [address];
  return [address, parseLogAddress(logDatabaseUrl, dataDir, 'logs.db')];
}

/** Opens both databases; `migrate` updates their tables. @throws {BootError} for a damaged SQLite file */
export async function connect({
  databaseUrl,
  logDatabaseUrl,
  dataDir,
  connections = 10,
}: ConnectOptions): Promise<Connection> {
  const [address, logAddress = address] = listAddresses({ databaseUrl, logDatabaseUrl, dataDir });
  const together = logAddress === address;
  const limits = noLimits();
  const logLimits = noLimits();
  if (address.kind === 'sqlite') prepareSqliteFile(address.file, earlierStart(dataDir, logAddress));
  if (logAddress.kind === 'sqlite') prepareSqliteFile(logAddress.file, never);
  const db = (await open(address, { synchronous: 'FULL', connections }, limits))<Schema>();
  const logOutage = together ? undefined : new LogOutage({ isServer: logAddress.kind !== 'sqlite' });
  const openLogDb = logOutage && (await open(logAddress, { synchronous: 'NORMAL', connections }, logLimits));
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
    refuseSharedSessions: () => refuseAll(limits).catch(nameLoss),
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

/** What the files next to the main database reveal: a first start creates them after its tables. */
function earlierStart(dataDir: string, logAddress: LogAddress): EarlierStart {
  const hasServed = () =>
    existsSync(join(dataDir, 'ledger')) ||
    (logAddress.kind === 'sqlite' && existsSync(logAddress.file) && hasTables(logAddress.file));
  return { hasServed, hadTables: () => existsSync(join(dataDir, 'master.key')) || hasServed() };
}

/** A lost log database is no risk, because it does not decide who may sign in. */
const never: EarlierStart = { hadTables: () => false, hasServed: () => false };

/** A statement gets four fifths, one minute: the server ends it before the connection counts as lost. */
const SILENCE_MS = 75_000;
const STATEMENT_SHARE = 0.8;

interface Limits {
  silence: Silence;
  /** Each sets the limit of a statement, in milliseconds, for one pool. */
  statements: ((ms: number) => Promise<void>)[];
  postgresPools: Pool[];
  clickhouse: ClickhouseServer[];
  /** Each replaces the connections of one pool to a read-only server. */
  leaves: (() => Promise<void>)[];
}

function noLimits(): Limits {
  return { silence: new Silence(), statements: [], postgresPools: [], clickhouse: [], leaves: [] };
}

async function refuseAll({ postgresPools }: Limits) {
  for (const pool of postgresPools) await refuseSharedSessions(pool);
}

/** Closing a connection whose server never answered fails. */
function ignoreLoss(error: unknown): void {
  if (findLossReason(error) === undefined) throw error;
}

async function limitAll({ silence, statements, clickhouse }: Limits, ms: number, limitsStatements: boolean) {
  silence.limit(ms);
  for (const server of clickhouse) server.limitMs = ms;
  if (limitsStatements) await Promise.all(statements.map((limit) => limit(ms * STATEMENT_SHARE)));
}

/** Opens one database. Returns a factory of query builders that share its connections. */
async function open(
  address: LogAddress,
  { synchronous, connections }: { synchronous: Synchronous; connections: number },
  { silence, statements, postgresPools, clickhouse, leaves }: Limits,
): Promise<<S>(options?: GuardOptions) => Kysely<S>> {
  switch (address.kind) {
    case 'sqlite': {
      const file = new SqliteFile(address.file, synchronous);
      return () => new Kysely({ dialect: new SqliteDialect(() => file.connect()) });
    }
    case 'postgres': {
      const pool = await openPostgresPool(address.url, connections, silence);
      statements.push((ms) => limitStatements(pool, ms));
      postgresPools.push(pool);
      leaves.push(() => leaveReadOnlyPostgres(pool));
      return (options) => new Kysely({ dialect: new GuardedPostgresDialect(pool, options) });
    }
    case 'mysql': {
      const pool = await openMysqlPool(address.url, connections, silence);
      leaves.push(() => leaveReadOnlyMysql(pool));
      return (options) => new Kysely({ dialect: new GuardedMysqlDialect(pool, options) });
    }
    case 'clickhouse': {
      const server = await openClickhouse(address.url, connections);
      clickhouse.push(server);
      return (options) => new Kysely({ dialect: new GuardedClickhouseDialect(server, options) });
    }
  }
}
