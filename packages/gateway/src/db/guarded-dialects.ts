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
import { DatabaseGoneError } from '../core/database-gone.ts';
import { findLossReason, isReadOnlyServer } from './lost-connection.ts';
import { retireMysqlConnections } from './mysql.ts';
import { retirePostgresConnections } from './postgres.ts';

/**
 * Kysely on PostgreSQL. Statements fail with `DatabaseGoneError` while the server is away. After a statement that failed
 * because the server is read-only all connections are opened again: the name may lead to a new primary by then.
 */
export class GuardedPostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return guard(super.createDriver(), () => retirePostgresConnections(this.#pool));
  }

  override createAdapter(): PostgresAdapter {
    return new PollingAdapter();
  }
}

/**
 * Asks for the lock of migrations again and again. A statement that waits for the lock would keep a snapshot, and a
 * concurrent build of an index waits for all snapshots that are older than it: a deadlock between two starts.
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

/** The number that Kysely uses too, so that gateways of earlier versions take turns with this one. */
const MIGRATION_LOCK = 3853314791062309107n;
const LOCK_PAUSE_MS = 200;

/** The same on MySQL and MariaDB. */
export class GuardedMysqlDialect extends MysqlDialect {
  readonly #pool: MysqlPool;

  constructor(pool: MysqlPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return guard(super.createDriver(), () => retireMysqlConnections(this.#pool));
  }
}

/** The errors are wrapped here because only here it is known that they come from the database. */
function guard(driver: Driver, retire: () => void): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const guarded = new WeakSet<DatabaseConnection>();
  const onFailure = (error: unknown) => {
    if (isReadOnlyServer(error)) retire();
    return fail(error);
  };
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options).catch(fail);
    // The driver returns the same object for a connection that it reuses.
    if (!guarded.has(connection)) guardConnection(connection, onFailure);
    guarded.add(connection);
    return connection;
  };
  return driver;
}

/** In place: the driver recognizes its own objects when they are released. */
function guardConnection(connection: DatabaseConnection, onFailure: (error: unknown) => never): void {
  const execute = connection.executeQuery.bind(connection);
  const stream = connection.streamQuery.bind(connection);
  connection.executeQuery = async <R>(...query: Parameters<typeof execute>) =>
    execute<R>(...query).catch(onFailure);
  connection.streamQuery = async function* <R>(...query: Parameters<typeof stream>) {
    try {
      yield* stream<R>(...query);
    } catch (error) {
      onFailure(error);
    }
  };
}

function fail(error: unknown): never {
  const reason = findLossReason(error);
  throw reason === undefined ? error : new DatabaseGoneError(reason, error as Error);
}
