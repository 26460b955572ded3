import { setTimeout as sleep } from 'node:timers/promises';
import { retryDeadlocks } from '../core/deadlocks.ts';
import { withinTime } from '../core/within-time.ts';
import type { Connection } from '../db/connect.ts';
import type { Db } from '../db/schema.ts';
import { record } from '../modules/usage/repository/logs.ts';
import { claimAbandoned, claimInstance, type Instance } from './instance.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import type { LedgerParts } from './ledger-parts.ts';
import { createLogSink } from './log-sink.ts';
import { type Delivery, deleteDelivered, deliverFirstPage, queueRows, usageDelivery } from './outbox.ts';
import { readNotes } from './read-journal.ts';
import { recover } from './recover.ts';
import { openStore } from './store.ts';
import type { Store } from './types.ts';
import type { UsageRow } from './usage-row.ts';
import { type ApplyElsewhere, WriterStore } from './writer-store.ts';

export { accountId, UNLIMITED_FLOOR } from './accounts.ts';
export { type AuditReport, audit } from './audit.ts';
export { copyJournals } from './copy-journals.ts';
export { Ledger } from './ledger.ts';
export type { FullLimit, LimitClaim } from './limit-claims.ts';
export { type WindowName, windowId } from './limit-windows.ts';
export { type Refund, refund } from './refund.ts';
export { type AppliedBatch, SharedWriter } from './shared-writer.ts';
export { SqliteStore } from './sqlite-store.ts';
export { type KeptWindows, sweepWindows } from './sweep-windows.ts';
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
  readonly connection: Pick<Connection, 'db' | 'logDb' | 'logOutage' | 'address'>;
  /** The folder of the journals, on a disk that survives the process. */
  readonly dataDir: string;
  /** Called with every failure that the ledger retries. */
  readonly onError: (error: unknown) => void;
  /** Called with sentences for the log. */
  readonly warn?: (sentence: string) => void;
  /** Called with the number of operations of each transaction. */
  readonly onBatch?: (size: number) => void;
  /** Whether other workers of the same gateway use the data folder. */
  readonly sharesFolder?: boolean;
  /** One of several workers on SQLite: another process applies its batches. */
  readonly applyElsewhere?: ApplyElsewhere | undefined;
  /** For tests: opens the ledger's own connection to the main database. */
  readonly open?: (address: Connection['address'], instance: Instance) => Promise<Store>;
}

export interface OpenedLedger {
  readonly ledger: Ledger;
  /** The number of calls of earlier runs that were ended now. */
  readonly recovered: number;
  /** Ends the outage of the log database if it accepts rows again. @throws when it does not */
  tryLogDatabase(): Promise<void>;
}

/** A start waits this long for the delivery of usage-log rows. The rest is delivered later. */
const START_DELIVERY_MS = 5_000;

/**
 * Recovers what earlier runs on this machine left open, then accepts new calls. The tables must exist.
 *
 * @throws {BootError} when the data folder is a copy of one that another gateway uses
 */
export async function openLedger({
  connection,
  dataDir,
  onError,
  warn = () => {},
  onBatch,
  sharesFolder = false,
  applyElsewhere,
  open = applyElsewhere ? openThrough(applyElsewhere) : openStore,
}: OpenLedgerOptions): Promise<OpenedLedger> {
  const { db, logDb, logOutage: outage, address } = connection;
  const write = (rows: readonly UsageRow[]) => recordRows(logDb, rows);
  const shelter = (rows: readonly UsageRow[]) => retryDeadlocks(() => queueRows(db, rows));
  const isLogAway = () => outage?.isAway ?? false;
  const sink = createLogSink({ record: write, shelter, outage });
  const outbox = usageDelivery({ db, record: sink.deliver, isAway: isLogAway });
  const instance = claimInstance(dataDir);
  const abandoned = claimAbandoned(dataDir);
  const store = await open(address, instance);
  const own = createLogSink({ ...ownWrites(connection, store), shelter, outage });
  const recoverAll = async (places: readonly Instance[]) => {
    await applyElsewhere?.([]); // After what ended processes sent there.
    let ended = 0;
    for (const at of places)
      for (const notes of readNotes(at.folder))
        ended += await recover({ store, at, notes, record: own.writeOrQueue, warn });
    return ended;
  };
  let recovered = 0;
  try {
    recovered = await recoverAll([instance, ...abandoned]);
    await store.heartbeat();
    await deliverAtStart(outbox, outage && onError);
  } catch (error) {
    await store.close();
    instance.release();
    throw error;
  } finally {
    for (const { release } of abandoned) release();
  }
  const { id, folder, release } = instance;
  const journal = new Journal(folder, id);
  const record: LedgerParts['record'] = own.write;
  const recoverFolders = sharesFolder ? () => recoverAbandoned(dataDir, recoverAll) : undefined;
  const ledger = new Ledger({
    ...{ store, journal, instance: id, record, outbox, isLogAway, onError, onBatch, release, recoverFolders },
  });
  const tryLogDatabase = async () => {
    await deliverFirstPage(db, sink.attempt);
    outage?.end();
    void outbox().catch(onError);
  };
  return { ledger, recovered, tryLogDatabase };
}

/** What an ended process sent to the one that writes has arrived there by then. */
const ARRIVAL_MS = 1000;

/** A worker that ends is replaced, and its successor recovers its calls. This is for one that has none. */
async function recoverAbandoned(
  dataDir: string,
  recoverAll: (places: readonly Instance[]) => Promise<number>,
): Promise<number> {
  const abandoned = claimAbandoned(dataDir);
  try {
    const noted = abandoned.filter(({ folder }) => readNotes(folder).length > 0);
    if (noted.length === 0) return 0;
    await sleep(ARRIVAL_MS);
    return await recoverAll(noted);
  } finally {
    for (const { release } of abandoned) release();
  }
}

function openThrough(applyElsewhere: ApplyElsewhere): NonNullable<OpenLedgerOptions['open']> {
  return async (address, instance) =>
    address.kind === 'sqlite'
      ? new WriterStore(address.file, instance, applyElsewhere)
      : openStore(address, instance);
}

/**
 * `onError` gets failures of a separate log database, whose rows wait. Without it a failure ends the start.
 */
async function deliverAtStart(outbox: Delivery, onError: ((error: unknown) => void) | undefined) {
  const delivered = outbox().then(() => {}, onError);
  delivered.catch(() => {}); // A later failure is ignored: rows are retried every ten seconds.
  await withinTime(delivered, START_DELIVERY_MS);
}

/**
 * How this gateway writes the rows of its own calls. On a server the outbox has them too. They are deleted
 * there, in the same transaction if the log is in the main database.
 */
function ownWrites({ db, logDb }: Pick<Connection, 'db' | 'logDb'>, { remote }: Store) {
  const forget = (rows: readonly UsageRow[]) => retryDeadlocks(() => deleteDelivered(db, rows));
  if (!remote) return { record: (rows: readonly UsageRow[]) => recordRows(logDb, rows) };
  if ((db as unknown) !== logDb)
    return { record: (rows: readonly UsageRow[]) => recordRows(logDb, rows), forget };
  return {
    record: (rows: readonly UsageRow[]) =>
      recordRows(logDb, rows, (tx) => deleteDelivered(tx as unknown as Db, rows)),
  };
}

/** Gateways update the same sums, so a database server may abort one of two transactions in a deadlock. */
const recordRows: typeof record = (...rows) => retryDeadlocks(() => record(...rows));
