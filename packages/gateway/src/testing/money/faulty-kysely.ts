import { type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely';
import type { DatabaseAddress, LogAddress } from '../../db/address.ts';
import type { Connection } from '../../db/connect.ts';
import { GuardedMysqlDialect, GuardedPostgresDialect } from '../../db/guarded-dialects.ts';
import { openMysqlPool } from '../../db/mysql.ts';
import { openPostgresPool } from '../../db/postgres.ts';
import type { LogSchema, Schema } from '../../db/schema.ts';
import { Silence } from '../../db/silence.ts';
import { SqliteDialect } from '../../db/sqlite.ts';
import { SqliteFile } from '../../db/sqlite-connection.ts';
import { type FaultyTransaction, scheduled } from './faults.ts';
import { currentLife, neverResolves, runOutside } from './virtual-process.ts';

type FaultyConnection = Pick<Connection, 'db' | 'logDb' | 'address'> & { close(): Promise<void> };

/** Connects like `connect`, but transactions are events of a schedule. */
export async function connectWithFaults(
  address: DatabaseAddress,
  logAddress: LogAddress,
): Promise<FaultyConnection> {
  const db = new Kysely<Schema>({ dialect: withFaults(await dialectOf(address), address) });
  const together = address.kind !== 'sqlite';
  const logDb = together
    ? (db as unknown as Kysely<LogSchema>)
    : new Kysely<LogSchema>({ dialect: withFaults(await dialectOf(logAddress), address) });
  return {
    db,
    logDb,
    address,
    async close() {
      await db.destroy();
      if (!together) await logDb.destroy();
    },
  };
}

async function dialectOf(address: LogAddress): Promise<Dialect> {
  if (address.kind === 'sqlite') {
    const file = new SqliteFile(address.file, 'NORMAL');
    return new SqliteDialect(() => file.connect());
  }
  if (address.kind === 'clickhouse') throw new Error('No faults are planned for ClickHouse');
  const silence = new Silence();
  return address.kind === 'postgres'
    ? new GuardedPostgresDialect(await openPostgresPool(address.url, 3, silence))
    : new GuardedMysqlDialect(await openMysqlPool(address.url, 3, silence));
}

function withFaults(dialect: Dialect, { kind }: DatabaseAddress): Dialect {
  return {
    createDriver: () => faultyDriver(dialect.createDriver(), kind !== 'sqlite'),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

/** Everything from `acquireConnection` to `releaseConnection` is one event. */
function faultyDriver(inner: Driver, canLoseAnswers: boolean): Driver {
  const actual = (connection: DatabaseConnection) =>
    connection instanceof ScheduledConnection ? connection.inner : connection;
  return {
    init: () => runOutside(() => inner.init()),
    destroy: () => inner.destroy(),
    acquireConnection() {
      if (!currentLife()) return inner.acquireConnection();
      return new Promise((resolve, reject) => {
        scheduled(canLoseAnswers, async (transaction) => {
          if (!transaction) return;
          await Promise.race([transaction.beforeStatement(), transaction.killed]);
          const connection = new ScheduledConnection(await inner.acquireConnection(), transaction, inner);
          resolve(connection);
          await connection.released;
        }).catch(reject);
      });
    },
    beginTransaction: async (connection, settings) => {
      await runOutside(() => inner.beginTransaction(actual(connection), settings));
      if (connection instanceof ScheduledConnection) connection.isInTransaction = true;
    },
    commitTransaction: async (connection) => {
      if (connection instanceof ScheduledConnection) await connection.commit();
      else await inner.commitTransaction(connection);
    },
    rollbackTransaction: async (connection) => {
      if (connection instanceof ScheduledConnection) await connection.rollback();
      else await inner.rollbackTransaction(connection);
    },
    releaseConnection: async (connection) => {
      await runOutside(() => inner.releaseConnection(actual(connection)));
      if (connection instanceof ScheduledConnection) connection.release();
    },
  };
}

class ScheduledConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #transaction: FaultyTransaction;
  readonly #driver: Driver;
  readonly #released = Promise.withResolvers<void>();
  isInTransaction = false;

  constructor(inner: DatabaseConnection, transaction: FaultyTransaction, driver: Driver) {
    this.inner = inner;
    this.#transaction = transaction;
    this.#driver = driver;
    // Closing the connection of a killed process is the rollback.
    transaction.killed.catch(async () => {
      await runOutside(async () => {
        await this.rollback();
        await driver.releaseConnection(inner);
      });
      this.release();
    });
  }

  get released(): Promise<void> {
    return this.#released.promise;
  }

  release(): void {
    this.#released.resolve();
  }

  async executeQuery<R>(query: CompiledQuery) {
    if (this.isInTransaction) await this.#transaction.beforeStatement();
    const result = await runOutside(() => this.inner.executeQuery<R>(query));
    if (!this.isInTransaction) await this.#afterCommit();
    return result;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number) {
    return this.inner.streamQuery<R>(query, chunkSize);
  }

  async commit(): Promise<void> {
    await this.#transaction.beforeStatement();
    await runOutside(() => this.#driver.commitTransaction(this.inner));
    this.isInTransaction = false;
    await this.#afterCommit();
  }

  async rollback(): Promise<void> {
    if (this.isInTransaction) await runOutside(() => this.#driver.rollbackTransaction(this.inner));
    this.isInTransaction = false;
  }

  /** Does not return when the process was killed. */
  async #afterCommit(): Promise<void> {
    this.#transaction.afterCommit();
    if (this.#transaction.isKilled) await neverResolves();
  }
}
