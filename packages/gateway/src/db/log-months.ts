import { sql } from 'kysely';
import { flavorOf, type UntypedDb } from './portable.ts';

/**
 * The usage log on PostgreSQL, MySQL and MariaDB in partitions by month of `created_at`. `logs_before` has the rows
 * from before the division, `logs_others` those of months that nothing prepared. A row is unique within its time, in
 * its partition: one that is sent again has the same time, so it meets itself.
 */

/** Months that exist ahead of time, so that no row waits for one. */
const AHEAD = 2;

export interface LogMonth {
  readonly name: string;
  /** Seconds; rows of this time and later are elsewhere. Undefined for rows of all other times. */
  readonly end: number | undefined;
  /** About. */
  readonly rows: number;
}

interface StoredMonth {
  readonly name: string;
  readonly bound: string;
  readonly stored: number;
}

const postgresMonths = sql<StoredMonth>`select part.relname as name, greatest(0, part.reltuples)::bigint as stored,
  pg_get_expr(part.relpartbound, part.oid) as bound
  from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = to_regclass('logs')`;
const mysqlMonths = sql<StoredMonth>`select partition_name as name, partition_description as bound,
  table_rows as stored from information_schema.partitions
  where table_schema = database() and table_name = 'logs' and partition_name is not null`;

/** Seconds at which the month of a time begins in UTC, or one that is `later` by some months. */
export function monthOf(seconds: number, later = 0): number {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) / 1000;
}

export async function hasMonths(db: UntypedDb): Promise<boolean> {
  const flavor = flavorOf(db);
  if (flavor === 'mysql') return (await listMonths(db)).length > 0;
  if (flavor !== 'postgres') return false;
  const { rows } = await sql<{ kind: string }>`select relkind as kind from pg_class
    where oid = to_regclass('logs')`.execute(db);
  return rows[0]?.kind === 'p';
}

/** The partitions of the log, the oldest first. */
export async function listMonths(db: UntypedDb): Promise<LogMonth[]> {
  const { rows } = await (flavorOf(db) === 'mysql' ? mysqlMonths : postgresMonths).execute(db);
  return rows
    .map(({ name, bound, stored }): LogMonth => {
      const end = /(?:TO \('|^)(\d+)/.exec(bound)?.[1];
      return { name, end: end === undefined ? undefined : Number(end), rows: Number(stored) };
    })
    .sort((a, b) => (a.end ?? Number.POSITIVE_INFINITY) - (b.end ?? Number.POSITIVE_INFINITY));
}

/** Creates the partitions of this month and the next ones. Several gateways may do it at once. */
export async function createMonths(db: UntypedDb, now: number): Promise<void> {
  const months = await listMonths(db);
  const last = Math.max(...months.map(({ end = 0 }) => end));
  for (let later = 0; later <= AHEAD; later += 1) {
    const start = monthOf(now, later);
    if (start >= last) await createMonth(db, start).catch((error: unknown) => ignoreExisting(error));
  }
}

async function createMonth(db: UntypedDb, start: number): Promise<void> {
  const name = sql.table(`logs_${new Date(start * 1000).toISOString().slice(0, 7).replace('-', '_')}`);
  if (flavorOf(db) === 'mysql') {
    await sql`alter table logs reorganize partition logs_others into (
      partition ${name} values less than (${sql.lit(monthOf(start, 1))}),
      partition logs_others values less than maxvalue)`.execute(db);
    return;
  }
  await db.transaction().execute(async (tx) => {
    await sql`create table ${name} (like logs_others including defaults including indexes including storage)`.execute(
      tx,
    );
    await sql`alter table logs attach partition ${name}
      for values from (${sql.lit(start)}) to (${sql.lit(monthOf(start, 1))})`.execute(tx);
  });
}

/** Another gateway was faster. */
function ignoreExisting(error: unknown): void {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  if (code !== '42P07' && code !== '23505' && errno !== 1517 && errno !== 1493) throw error;
}

/**
 * Removes the partitions of months that ended before a time: files are removed, no row is read. Returns about how
 * many rows they had. Rows from before the division are deleted one by one until their last month has passed.
 */
export async function dropMonths(db: UntypedDb, before: number): Promise<number> {
  let gone = 0;
  for (const { name, end, rows } of await listMonths(db)) {
    if (end === undefined || end > before) continue;
    if (flavorOf(db) === 'mysql') await sql`alter table logs drop partition ${sql.table(name)}`.execute(db);
    else await sql`drop table if exists ${sql.table(name)}`.execute(db);
    gone += rows;
  }
  return gone;
}

/** The time before which rows can be deleted by whole partitions, or one by one: not after `before`. */
export async function wholeMonths(db: UntypedDb, before: number): Promise<number> {
  const months = await listMonths(db);
  const divided = months.find(({ name }) => name === 'logs_before')?.end ?? 0;
  return before <= divided ? before : monthOf(before);
}
