import type { Journal } from './journal.ts';
import type { Delivery } from './outbox.ts';
import type { Store } from './types.ts';
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
  /** How long the end of a call waits for the databases when the journal cannot be written. Default: 3000. */
  readonly endPatienceMs?: number;
  /** Releases the resources of the opener. */
  readonly release?: () => void;
}
