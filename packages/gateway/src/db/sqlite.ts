import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';

const maxConnections = 4;

/** Returns a new connection. */
type Connect = () => SqliteConnection | Promise<SqliteConnection>;

/**
 * SQLite without blocking the event loop: the writer that holds the lock may run on the same thread. A busy
 * database is retried on a later turn. With several connections, reads do not wait for an open transaction.
 */
export class SqliteDialect implements Dialect {
  readonly #connect: Connect;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#connect);
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler();
  }

  createAdapter() {
    return new ConcurrentSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** Runs migrations in one immediate transaction, which is their lock: SQLite's DDL is transactional. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }

  override get supportsTransactionalDdl() {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #connect: Connect;
  readonly #free: QueryConnection[] = [];
  readonly #waiting: ((connection: QueryConnection) => void)[] = [];
  #opened = 0;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  async init() {
    this.#free.push(await this.#open());
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    for (let free = this.#free.pop(); free; free = this.#free.pop()) {
      if (!free.inner.isGone) return free;
      this.#opened--;
    }
    if (this.#opened < maxConnections) return this.#open();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async releaseConnection(connection: DatabaseConnection) {
    const released = connection as QueryConnection;
    const next = this.#waiting.shift();
    if (next) next(released);
    else if (released.inner.isGone) this.#opened--;
    else this.#free.push(released);
  }

  async beginTransaction(connection: DatabaseConnection) {
    await (connection as QueryConnection).inner.execute('BEGIN IMMEDIATE');
  }

  async commitTransaction(connection: DatabaseConnection) {
    await (connection as QueryConnection).inner.execute('COMMIT');
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await (connection as QueryConnection).inner.rollback();
  }

  async destroy() {
    for (const { inner } of this.#free.splice(0)) inner.close();
  }

  async #open(): Promise<QueryConnection> {
    this.#opened++;
    try {
      return new QueryConnection(await this.#connect());
    } catch (error) {
      this.#opened--;
      throw error;
    }
  }
}

class QueryConnection implements DatabaseConnection {
  readonly inner: SqliteConnection;

  constructor(inner: SqliteConnection) {
    this.inner = inner;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const executed = await this.inner.execute(sql, parameters);
    if ('rows' in executed) return { rows: executed.rows as R[] };
    const { changes, lastInsertRowid } = executed;
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for await (const row of this.inner.stream(sql, parameters)) yield { rows: [row as R] };
  }
}
