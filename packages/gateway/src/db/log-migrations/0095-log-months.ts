import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { createMonths, hasMonths, monthOf } from '../log-months.ts';
import { flavorOf, type UntypedDb } from '../portable.ts';

/**
 * Divides the usage log on PostgreSQL, MySQL and MariaDB by month. On PostgreSQL the existing table becomes the
 * first partition as it is, so no row moves. Gateways of the version before write and read `logs` as they did.
 */
export async function up(db: UntypedDb): Promise<void> {
  if (flavorOf(db) === 'sqlite') return;
  const now = Math.floor(Date.now() / 1000);
  // A start that was cut off may have divided the log, and not gone on.
  if (!(await hasMonths(db)))
    await (flavorOf(db) === 'mysql' ? divideOnMysql(db, now) : divideOnPostgres(db, now));
  if (await hasMonths(db)) await createMonths(db, now);
}

/**
 * MySQL copies a table to divide it, and rows wait meanwhile: only a short log is divided. A longer one stays whole
 * until the operator divides it (docs/operating.md).
 */
async function divideOnMysql(db: UntypedDb, now: number): Promise<void> {
  const rows = await db.selectFrom('logs').select('id').limit(MOST_COPIED).execute();
  if (rows.length === MOST_COPIED) return;
  const end = sql.lit(monthOf(now, 2));
  await sql`alter table logs drop primary key, add primary key (id, created_at),
    drop index request_id, add unique index request_id (request_id, created_at)
    partition by range (created_at) (
      partition logs_before values less than (${end}),
      partition logs_others values less than maxvalue
    )`.execute(db);
}

async function divideOnPostgres(db: UntypedDb, now: number): Promise<void> {
  // The log is written to meanwhile: what is there ends well ahead.
  const end = sql.lit(monthOf(now, 2));
  // Checked without a lock, so that the partition is taken over without reading it.
  await sql`alter table logs drop constraint if exists logs_before_end`.execute(db);
  await sql`alter table logs add constraint logs_before_end check (created_at < ${end}) not valid`.execute(
    db,
  );
  await sql`alter table logs validate constraint logs_before_end`.execute(db);
  await whenUnlocked(() => takeOver(db, end));
}

/** The table becomes the first partition of a new one with its name, in one transaction. */
function takeOver(db: UntypedDb, end: RawBuilder<unknown>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table logs in access exclusive mode`.execute(tx);
    await sql`create sequence logs_number`.execute(tx);
    await sql`select setval('logs_number', coalesce((select max(id) from logs), 0) + 1, false)`.execute(tx);
    await sql`alter table logs alter column id drop identity if exists`.execute(tx);
    await sql`alter table logs alter column id set default nextval('logs_number')`.execute(tx);
    await sql`alter table logs rename to logs_before`.execute(tx);
    await sql`create table logs (like logs_before including defaults including storage)
      partition by range (created_at)`.execute(tx);
    await sql`create table logs_others (like logs_before including defaults including indexes including storage)`.execute(
      tx,
    );
    await sql`alter table logs attach partition logs_before for values from (minvalue) to (${end})`.execute(
      tx,
    );
    await sql`alter table logs attach partition logs_others default`.execute(tx);
    await sql`alter table logs_before drop constraint logs_before_end`.execute(tx);
  });
}

/** A long read of the log may hold its lock for longer than a statement waits. */
async function whenUnlocked(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_TIMEOUT || tries === MOST_TRIES) throw error;
      await sleep(1000);
    }
  }
}

const LOCK_TIMEOUT = '55P03';
const MOST_TRIES = 10;

const MOST_COPIED = 50_000;
