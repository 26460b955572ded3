import type { Instance } from './instance.ts';
import { putEffect } from './operation-effects.ts';
import type { AppliedBatch } from './shared-writer.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { Operation, Outcome } from './types.ts';

/** Has another process apply a batch, together with those of other workers. */
export type ApplyElsewhere = (batch: readonly Operation[]) => Promise<AppliedBatch>;

/**
 * SQLite for one of several workers: the process that writes for all of them applies the batches. What happens
 * rarely (heartbeats, recovery) takes this worker's own connection.
 */
export class WriterStore extends SqliteStore {
  readonly #applyElsewhere: ApplyElsewhere;

  constructor(file: string, instance: Pick<Instance, 'id' | 'place'>, applyElsewhere: ApplyElsewhere) {
    super(file, instance);
    this.#applyElsewhere = applyElsewhere;
  }

  override async apply(batch: readonly Operation[]): Promise<Outcome[]> {
    const { outcomes, effects } = await this.#applyElsewhere(batch);
    for (const [index, operation] of batch.entries()) putEffect(operation, effects[index]);
    return [...outcomes];
  }
}
