import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Kysely } from 'kysely';
import { reviveError } from '../core/sent-errors.ts';
import type { LogAddress } from './address.ts';
import { SqliteDialect } from './sqlite.ts';
import { type Executed, type SqliteConnection, SqliteFile } from './sqlite-connection.ts';

export interface ThreadOptions {
  /** Files whose write-ahead log is copied back. */
  readonly checkpointed: readonly string[];
  /** The file that {@link SqliteThread.openWriter} writes to. */
  readonly written?: string | undefined;
}

export type Statement = readonly [sql: string, parameters?: readonly unknown[]];
/**
 * Statements run until one fails, and the answer is that of the last one. A connection has the id of the request that
 * opened it.
 */
export type Request = readonly [
  id: number,
  connection: number,
  task: 'open' | 'close' | 'rollback' | readonly Statement[],
];
export type Answer = readonly [id: number, executed: Executed | undefined, error?: unknown];

/** SQLite work that waits for the disk or takes long, and that no caller waits for: away from the event loop. */
export interface SqliteThread {
  /** Query builders whose statements run in the thread, for the file that it writes; undefined for servers. */
  openWriter<S>(): Kysely<S> | undefined;
  /** Call it when the writer is destroyed and before the databases close. */
  stop(): Promise<void>;
}

interface Addresses {
  readonly checkpointed: readonly LogAddress[];
  readonly written?: LogAddress | undefined;
}

/**
 * Starts a thread that copies the write-ahead logs of SQLite back into their files, which commits would do
 * otherwise, and that runs the statements of a writer. Addresses of servers are left out.
 *
 * Start and stop wait for the thread, and it is never terminated: a thread that is torn down while it loads
 * or runs SQLite's native code ends the whole process.
 */
export async function startSqliteThread(addresses: Addresses): Promise<SqliteThread> {
  const [written] = filesOf(addresses.written ? [addresses.written] : []);
  const options: ThreadOptions = { checkpointed: filesOf(addresses.checkpointed), written };
  if (options.checkpointed.length === 0 && !written)
    return { openWriter: () => undefined, stop: async () => {} };
  const thread = new Thread(options);
  await thread.started;
  return {
    openWriter: <S>() =>
      written === undefined
        ? undefined
        : new Kysely<S>({ dialect: new SqliteDialect(connector(thread, new SqliteFile(written, 'NORMAL'))) }),
    stop: () => thread.stop(),
  };
}

/** Without the thread the event loop writes. */
function connector(thread: Thread, file: SqliteFile): () => SqliteConnection | Promise<SqliteConnection> {
  return () => (thread.hasEnded ? file.connect() : DistantConnection.open(thread));
}

function filesOf(addresses: readonly LogAddress[]): string[] {
  return addresses.flatMap((address) => (address.kind === 'sqlite' ? [address.file] : []));
}

class Thread {
  readonly started: Promise<unknown>;
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  readonly #waiting = new Map<number, PromiseWithResolvers<Executed | undefined>>();
  #lastId = 0;
  #isStopping = false;
  hasEnded = false;

  constructor(workerData: ThreadOptions) {
    this.#worker = new Worker(new URL('./sqlite-thread-main.ts', import.meta.url), { workerData });
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve(this.#end())));
    this.#worker.on('error', () => {}); // 'exit' follows. Commits do the checkpoints then.
    const ready = once(this.#worker, 'message').catch(() => {});
    this.started = Promise.race([ready, this.#ended]).then(() => {
      this.#worker.on('message', (answer: Answer) => this.#take(answer));
      if (!this.hasEnded) this.#worker.unref();
    });
  }

  ask(connection: number, task: Request[2]): { id: number; answer: Promise<Executed | undefined> } {
    this.#lastId += 1;
    const id = this.#lastId;
    const question = Promise.withResolvers<Executed | undefined>();
    if (this.hasEnded) question.reject(gone());
    else {
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#waiting.set(id, question);
      this.#worker.postMessage([id, connection, task] satisfies Request);
    }
    return { id, answer: question.promise };
  }

  stop(): Promise<void> {
    if (this.hasEnded) return this.#ended;
    this.#isStopping = true;
    this.#worker.ref(); // The process must not end before.
    this.#worker.postMessage('stop');
    return this.#ended;
  }

  #take([id, executed, error]: Answer): void {
    const question = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0 && !this.#isStopping) this.#worker.unref();
    if (error === undefined) question?.resolve(executed);
    else question?.reject(reviveError(error));
  }

  #end(): void {
    this.hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(gone());
    this.#waiting.clear();
  }
}

function gone(): Error {
  return new Error('The thread that writes to SQLite is gone');
}

class DistantConnection implements SqliteConnection {
  readonly #thread: Thread;
  readonly #id: number;
  #deferred: Statement[] = [];

  private constructor(thread: Thread, id: number) {
    this.#thread = thread;
    this.#id = id;
  }

  static async open(thread: Thread): Promise<DistantConnection> {
    const { id, answer } = thread.ask(0, 'open');
    await answer;
    return new DistantConnection(thread, id);
  }

  async execute(sql: string, parameters?: readonly unknown[]): Promise<Executed> {
    const statements: Statement[] = [...this.#deferred, [sql, parameters]];
    this.#deferred = [];
    return (await this.#thread.ask(this.#id, statements).answer) ?? { rows: [] };
  }

  defer(sql: string, parameters?: readonly unknown[]): void {
    this.#deferred.push([sql, parameters]);
  }

  async *stream(sql: string, parameters: readonly unknown[]): AsyncIterable<unknown> {
    const executed = await this.execute(sql, parameters);
    if ('rows' in executed) yield* executed.rows;
  }

  async rollback(): Promise<void> {
    this.#deferred = [];
    await this.#thread.ask(this.#id, 'rollback').answer;
  }

  get isGone(): boolean {
    return this.#thread.hasEnded;
  }

  close(): void {
    this.#thread.ask(this.#id, 'close').answer.catch(() => {});
  }
}
