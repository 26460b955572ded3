import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type Driver,
  MysqlDialect,
  PostgresAdapter,
  PostgresDialect,
  sql,
} from 'kysely';
import { DatabaseGoneError } from '../core/database-gone.ts';
import { findLossReason } from './lost-connection.ts';

/** Kysely on PostgreSQL. Statements fail with `DatabaseGoneError` while the server is away. */
export class GuardedPostgresDialect extends PostgresDialect {
  override createDriver(): Driver {
    return guard(super.createDriver());
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
  override createDriver(): Driver {
    return guard(super.createDriver());
  }
}

/** The errors are wrapped here because only here it is known that they come from the database. */
function guard(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const guarded = new WeakSet<DatabaseConnection>();
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options).catch(fail);
    // The driver returns the same object for a connection that it reuses.
    if (!guarded.has(connection)) guardConnection(connection);
    guarded.add(connection);
    return connection;
  };
  return driver;
}

/** In place: the driver recognizes its own objects when they are released. */
function guardConnection(connection: DatabaseConnection): void {
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

function fail(error: unknown): never {
  const reason = findLossReason(error);
  throw reason === undefined ? error : new DatabaseGoneError(reason, error as Error);
}
