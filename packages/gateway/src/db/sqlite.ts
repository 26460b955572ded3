import Database from 'better-sqlite3';
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
import { OpenFile } from './open-file.ts';
import { addFunctions } from './sqlite-functions.ts';

const oldestSqlite = '3.51.3'; // Older ones can corrupt a WAL file under concurrent checkpoints.
const maxConnections = 4;
const busyPatienceMs = 10_000;

/**
 * SQLite without blocking the event loop: the writer that holds the lock may run on the same thread. A busy
 * database is retried on a later turn. With several connections, reads do not wait for an open transaction.
 */
export class SqliteDialect implements Dialect {
  readonly #open: () => SqliteConnection;

  constructor(file: string, synchronous: Synchronous) {
    let openFile: OpenFile | undefined;
    this.#open = () => {
      openFile?.assertInPlace(); // SQLite would create an empty database at the path.
      const database = openSqlite(file, synchronous);
      openFile ??= new OpenFile(file);
      return new SqliteConnection(database, openFile);
    };
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#open);
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

/** FULL keeps every commit through a power cut, NORMAL may lose the last ones. kill -9 loses none. */
export type Synchronous = 'FULL' | 'NORMAL';

export function openSqlite(file: string, synchronous: Synchronous): Database.Database {
  const database = new Database(file, { timeout: 0 });
  const version = database.prepare('SELECT sqlite_version()').pluck().get() as string;
  if (isOlder(version, oldestSqlite)) {
    database.close();
    throw new Error(
      `SQLite ${version} is too old: ${oldestSqlite} or later is needed. Reinstall the packages.`,
    );
  }
  database.pragma('busy_timeout = 2000'); // Only while the journal mode changes, before anything else runs here.
  database.pragma('journal_mode = WAL');
  database.pragma('busy_timeout = 0');
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = ON');
  database.pragma('temp_store = MEMORY');
  database.pragma('cache_size = -32768');
  database.pragma('mmap_size = 268435456');
  // 64 MB: a commit that copies pages back waits for the disk. The checkpoint thread comes long before.
  database.pragma('wal_autocheckpoint = 16000');
  addFunctions(database);
  return database;
}

/** Retries `work` while another connection locks the database. @throws SQLITE_BUSY after ten seconds. */
export async function whenFree<T>(work: () => T): Promise<T> {
  const deadline = performance.now() + busyPatienceMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
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
  readonly #openConnection: () => SqliteConnection;
  readonly #free: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];
  #opened = 0;

  constructor(openConnection: () => SqliteConnection) {
    this.#openConnection = openConnection;
  }

  async init() {
    this.#free.push(this.#open());
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const free = this.#free.pop();
    if (free) return free;
    if (this.#opened < maxConnections) return this.#open();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async releaseConnection(connection: DatabaseConnection) {
    const released = connection as SqliteConnection;
    const next = this.#waiting.shift();
    if (next) next(released);
    else this.#free.push(released);
  }

  async beginTransaction(connection: DatabaseConnection) {
    await (connection as SqliteConnection).run('BEGIN IMMEDIATE');
  }

  async commitTransaction(connection: DatabaseConnection) {
    await (connection as SqliteConnection).run('COMMIT');
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await (connection as SqliteConnection).rollback();
  }

  async destroy() {
    for (const connection of this.#free.splice(0)) connection.close();
  }

  #open(): SqliteConnection {
    const connection = this.#openConnection();
    this.#opened++;
    return connection;
  }
}

const maxStatements = 500;

class SqliteConnection implements DatabaseConnection {
  readonly #database: Database.Database;
  readonly #file: OpenFile;
  readonly #statements = new Map<string, Database.Statement<unknown[], unknown>>();

  constructor(database: Database.Database, file: OpenFile) {
    this.#database = database;
    this.#file = file;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: (await whenFree(() => statement.all(...parameters))) as R[] };
    // As a list: an insert of many rows has a thousand parameters.
    const { changes, lastInsertRowid } = await whenFree(() => statement.run(parameters as unknown[]));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A separate statement, because an open iterator keeps its statement and connection busy.
    for (const row of this.#database.prepare(sql).iterate(...parameters)) yield { rows: [row as R] };
  }

  run(sql: string) {
    const statement = this.#prepare(sql);
    return whenFree(() => statement.run());
  }

  rollback() {
    // A full disk has already rolled back.
    return this.#database.inTransaction ? this.run('ROLLBACK') : undefined;
  }

  close() {
    this.#database.close();
  }

  /** @throws {DatabaseMovedError} for a write outside of a transaction, and for the beginning of one */
  #prepare(sql: string) {
    let statement = this.#statements.get(sql);
    if (!statement) {
      if (this.#statements.size >= maxStatements) this.#statements.clear();
      statement = this.#database.prepare<unknown[], unknown>(sql);
      this.#statements.set(sql, statement);
    }
    if (!statement.readonly && !this.#database.inTransaction) this.#file.assertInPlace();
    return statement;
  }
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
