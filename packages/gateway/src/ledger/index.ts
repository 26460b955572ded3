import type { Connection } from '../db/connect.ts';
import type { Db } from '../db/schema.ts';
import { record } from '../repositories/logs.ts';
import { claimAbandoned, claimInstance } from './instance.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import { readNotes } from './notes.ts';
import { deleteDelivered, usageDelivery } from './outbox.ts';
import { recover } from './recover.ts';
import { openStore } from './store.ts';
import type { UsageRow } from './usage-row.ts';

export { accountId, UNLIMITED_FLOOR } from './accounts.ts';
export { type AuditReport, audit } from './audit.ts';
export { copyJournals } from './copy-journals.ts';
export { Ledger } from './ledger.ts';
export { type Refund, refund } from './refund.ts';
export {
  type AuditFailure,
  type ExtendOutcome,
  type Grant,
  type HoldSnapshot,
  LedgerUnavailable,
  type Leeway,
  type Reservation,
  type ReserveOutcome,
  type UsageRecord,
} from './types.ts';

export interface OpenLedgerOptions {
  readonly connection: Pick<Connection, 'db' | 'logDb' | 'address'>;
  /** The journals live here: a disk that survives the process. */
  readonly dataDir: string;
  /** Told of every failure that the ledger tries again. */
  readonly onError: (error: unknown) => void;
  /** Gets sentences for the log. */
  readonly warn?: (sentence: string) => void;
}

export interface OpenedLedger {
  readonly ledger: Ledger;
  /** Calls of earlier lives that were ended now. */
  readonly recovered: number;
}

/**
 * Recovers what earlier runs on this machine left open, then takes new work. The tables must be there.
 *
 * @throws {BootError} when the data folder is a copy of one that another gateway uses
 */
export async function openLedger({
  connection,
  dataDir,
  onError,
  warn = () => {},
}: OpenLedgerOptions): Promise<OpenedLedger> {
  const { db, logDb, address } = connection;
  const write = (rows: readonly UsageRow[]) => record(logDb, rows);
  const outbox = usageDelivery(db, write);
  const instance = claimInstance(dataDir);
  const abandoned = claimAbandoned(dataDir);
  const store = await openStore(address, instance);
  const recordOwn = store.remote ? recordFromOutbox(connection) : write;
  let recovered = 0;
  try {
    for (const at of [instance, ...abandoned])
      for (const notes of readNotes(at.folder))
        recovered += await recover({ store, at, notes, record: recordOwn, warn });
    await store.heartbeat();
    await outbox();
  } catch (error) {
    await store.close();
    instance.release();
    throw error;
  } finally {
    for (const { release } of abandoned) release();
  }
  const { id, folder, release } = instance;
  const journal = new Journal(folder, id);
  const ledger = new Ledger({ store, journal, instance: id, record: recordOwn, outbox, onError, release });
  return { ledger, recovered };
}

/** Writes rows that the outbox has too, and deletes them there: in one transaction where both are one database. */
function recordFromOutbox({ db, logDb }: Pick<Connection, 'db' | 'logDb'>) {
  const isOneDatabase = (db as unknown) === logDb;
  return async (rows: readonly UsageRow[]) => {
    if (isOneDatabase) return record(logDb, rows, (tx) => deleteDelivered(tx as unknown as Db, rows));
    await record(logDb, rows);
    await deleteDelivered(db, rows);
  };
}
