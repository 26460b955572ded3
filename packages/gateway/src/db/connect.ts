import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely';
import { type DatabaseAddress, parseAddress } from './address.ts';
import { openMysqlPool } from './mysql.ts';
import { openPostgresPool } from './postgres.ts';
import type { Db, LogDb, LogSchema, Schema } from './schema.ts';
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
  close(): Promise<void>;
}

/** Opens both databases; `migrate` brings them up to date. */
export async function connect({ databaseUrl, logDatabaseUrl, dataDir }: ConnectOptions): Promise<Connection> {
  const address = parseAddress(databaseUrl, dataDir, 'tollgate.db');
  const together = !logDatabaseUrl && address.kind !== 'sqlite';
  const logAddress = together ? address : parseAddress(logDatabaseUrl, dataDir, 'logs.db');
  const db = await open<Schema>(address, 'FULL');
  const logDb = together ? (db as unknown as LogDb) : await open<LogSchema>(logAddress, 'NORMAL');

  return {
    db,
    logDb,
    address,
    logAddress,
    async close() {
      await db.destroy();
      if (!together) await logDb.destroy();
    },
  };
}

async function open<S>(address: DatabaseAddress, synchronous: Synchronous): Promise<Kysely<S>> {
  switch (address.kind) {
    case 'sqlite':
      mkdirSync(dirname(address.file), { recursive: true });
      return new Kysely<S>({ dialect: new SqliteDialect(address.file, synchronous) });
    case 'postgres':
      return new Kysely<S>({
        dialect: new PostgresDialect({ pool: await openPostgresPool(address.url, 10) }),
      });
    case 'mysql':
      return new Kysely<S>({ dialect: new MysqlDialect({ pool: await openMysqlPool(address.url, 10) }) });
  }
}
