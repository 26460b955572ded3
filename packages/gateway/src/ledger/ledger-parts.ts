import { SILENT_AFTER_MS } from './foreign-notes.ts';
import type { Journal } from './journal.ts';
import type { Delivery } from './outbox.ts';
import type { FinishOperation, Store } from './types.ts';
import type { UsageRow } from './usage-row.ts';

export interface LedgerParts {
  readonly store: Store;
  readonly journal: Journal;
  readonly instance: string;
  /** Writes usage-log rows. `waiting` is the number of other rows in memory. Existing rows stay unchanged. */
  readonly record: (rows: readonly UsageRow[], waiting: number) => Promise<void>;
  readonly outbox: Delivery;
  /** Ends the calls in journals of this data folder whose process ended. Returns how many. */
  readonly recoverFolders?: (() => Promise<number>) | undefined;
  /** While it returns true, rows go into the outbox in the transaction of their charge. */
  readonly isLogAway?: () => boolean;
  /** Called with every failure that is retried. */
  readonly onError: (error: unknown) => void;
  /** Called with the number of operations of each transaction. */
  readonly onBatch?: ((size: number) => void) | undefined;
  /** How long the end of a call waits for the databases when the journal cannot be written. Default: 3000. */
  readonly endPatienceMs?: number;
  /** Releases the resources of the opener. */
  readonly release?: () => void;
}

/**
 * How long a row in the outbox is reserved for the gateway that ended the call. Delivery normally takes some
 * 200 ms. Afterwards the gateway counts as silent, and any other delivers the row before the audit reports it.
 */
const outboxDelaySeconds = SILENT_AFTER_MS / 1000;

/** How the row of an ended call gets into the outbox. */
export function outboxOf(
  { store }: LedgerParts,
  json: string,
  isDue: boolean,
): Pick<FinishOperation, 'outbox' | 'outboxDelaySeconds'> {
  if (!json || !(isDue || store.remote)) return {};
  return { outbox: json, ...(!isDue && { outboxDelaySeconds }) };
}

/** @param isClean no call is left to recover */
export async function closeParts(
  { journal, store, instance, onError, release }: LedgerParts,
  isClean: boolean,
): Promise<void> {
  try {
    if (isClean) await store.endInstance(instance);
    journal.close(isClean);
  } catch (error) {
    onError(error); // The next start tries again and has nothing to recover.
  }
  await store.close();
  release?.();
}
