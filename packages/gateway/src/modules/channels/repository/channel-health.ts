import { type Expression, type SqlBool, sql } from 'kysely';
import { type HealthColumn, healthColumns } from '../../../core/health-columns.ts';
import { UNPAID } from '../../../core/unpaid.ts';
import { adding, insertMany } from '../../../db/bulk.ts';
import { flavorOf } from '../../../db/portable.ts';
import type { LogDb } from '../../../db/schema.ts';

/** Counts of one channel. */
export type HealthCounts = Record<HealthColumn, number>;

/** A channel, the start of a span, and what is added to it, in the order of `healthColumns`. */
export interface HealthRow {
  readonly span: number;
  readonly channelId: number;
  readonly start: number;
  readonly counts: readonly number[];
}

/** Adds counts to what is stored, all or nothing. */
export async function add(logDb: LogDb, rows: readonly HealthRow[]): Promise<void> {
  // In a fixed order, so that processes that add to the same rows cannot deadlock.
  const ordered = [...rows].sort((a, b) => a.span - b.span || a.channelId - b.channelId || a.start - b.start);
  const values = ordered.map(({ span, channelId, start, counts }) => [span, channelId, start, ...counts]);
  await logDb.transaction().execute((tx) => insertMany(tx, insertHealth, values));
}

const insertHealth = adding('channel_health', ['span', 'channel_id', 'created_at'], [], [...healthColumns]);

/** Whole spans; `end` is not included. */
export interface HealthPart {
  readonly span: number;
  readonly from: number;
  readonly end: number;
}

/** Sums the counts of each channel over a part of a range. */
export async function sum(
  db: LogDb,
  channelIds: readonly number[],
  part: HealthPart,
): Promise<(HealthCounts & { channel_id: number })[]> {
  if (channelIds.length === 0) return [];
  const sums = healthColumns.map((column) => sql<number>`sum(${sql.ref(column)})`.as(column));
  const rows = await within(db, channelIds, part)
    .select('channel_id')
    .select(sums)
    .groupBy('channel_id')
    .execute();
  return rows.map((row) => numbersOf(row) as HealthCounts & { channel_id: number });
}

/** The counts of each hour in which a channel had calls. */
export function listHours(db: LogDb, channelIds: readonly number[], from: number, end: number) {
  return listSpans(db, channelIds, { span: 3600, from, end });
}

/** The counts of each span in which a channel had calls. */
export async function listSpans(db: LogDb, channelIds: readonly number[], part: HealthPart) {
  if (channelIds.length === 0) return [];
  const rows = await within(db, channelIds, part)
    .select(['channel_id', 'created_at', 'calls'])
    .select(['network', 'timeout', 'server', 'rate_limit', 'account', 'broken', 'request'])
    .execute();
  return rows.map(numbersOf);
}

/** The latest failed attempt of each channel within a range, without those that were the caller's fault. */
export async function listLastErrors(
  db: LogDb,
  channelIds: readonly number[],
  { from, end }: { from: number; end: number },
) {
  const [first, ...others] = channelIds.map((id) => {
    const latest = db
      .selectFrom('attempts')
      .select(['channel_id', 'status', 'error_class', 'started_at'])
      .where('channel_id', '=', id)
      .where('started_at', '>=', from * 1000)
      .where('started_at', '<', end * 1000)
      .where((eb) =>
        eb.or([eb('status', 'in', channelStatuses), eb('status', '>=', 500), eb('error_class', '=', UNPAID)]),
      )
      .orderBy('started_at', 'desc')
      .limit(1);
    return db.selectFrom(latest.as('latest')).selectAll();
  });
  if (!first) return [];
  // One statement: each part reads one entry of the index, which a maximum of all together would not.
  return others.reduce((all, one) => all.unionAll(one), first).execute();
}

/** Statuses below 500 that count for the channel; 0 is a request without a response. */
const channelStatuses = [0, 401, 402, 403, 408, 429];

function within(db: LogDb, channelIds: readonly number[], { span, from, end }: HealthPart) {
  const isWanted: Expression<SqlBool> = sql<SqlBool>`span = ${span} and channel_id in (${sql.join([...channelIds])})
    and created_at >= ${from} and created_at < ${end}`;
  return db.selectFrom('channel_health').where(isWanted);
}

/** Servers send sums as texts. */
function numbersOf<R extends Record<string, number>>(row: R): R {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as R;
}

/** Removes spans of a length from before a time, one small slice. Returns how many. */
export async function deleteBefore(
  logDb: LogDb,
  { span, before }: { span: number; before: number },
  limit: number,
): Promise<number> {
  if (flavorOf(logDb) === 'clickhouse') return 0; // Its table has a time to live.
  // Of one channel at a time, as the key begins with it.
  const old = await logDb
    .selectFrom('channel_health')
    .select(['channel_id', 'created_at'])
    .where('span', '=', span)
    .where('created_at', '<', before)
    .limit(limit)
    .execute();
  for (const [channelId, starts] of Map.groupBy(old, ({ channel_id }) => channel_id)) {
    await logDb
      .deleteFrom('channel_health')
      .where('span', '=', span)
      .where('channel_id', '=', channelId)
      .where(
        'created_at',
        'in',
        starts.map(({ created_at }) => created_at),
      )
      .execute();
  }
  return old.length;
}
