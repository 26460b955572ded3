import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { insertMany } from '../db/bulk.ts';
import { insertIfNew } from '../db/portable.ts';
import { isRowError } from '../db/row-error.ts';
import type { Db } from '../db/schema.ts';
import type { UsageRow } from './usage-row.ts';

/** Delivers all due rows. Returns how many. */
export type Delivery = () => Promise<number>;

interface DeliveryOptions {
  readonly db: Db;
  /** Writes to the usage log. */
  readonly record: (rows: readonly UsageRow[]) => Promise<void>;
  /** Whether the log database is away: then no row is delivered. */
  readonly isAway: () => boolean;
}

const PAGE_SIZE = 200;
/** A gateway that holds the lease this long without renewal counts as dead, and another one continues. */
const LEASE_SECONDS = 30;
const LEASE = { topic: 'lease', dedup_key: 'lease:usage-delivery' } as const;
/** SQLite writes a page on the relay's thread. A pause as long as the write follows, up to this limit. */
const MAX_PAUSE_MS = 50;

/**
 * Delivers the usage-log rows that are due. The outbox has the rows of recovered calls and of changes by the
 * console. On a database server it has those of every call. It also has those of calls that ended while the
 * log database was away. Each was written in the transaction that moved the money. Rows of a call that has
 * just ended are not due yet: the gateway that ended it delivers them itself.
 *
 * One gateway at a time delivers a backlog of more than a page, page by page. Delivery is at least once, and
 * the log recognizes duplicates by request id.
 */
export function usageDelivery({ db, record, isAway }: DeliveryOptions): Delivery {
  const holder = randomBytes(8).toString('hex');
  return oneAtATime(async () => {
    let delivered = 0;
    let hasLease = false;
    try {
      while (!isAway()) {
        const page = await readPage(db);
        if (page.length === PAGE_SIZE) {
          hasLease = await takeLease(db, holder);
          if (!hasLease) return delivered;
        }
        if (page.length > 0) delivered += await deliverPage(db, page, record);
        if (page.length < PAGE_SIZE) return delivered;
      }
      return delivered;
    } finally {
      if (hasLease) await giveBackLease(db, holder);
    }
  });
}

/** Delivers one page, to find out whether the log database accepts rows again. @throws when it does not */
export async function deliverFirstPage(db: Db, record: DeliveryOptions['record']): Promise<void> {
  const holder = randomBytes(8).toString('hex');
  // When several gateways detect the end of the outage at once, only one writes rows.
  const page = (await takeLease(db, holder)) ? await readPage(db) : [];
  try {
    if (page.length === 0) await record([]);
    else await deliverPage(db, page, record);
  } catch (error) {
    if (!isRowError(error)) throw error; // Refusing an invalid row proves that the database works.
  } finally {
    await giveBackLease(db, holder);
  }
}

/** Deletes rows from the outbox that the usage log has. */
export async function deleteDelivered(db: Db, rows: readonly UsageRow[]): Promise<void> {
  const ids = rows.map(({ request_id }) => request_id);
  await db.deleteFrom('outbox').where('dedup_key', 'in', ids).execute();
}

/** Puts rows into the outbox, due at once. An existing row becomes due. */
export async function queueRows(db: Db, rows: readonly UsageRow[]): Promise<void> {
  const values = rows.map((row) => ['usage', row.request_id, JSON.stringify(row), 0]);
  await db.transaction().execute((tx) => insertMany(tx, insertQueued, values));
}

const insertQueued = {
  table: 'outbox',
  columns: ['topic', 'dedup_key', 'payload', 'next_at'],
  tail: (flavor: string) =>
    flavor === 'mysql'
      ? sql`on duplicate key update next_at = values(next_at)`
      : sql`on conflict (dedup_key) do update set next_at = excluded.next_at`,
};

type Page = readonly { readonly id: number; readonly payload: string }[];

function readPage(db: Db): Promise<Page> {
  return db
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('topic', '=', 'usage')
    .where('next_at', '<=', nowSeconds())
    .orderBy('next_at') // Matches the index: a backlog of a million rows is not sorted for each page.
    .limit(PAGE_SIZE)
    .execute();
}

async function deliverPage(db: Db, page: Page, record: DeliveryOptions['record']): Promise<number> {
  const startedAt = performance.now();
  await record(page.map(({ payload }) => JSON.parse(payload) as UsageRow));
  const ids = page.map(({ id }) => id);
  await db.deleteFrom('outbox').where('id', 'in', ids).execute();
  if (page.length === PAGE_SIZE) await pause(Math.min(MAX_PAUSE_MS, performance.now() - startedAt));
  return page.length;
}

/** Takes or extends the lease. Returns false while another gateway has it. */
async function takeLease(db: Db, holder: string): Promise<boolean> {
  const now = nowSeconds();
  const lease = { payload: holder, next_at: now + LEASE_SECONDS };
  if (await insertIfNew(db, 'outbox', { ...LEASE, ...lease })) return true;
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(lease)
    .where('dedup_key', '=', LEASE.dedup_key)
    .where((eb) => eb.or([eb('payload', '=', holder), eb('next_at', '<=', now)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function giveBackLease(db: Db, holder: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('dedup_key', '=', LEASE.dedup_key)
    .where('payload', '=', holder)
    .execute();
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Runs one round at a time. All calls during a round share the next one. */
function oneAtATime(deliver: Delivery): Delivery {
  let running: Promise<number> | undefined;
  let next: Promise<number> | undefined;
  const start = () => {
    next = undefined;
    running = deliver().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
