import { type ChildProcess, fork } from 'node:child_process';

/** Paths of the two SQLite databases. */
export interface ReaderFiles {
  readonly main: string;
  readonly log: string;
}

export interface ReaderQuery {
  readonly file: keyof ReaderFiles;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ReaderAnswer =
  | { readonly rows: unknown[]; readonly changes?: number; readonly error?: undefined }
  | { readonly error: { message: string; code: string } };

/** One process that runs one statement at a time, outside of the relay's thread. */
export class ReaderProcess {
  readonly #child: ChildProcess;
  #pending: { resolve(answer: ReaderAnswer): void; reject(error: Error): void } | undefined;
  #ended: Error | undefined;

  constructor(files: ReaderFiles, { writable = false } = {}) {
    this.#child = fork(new URL('./reader-main.ts', import.meta.url), [JSON.stringify({ files, writable })], {
      env: process.env.TMPDIR ? { TMPDIR: process.env.TMPDIR } : {}, // Without the gateway's secrets.
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (answer: ReaderAnswer) => {
      const pending = this.#pending;
      this.#pending = undefined;
      pending?.resolve(answer);
    });
    this.#child.on('error', (error) => this.#end(error));
    this.#child.on('exit', (code, signal) => this.#end(new Error(`A reader ended (${signal ?? code})`)));
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** @throws {Error} with SQLite's `code`, or when the process ends meanwhile */
  async run(query: ReaderQuery): Promise<{ rows: unknown[]; changes: number }> {
    const answer = await new Promise<ReaderAnswer>((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#pending = { resolve, reject };
      this.#child.send(query, (error) => error && this.#end(error));
    });
    if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return { rows: answer.rows, changes: answer.changes ?? 0 };
  }

  /** Ends the process at once, also during a statement. */
  kill(): void {
    this.#child.kill('SIGKILL');
    this.#end(new Error('The reader was ended'));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#pending?.reject(error);
    this.#pending = undefined;
  }
}
