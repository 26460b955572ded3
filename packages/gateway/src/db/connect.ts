import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { type DatabaseAddress, parseAddress } from './address.ts';
import { GuardedMysqlDialect, GuardedPostgresDialect } from './guarded-dialects.ts';
import { openMysqlPool } from './mysql.ts';
import { OpenFile } from './open-file.ts';
import { limitStatements, openPostgresPool } from './postgres.ts';
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
  readonly logDb: LogDb;
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
  /** Paths of SQLite files that were moved, removed or replaced since they were opened. */
  findMovedFiles(): string[];
  close(): Promise<void>;
}

/** Opens both databases; `migrate` brings them up to date. @throws {BootError} for a SQLite file that is damaged */
export async function connect({ databaseUrl, logDatabaseUrl, dataDir }: ConnectOptions): Promise<Connection> {
  const address = parseAddress(databaseUrl, dataDir, 'tollgate.db');
  const together = !logDatabaseUrl && address.kind !== 'sqlite';
  const logAddress = together ? address : parseAddress(logDatabaseUrl, dataDir, 'logs.db');
  const limits: Limits = { silence: new Silence(), statements: [], postgresPools: [] };
  if (address.kind === 'sqlite') prepareSqliteFile(address.file, earlierStart(dataDir, logAddress));
  if (logAddress.kind === 'sqlite') prepareSqliteFile(logAddress.file, never);
  const db = await open<Schema>(address, 'FULL', limits);
  const logDb = together ? (db as unknown as LogDb) : await open<LogSchema>(logAddress, 'NORMAL', limits);

  const files = [address, logAddress].flatMap((each) =>
    each.kind === 'sqlite' ? [new OpenFile(each.file)] : [],
  );

  return {
    db,
    logDb,
    address,
    logAddress,
    async limitSilence(ms = SILENCE_MS) {
      limits.silence.limit(ms);
      await Promise.all(limits.statements.map((limit) => limit(ms * STATEMENT_SHARE)));
    },
    async refuseSharedSessions() {
      for (const pool of limits.postgresPools) await refuseSharedSessions(pool);
    },
    findMovedFiles: () => files.filter(({ isMoved }) => isMoved).map(({ path }) => path),
    async close() {
      await db.destroy();
      if (!together) await logDb.destroy();
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
}

async function open<S>(
  address: DatabaseAddress,
  synchronous: Synchronous,
  { silence, statements, postgresPools }: Limits,
): Promise<Kysely<S>> {
  switch (address.kind) {
    case 'sqlite':
      return new Kysely<S>({ dialect: new SqliteDialect(address.file, synchronous) });
    case 'postgres': {
      const pool = await openPostgresPool(address.url, 10, silence);
      statements.push((ms) => limitStatements(pool, ms));
      postgresPools.push(pool);
      return new Kysely<S>({ dialect: new GuardedPostgresDialect(pool) });
    }
    case 'mysql':
      return new Kysely<S>({
        dialect: new GuardedMysqlDialect(await openMysqlPool(address.url, 10, silence)),
      });
  }
}
