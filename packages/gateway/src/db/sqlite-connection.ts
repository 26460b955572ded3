import Database from 'better-sqlite3';
import { OpenFile } from './open-file.ts';
import { addFunctions } from './sqlite-functions.ts';

const oldestSqlite = '3.51.3'; // Older ones can corrupt a WAL file under concurrent checkpoints.
const busyPatienceMs = 10_000;
const maxStatements = 500;

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

/** What a statement returned: rows, or for a change how many rows it changed. */
export type Executed = { rows: unknown[] } | { changes: number; lastInsertRowid: number | bigint };

/** A connection to a SQLite file, in this thread or another one. */
export interface SqliteConnection {
  /** @throws {DatabaseMovedError} for a write outside of a transaction, and for the beginning of one */
  execute(sql: string, parameters?: readonly unknown[]): Promise<Executed>;
  /**
   * Runs a statement whose result is of no use together with the next one of the transaction, which fails if this
   * one does. Only of connections to another thread.
   */
  defer?(sql: string, parameters?: readonly unknown[]): void;
  stream(sql: string, parameters: readonly unknown[]): AsyncIterable<unknown> | Iterable<unknown>;
  rollback(): Promise<unknown>;
  close(): void;
  /** Set when no statement will run on it any more. */
  readonly isGone?: boolean;
}

/** Opens a file for one connection after the other. All of them see when it was moved. */
export class SqliteFile {
  readonly #path: string;
  readonly #synchronous: Synchronous;
  #file: OpenFile | undefined;

  constructor(path: string, synchronous: Synchronous) {
    this.#path = path;
    this.#synchronous = synchronous;
  }

  connect(): SqliteConnection {
    this.#file?.assertInPlace(); // SQLite would create an empty database at the path.
    const database = openSqlite(this.#path, this.#synchronous);
    this.#file ??= new OpenFile(this.#path);
    return new LocalConnection(database, this.#file);
  }
}

class LocalConnection implements SqliteConnection {
  readonly #database: Database.Database;
  readonly #file: OpenFile;
  readonly #statements = new Map<string, Database.Statement<unknown[], unknown>>();

  constructor(database: Database.Database, file: OpenFile) {
    this.#database = database;
    this.#file = file;
  }

  async execute(sql: string, parameters: readonly unknown[] = []): Promise<Executed> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: await whenFree(() => statement.all(...parameters)) };
    // As a list: an insert of many rows has a thousand parameters.
    return whenFree(() => statement.run(parameters as unknown[]));
  }

  stream(sql: string, parameters: readonly unknown[]): Iterable<unknown> {
    // A separate statement, because an open iterator keeps its statement and connection busy.
    return this.#database.prepare(sql).iterate(...parameters);
  }

  async rollback() {
    // A full disk has already rolled back.
    return this.#database.inTransaction ? this.execute('ROLLBACK') : undefined;
  }

  close() {
    this.#database.close();
  }

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
