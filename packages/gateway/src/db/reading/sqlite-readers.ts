import { AppError } from '../../core/errors.ts';
import { type ReaderFiles, ReaderProcess, type ReaderQuery } from './reader-process.ts';

export interface ReadLimits {
  /** Milliseconds that the statement may run. */
  limitMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Processes that read SQLite files for one gateway. They start on demand and end after five idle minutes.
 * SQLite cannot interrupt a statement from another thread here, and a thread that is terminated within native
 * code ends the gateway. So a statement is cancelled by ending its process.
 */
export class SqliteReaders {
  readonly #files: ReaderFiles;
  readonly #idleMs: number;
  /** Most recently used last: the others reach their idle time. */
  readonly #idle: { reader: ReaderProcess; timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<ReaderProcess>();
  #closed = false;

  constructor(files: ReaderFiles, idleMs = IDLE_MS) {
    this.#files = files;
    this.#idleMs = idleMs;
  }

  /** The ids of the processes that run now. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  /** @throws {AppError} `read_too_long`; `reads_busy` when the requester has left */
  async read(query: ReaderQuery, limits: ReadLimits): Promise<unknown[]> {
    const reader = this.#take();
    try {
      return await this.#readWith(reader, query, limits);
    } catch (error) {
      if (error instanceof AppError || !reader.hasEnded || this.#closed) throw error;
      // The system ended it, for example for lack of memory. Reads may be repeated.
      return this.#readWith(this.#take(), query, limits);
    }
  }

  async #readWith(
    reader: ReaderProcess,
    query: ReaderQuery,
    { limitMs, signal }: ReadLimits,
  ): Promise<unknown[]> {
    let refusal: AppError | undefined;
    const stop = (error: AppError) => {
      refusal = error;
      reader.kill();
    };
    let grace: NodeJS.Timeout | undefined;
    // Most statements end within the grace time. A new process would cost more than the wait.
    const leave = () => {
      grace = setTimeout(stop, GRACE_MS, new AppError('reads_busy', {}, { cause: signal?.reason }));
    };
    const timer = setTimeout(stop, limitMs, new AppError('read_too_long'));
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return (await reader.run(query)).rows;
    } catch (error) {
      throw refusal ?? error;
    } finally {
      clearTimeout(timer);
      clearTimeout(grace);
      signal?.removeEventListener('abort', leave);
      this.#giveBack(reader);
    }
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    for (const reader of this.#all) reader.kill();
    this.#all.clear();
  }

  #take(): ReaderProcess {
    if (this.#closed) throw new AppError('reads_busy');
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (!idle.reader.hasEnded) return idle.reader;
      this.#all.delete(idle.reader);
    }
    const reader = new ReaderProcess(this.#files);
    this.#all.add(reader);
    return reader;
  }

  #giveBack(reader: ReaderProcess): void {
    if (reader.hasEnded || this.#closed) {
      this.#all.delete(reader);
      return;
    }
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((idle) => idle.reader === reader);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#all.delete(reader);
      reader.kill();
    }, this.#idleMs).unref();
    this.#idle.push({ reader, timer });
  }
}

const GRACE_MS = 250;
const IDLE_MS = 5 * 60_000;
