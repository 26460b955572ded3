import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type Driver,
  MysqlDialect,
  PostgresAdapter,
  PostgresDialect,
  sql,
} from 'kysely';
import type { Pool as MysqlPool } from 'mysql2';
import type { Pool as PostgresPool } from 'pg';
import { DatabaseGoneError, LogDatabaseGoneError } from '../core/database-gone.ts';
import type { ClickhouseServer } from './clickhouse/client.ts';
import { ClickhouseDialect } from './clickhouse/dialect.ts';
import { findLossReason, isReadOnlyServer } from './lost-connection.ts';
import { retireMysqlConnections } from './mysql.ts';
import { retirePostgresConnections } from './postgres.ts';

export interface GuardOptions {
  /** Whether errors concern the log database instead of the main one. */
  readonly isLog?: boolean;
  /** Runs before a statement gets a connection. Its error is the result of the statement. */
  readonly assertUsable?: () => void;
}

/**
 * Kysely on PostgreSQL. Statements fail with `DatabaseGoneError` while the server is away. When a statement
 * fails on a read-only server, all connections are opened again, because the name may resolve to a new
 * primary.
 */
export class GuardedPostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  readonly #options: GuardOptions;

  constructor(pool: PostgresPool, options: GuardOptions = {}) {
    super({ pool });
    this.#pool = pool;
    this.#options = options;
  }

  override createDriver(): Driver {
    return guard(super.createDriver(), this.#options, () => retirePostgresConnections(this.#pool));
  }

  override createAdapter(): PostgresAdapter {
    return new PollingAdapter();
  }
}

/**
 * Polls for the migration lock. A statement that waits for the lock would hold a snapshot. A concurrent index
 * build waits for all older snapshots, so two starts would deadlock.
 */
class PollingAdapter extends PostgresAdapter {
  override async acquireMigrationLock(...[db]: Parameters<PostgresAdapter['acquireMigrationLock']>) {
    for (;;) {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_lock(${sql.lit(MIGRATION_LOCK)}) as taken`.execute(db);
      if (rows[0]?.taken) return;
      await sleep(LOCK_PAUSE_MS);
    }
  }

  override async releaseMigrationLock(...[db]: Parameters<PostgresAdapter['releaseMigrationLock']>) {
    await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
  }
}

/** The number that Kysely uses too, so that gateways of earlier versions respect the lock. */
const MIGRATION_LOCK = 3853314791062309107n;
const LOCK_PAUSE_MS = 200;

/** The same on MySQL and MariaDB. */
export class GuardedMysqlDialect extends MysqlDialect {
  readonly #pool: MysqlPool;
  readonly #options: GuardOptions;

  constructor(pool: MysqlPool, options: GuardOptions = {}) {
    super({ pool });
    this.#pool = pool;
    this.#options = options;
  }

  override createDriver(): Driver {
    return guard(super.createDriver(), this.#options, () => retireMysqlConnections(this.#pool));
  }
}

/** The same on ClickHouse. */
export class GuardedClickhouseDialect extends ClickhouseDialect {
  readonly #options: GuardOptions;

  constructor(server: ClickhouseServer, options: GuardOptions = {}) {
    super(server);
    this.#options = options;
  }

  override createDriver(): Driver {
    return guard(super.createDriver(), this.#options, () => {});
  }
}

type Fail = (error: unknown) => never;

/** Errors are wrapped here because only here it is certain that they come from the database. */
function guard(driver: Driver, { isLog = false, assertUsable }: GuardOptions, retire: () => void): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const guarded = new WeakSet<DatabaseConnection>();
  const fail: Fail = (error) => {
    if (isReadOnlyServer(error)) retire();
    const reason = findLossReason(error);
    if (reason === undefined) throw error;
    throw new (isLog ? LogDatabaseGoneError : DatabaseGoneError)(reason, error as Error);
  };
  driver.acquireConnection = async (options) => {
    assertUsable?.();
    const connection = await acquire(options).catch(fail);
    // The driver returns the same object for a connection that it reuses.
    if (!guarded.has(connection)) guardConnection(connection, fail);
    guarded.add(connection);
    return connection;
  };
  return driver;
}

/** Changes the object in place, because the driver recognizes its own objects when they are released. */
function guardConnection(connection: DatabaseConnection, fail: Fail): void {
  const execute = connection.executeQuery.bind(connection);
  const stream = connection.streamQuery.bind(connection);
  connection.executeQuery = async <R>(...query: Parameters<typeof execute>) =>
    execute<R>(...query).catch(fail);
  connection.streamQuery = async function* <R>(...query: Parameters<typeof stream>) {
    try {
      yield* stream<R>(...query);
    } catch (error) {
      fail(error);
    }
  };
}
