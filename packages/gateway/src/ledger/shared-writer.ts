import { type Effect, effectOf } from './operation-effects.ts';
import type { Operation, Outcome, Store } from './types.ts';

/** The outcomes of a batch, and what was written into its operations, in order. */
export interface AppliedBatch {
  readonly outcomes: readonly Outcome[];
  readonly effects: readonly (Effect | null)[];
}

interface Waiting {
  readonly batch: readonly Operation[];
  resolve(applied: AppliedBatch): void;
  reject(error: unknown): void;
}

/** Operations in one transaction. Calls of all workers wait for it. */
const MAX_OPERATIONS = 1024;

/**
 * Applies the batches of several workers to one store: those that arrive within a turn of the event loop, or
 * while a transaction waits, are one transaction.
 */
export class SharedWriter {
  readonly #store: Pick<Store, 'apply'>;
  #queue: Waiting[] = [];
  #running = false;

  constructor(store: Pick<Store, 'apply'>) {
    this.#store = store;
  }

  apply(batch: readonly Operation[]): Promise<AppliedBatch> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ batch, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      setImmediate(this.#run);
    });
  }

  readonly #run = async (): Promise<void> => {
    const batches = this.#take();
    try {
      await this.#applyTogether(batches);
    } catch (error) {
      // A batch that the database refuses must not fail those of other workers.
      if (batches.length === 1) batches[0]?.reject(error);
      else for (const each of batches) await this.#applyTogether([each]).catch(each.reject);
    }
    if (this.#queue.length > 0) setImmediate(this.#run);
    else this.#running = false;
  };

  #take(): Waiting[] {
    let operations = 0;
    let count = 0;
    for (const { batch } of this.#queue) {
      operations += batch.length;
      if (count > 0 && operations > MAX_OPERATIONS) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  async #applyTogether(batches: readonly Waiting[]): Promise<void> {
    const all = batches.flatMap(({ batch }) => batch);
    const applied = this.#store.apply(all);
    const outcomes = Array.isArray(applied) ? applied : await applied;
    let at = 0;
    for (const { batch, resolve } of batches) {
      resolve({ outcomes: outcomes.slice(at, at + batch.length), effects: batch.map(effectOf) });
      at += batch.length;
    }
  }
}
