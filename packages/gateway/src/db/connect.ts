import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely';
import { type DatabaseAddress, parseAddress } from './address.ts';
import { openMysqlPool } from './mysql.ts';
import { openPostgresPool } from './postgres.ts';
import type { Db, LogDb, LogSchema, Schema } from './schema.ts';
import { Silence } from './silence.ts';
import { SqliteDialect, type Synchronous } from './sqlite.ts';

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
   * From now on a server that says nothing for so long (milliseconds) is lost. Not before the tables are up to date:
   * a migration may take as long as it takes.
   */
  limitSilence(ms?: number): void;
  close(): Promise<void>;
}

/** Opens both databases; `migrate` brings them up to date. */
export async function connect({ databaseUrl, logDatabaseUrl, dataDir }: ConnectOptions): Promise<Connection> {
  const address = parseAddress(databaseUrl, dataDir, 'tollgate.db');
  const together = !logDatabaseUrl && address.kind !== 'sqlite';
  const logAddress = together ? address : parseAddress(logDatabaseUrl, dataDir, 'logs.db');
  const silence = new Silence();
  const db = await open<Schema>(address, 'FULL', silence);
  const logDb = together ? (db as unknown as LogDb) : await open<LogSchema>(logAddress, 'NORMAL', silence);

  return {
    db,
    logDb,
    address,
    logAddress,
    limitSilence: (ms = SILENCE_MS) => silence.limit(ms),
    async close() {
      await db.destroy();
      if (!together) await logDb.destroy();
    },
  };
}

/** Longer than the minute that PostgreSQL gives a statement. */
const SILENCE_MS = 75_000;

async function open<S>(
  address: DatabaseAddress,
  synchronous: Synchronous,
  silence: Silence,
): Promise<Kysely<S>> {
  switch (address.kind) {
    case 'sqlite':
      mkdirSync(dirname(address.file), { recursive: true });
      return new Kysely<S>({ dialect: new SqliteDialect(address.file, synchronous) });
    case 'postgres':
      return new Kysely<S>({
        dialect: new PostgresDialect({ pool: await openPostgresPool(address.url, 10, silence) }),
      });
    case 'mysql':
      return new Kysely<S>({
        dialect: new MysqlDialect({ pool: await openMysqlPool(address.url, 10, silence) }),
      });
  }
}
