import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { addFunctions } from '../sqlite-functions.ts';
import type { ReaderAnswer, ReaderFiles, ReaderQuery } from './reader-process.ts';

/**
 * A process that runs statements for a gateway on its own connections. The gateway ends it with SIGKILL when
 * a statement takes too long, so it has no state to lose. It ends by itself with the gateway.
 */
const LOWER_PRIORITY = 10;
const BUSY_MS = 10_000;
const MAX_STATEMENTS = 200;

const { files, writable } = JSON.parse(process.argv[2] ?? '') as { files: ReaderFiles; writable: boolean };
const databases = new Map<string, Opened>();

interface Opened {
  database: Database.Database;
  statements: Map<string, Database.Statement<unknown[], unknown>>;
}

setPriority(LOWER_PRIORITY); // Relayed calls have priority.
process.on('disconnect', () => process.exit());
// During a long statement this thread receives no messages. Another one checks whether the gateway still
// runs.
const watch = new Worker(new URL('./orphan-watch.ts', import.meta.url), { workerData: process.ppid });
watch.unref();
// A terminal and a service manager signal the whole group. The gateway itself ends this process.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('message', ({ file, sql, parameters }: ReaderQuery) =>
  process.send?.(answer(file, sql, parameters)),
);

function answer(file: keyof ReaderFiles, sql: string, parameters: readonly unknown[]): ReaderAnswer {
  try {
    const statement = prepare(open(file), sql);
    if (statement.reader) return { rows: statement.all(...parameters) };
    return { rows: [], changes: statement.run(...parameters).changes };
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    return { error: { message, code: code ?? '' } };
  }
}

function open(file: keyof ReaderFiles): Opened {
  const cached = databases.get(file);
  if (cached) return cached;
  const database = new Database(files[file], { readonly: !writable, fileMustExist: true, timeout: BUSY_MS });
  if (writable) {
    database.pragma('synchronous = NORMAL');
    database.pragma('foreign_keys = ON');
    database.pragma('wal_autocheckpoint = 4000');
  }
  database.pragma('cache_size = -16384');
  database.pragma('mmap_size = 268435456');
  database.pragma('temp_store = FILE'); // Sorting millions of rows must not use up the machine's memory.
  addFunctions(database);
  const opened = { database, statements: new Map() };
  databases.set(file, opened);
  return opened;
}

function prepare({ database, statements }: Opened, sql: string): Database.Statement<unknown[], unknown> {
  const cached = statements.get(sql);
  if (cached) return cached;
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  const statement = database.prepare<unknown[], unknown>(sql);
  statements.set(sql, statement);
  return statement;
}
