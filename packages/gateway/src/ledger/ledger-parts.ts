import type { Journal } from './journal.ts';
import type { Delivery } from './outbox.ts';
import type { Store } from './types.ts';
import type { UsageRow } from './usage-row.ts';

export interface LedgerParts {
  readonly store: Store;
  readonly journal: Journal;
  readonly instance: string;
  /** Writes usage-log rows, while `waiting` more wait; rows that are known already change nothing. */
  readonly record: (rows: readonly UsageRow[], waiting: number) => Promise<void>;
  readonly outbox: Delivery;
  /** While it answers true, rows go into the outbox in the transaction of their charge. */
  readonly isLogAway?: () => boolean;
  /** Told of every failure that is tried again. */
  readonly onError: (error: unknown) => void;
  /** How long the end of a call waits for the databases when the journal cannot be written. Default: 3000. */
  readonly endPatienceMs?: number;
  /** Releases what the opener took. */
  readonly release?: () => void;
}
