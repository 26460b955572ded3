import { sql } from 'kysely';
import { adding, insertMany } from '../../../db/bulk.ts';
import type { AreaCountTable, Db } from '../../../db/schema.ts';

const counts = adding('area_counts', ['window_at', 'area_id', 'build_id', 'counter'], [], ['count']);

/** Adds to the counters, always in the same order, so that processes cannot deadlock. */
export async function add(tx: Db, rows: readonly AreaCountTable[]): Promise<void> {
  const values = rows.map(({ window_at, area_id, build_id, counter, count }) => ({
    key: `${window_at} ${area_id} ${build_id} ${counter}`,
    row: [window_at, area_id, build_id, counter, count],
  }));
  values.sort((a, b) => (a.key < b.key ? -1 : 1));
  await insertMany(
    tx,
    counts,
    values.map(({ row }) => row),
  );
}

/** Sums of every counter of every build in the windows from `since` on, in seconds. */
export async function sumSince(db: Db, since: number): Promise<Omit<AreaCountTable, 'window_at'>[]> {
  const rows = await db
    .selectFrom('area_counts')
    .select(['area_id', 'build_id', 'counter', sql<number>`sum(${sql.ref('count')})`.as('count')])
    .where('window_at', '>=', since)
    .groupBy(['area_id', 'build_id', 'counter'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Failures and crashes of each area in each window from `since` on. */
export async function listTroubleSince(db: Db, since: number) {
  const rows = await db
    .selectFrom('area_counts')
    .select(['window_at', 'area_id', sql<number>`sum(${sql.ref('count')})`.as('count')])
    .where('window_at', '>=', since)
    .where((where) => where.or([where('counter', '=', 'crash'), where('counter', 'like', 'fail.%')]))
    .groupBy(['window_at', 'area_id'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Counters of one area in the windows from `since` on. */
export async function listOfArea(db: Db, areaId: string, since: number) {
  const rows = await db
    .selectFrom('area_counts')
    .select(['window_at', 'build_id', 'counter', 'count'])
    .where('window_at', '>=', since)
    .where('area_id', '=', areaId)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export async function removeBefore(tx: Db, before: number): Promise<void> {
  await tx.deleteFrom('area_counts').where('window_at', '<', before).execute();
}
