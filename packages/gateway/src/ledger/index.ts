import { randomBytes } from 'node:crypto';
import type { Connection } from '../db/connect.ts';
import type { Db } from '../db/schema.ts';
import { record } from '../repositories/logs.ts';
import { claimAbandoned, claimInstance } from './instance.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
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
}

export interface OpenedLedger {
  readonly ledger: Ledger;
  /** Calls of earlier lives that were ended now. */
  readonly recovered: number;
}

/** Recovers what earlier lives on this machine left open, then takes new work. The tables must be there. */
export async function openLedger({ connection, dataDir, onError }: OpenLedgerOptions): Promise<OpenedLedger> {
  const { db, logDb, address } = connection;
  const write = (rows: readonly UsageRow[]) => record(logDb, rows);
  const outbox = usageDelivery(db, write);
  const instance = claimInstance(dataDir);
  const abandoned = claimAbandoned(dataDir);
  const store = await openStore(address, instance.id);
  const recordOwn = store.remote ? recordFromOutbox(connection) : write;
  let recovered = 0;
  try {
    await store.heartbeat();
    for (const { id, folder } of [instance, ...abandoned]) {
      recovered += await recover({ store, folder, instance: id, record: recordOwn });
    }
    await outbox();
  } catch (error) {
    await store.close();
    instance.release();
    throw error;
  } finally {
    for (const { release } of abandoned) release();
  }
  const journal = new Journal(instance.folder, nameOfLife());
  const { id, release } = instance;
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

/** Sorts by time. */
function nameOfLife(): string {
  return `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(4).toString('hex')}`;
}
