import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UsageRow } from './usage-row.ts';

interface Waiting {
  readonly row: UsageRow;
  resolve(): void;
}

interface RecorderOptions {
  /** Runs one transaction. Existing rows stay unchanged. `waiting` counts these rows and those behind. */
  readonly record: (rows: readonly UsageRow[], waiting: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** A thread of its own writes them on SQLite, so that a large batch makes no call wait. */
const maxBatch = 1024;
/** How long rows are batched. No caller waits for a log row, and a commit costs as much as ten of them. */
const gatherMs = 200;
/** Many rows are batched longer: they share pages of indexes, which cost more than the rows. */
const MANY_ROWS = 20;
const MANY_GATHER_MS = 800;
const pauseAfterErrorMs = 200;

/** Writes usage-log rows in batches, one batch at a time, and retries until they are stored. */
export class Recorder {
  readonly #options: RecorderOptions;
  #queue: Waiting[] = [];
  #running = false;
  /** Set while rows are gathered. */
  #endPause: (() => void) | undefined;
  #closed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Resolves when the row is in the log database, or in the outbox while that one is away. */
  add(row: UsageRow): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.push({ row, resolve });
      if (this.#queue.length === maxBatch) this.#endPause?.();
      if (this.#running) return;
      this.#running = true;
      void this.#run();
    });
  }

  /** Writes waiting rows now. */
  flush(): void {
    this.#endPause?.();
  }

  /** Stops retrying. Waiting rows are in the journal. */
  close(): void {
    this.#closed = true;
  }

  async #run(): Promise<void> {
    await this.#gather();
    while (this.#queue.length > 0 && !this.#closed) {
      const batch = this.#queue.slice(0, maxBatch);
      try {
        await this.#options.record(
          batch.map(({ row }) => row),
          this.#queue.length,
        );
      } catch (error) {
        this.#options.onError(error);
        await new Promise((resolve) => setTimeout(resolve, pauseAfterErrorMs));
        continue;
      }
      this.#queue = this.#queue.slice(batch.length);
      for (const { resolve } of batch) resolve();
      // An embedded database answers within the turn, so calls are served between two batches.
      await (this.#queue.length < maxBatch ? this.#gather() : nextTurn());
    }
    this.#running = false;
  }

  /** Waits for more rows, until there is a batch of them. */
  #gather(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#endPause = undefined;
        resolve();
      };
      const look = () => {
        if (this.#queue.length < MANY_ROWS) end();
        else timer = setTimeout(end, MANY_GATHER_MS);
      };
      let timer = setTimeout(look, gatherMs);
      this.#endPause = end;
    });
  }
}
