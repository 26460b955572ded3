import { LedgerUnavailable, type Operation, type Outcome, type Store } from './types.ts';

interface Waiting {
  readonly operation: Operation;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface WriterOptions {
  readonly store: Store;
  /** Runs before each batch: notes must reach the disk before the database. */
  readonly beforeBatch: () => void;
  readonly onError: (error: unknown) => void;
  /** Called with the number of operations of each transaction. */
  readonly onBatch?: ((size: number) => void) | undefined;
}

const maxBatch = 512;
/** How long an end waits for others: its call is in the journal, and a commit is expensive. */
const endsGatherMs = 5;
const pauseAfterErrorMs = 200;
const failuresBeforeAlone = 3;
const retryStuckMs = 1000;

/**
 * Group commit. An idle writer commits new work at the end of this turn of the event loop, with all earlier
 * work of the turn. Work that arrives during a commit is the next batch; ends alone wait for others first.
 *
 * The end of a call is never dropped: it is retried until the database accepts it. New work is refused
 * instead.
 */
export class Writer {
  readonly #options: WriterOptions;
  #queue: Waiting[] = [];
  #stuck: Waiting[] = [];
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #running = false;
  #closed = false;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#queue.length + this.#stuck.length;
  }

  /** True when no operation is running or waiting for a retry. */
  get isIdle(): boolean {
    return !this.#running && this.waiting === 0 && this.#timer === undefined;
  }

  submit(operation: Operation): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ operation, resolve, reject });
      if (this.#running) return;
      if (isEnd(operation)) this.#timer ??= setTimeout(this.#start, endsGatherMs);
      else this.#start();
    });
  }

  /** Stops retrying. Waiting operations are in the journal. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
  }

  readonly #start = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = true;
    setImmediate(this.#run);
  };

  readonly #run = async (): Promise<void> => {
    const batch = this.#take();
    try {
      this.#options.beforeBatch();
      const applied = this.#options.store.apply(batch.map(({ operation }) => operation));
      const outcomes = Array.isArray(applied) ? applied : await applied;
      this.#failures = 0;
      this.#options.onBatch?.(batch.length);
      for (const [index, waiting] of batch.entries()) waiting.resolve(outcomes[index] ?? 'unknown');
    } catch (error) {
      await this.#rescue(batch, error);
    }
    if (this.#queue.length === 0 || this.#closed) this.#running = false;
    else if (this.#hasFewEnds()) this.#gatherEnds();
    else setImmediate(this.#run);
  };

  /** Ends that came during a commit wait for others too: gateways that share the load have small batches. */
  #gatherEnds(): void {
    this.#running = false;
    this.#timer ??= setTimeout(this.#start, endsGatherMs);
  }

  #hasFewEnds(): boolean {
    return this.#queue.length < maxBatch && this.#queue.every(({ operation }) => isEnd(operation));
  }

  #take(): Waiting[] {
    if (this.#queue.length > maxBatch) return this.#queue.splice(0, maxBatch);
    const batch = this.#queue;
    this.#queue = [];
    return batch;
  }

  /** Refuses new work and keeps the ends. After repeated failures, each end is tried alone. */
  async #rescue(batch: readonly Waiting[], error: unknown): Promise<void> {
    this.#options.onError(error);
    const ends: Waiting[] = [];
    for (const waiting of batch) {
      const { operation } = waiting;
      if (isEnd(operation)) {
        ends.push(waiting);
        continue;
      }
      waiting.reject(new LedgerUnavailable(error));
      if (operation.kind === 'reserve' && this.#options.store.remote?.mayBeApplied(operation))
        ends.push({ operation: { kind: 'cancel', hold: operation.hold }, resolve: ignore, reject: ignore });
    }
    this.#failures += 1;
    if (this.#failures < failuresBeforeAlone) {
      this.#queue.unshift(...ends);
      await new Promise((resolve) => setTimeout(resolve, pauseAfterErrorMs));
      return;
    }
    this.#failures = 0;
    this.#stuck.push(...ends);
    if (this.#retry === undefined) await this.#retryStuck();
  }

  /** Retries ends that the database refuses, without delaying the others. */
  readonly #retryStuck = async (): Promise<void> => {
    this.#retry = undefined;
    const waiting = this.#stuck.splice(0);
    for (let next = waiting.shift(); next && !this.#closed; next = waiting.shift()) {
      const outcome = await this.#alone(next.operation);
      if (outcome) next.resolve(outcome);
      else this.#stuck.push(next);
      // Two failures in a row: the database fails, not the operation.
      if (this.#stuck.length > 1) break;
    }
    this.#stuck.push(...waiting);
    if (this.#stuck.length > 0 && !this.#closed)
      this.#retry ??= setTimeout(this.#retryStuck, retryStuckMs).unref();
  };

  async #alone(operation: Operation): Promise<Outcome | undefined> {
    try {
      this.#options.beforeBatch();
      const [outcome] = await this.#options.store.apply([operation]);
      this.#options.onBatch?.(1);
      return outcome;
    } catch (error) {
      this.#options.onError(error);
      return undefined;
    }
  }
}

function isEnd({ kind }: Operation): boolean {
  return kind === 'finish' || kind === 'ended' || kind === 'cancel';
}

function ignore(): void {}
