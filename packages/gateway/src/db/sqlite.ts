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
import { isBulkInsert } from './bulk.ts';
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
    await (connection as QueryConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection) {
    await (connection as QueryConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await (connection as QueryConnection).rollback();
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
  #isInTransaction = false;

  constructor(inner: SqliteConnection) {
    this.inner = inner;
  }

  async begin(): Promise<void> {
    this.#isInTransaction = true;
    if (this.inner.defer) this.inner.defer('BEGIN IMMEDIATE');
    else await this.inner.execute('BEGIN IMMEDIATE');
  }

  async commit(): Promise<void> {
    await this.inner.execute('COMMIT');
    this.#isInTransaction = false;
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false;
    await this.inner.rollback();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    if (this.#isInTransaction && this.inner.defer && isBulkInsert(query)) {
      this.inner.defer(sql, parameters);
      return { rows: [] };
    }
    const executed = await this.inner.execute(sql, parameters);
    if ('rows' in executed) return { rows: executed.rows as R[] };
    const { changes, lastInsertRowid } = executed;
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for await (const row of this.inner.stream(sql, parameters)) yield { rows: [row as R] };
  }
}
