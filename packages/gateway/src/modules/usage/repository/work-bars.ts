import { type SelectQueryBuilder, sql } from 'kysely';
import { floorTo } from '../../../db/portable.ts';
import type { Db, Schema } from '../../../db/schema.ts';

/** At most `limit` rows of drawings or tasks. Their times have `perSecond` units a second. */
export interface CountedWork<Table extends keyof Schema = 'midjourneys' | 'tasks'> {
  rows: SelectQueryBuilder<Schema, Table, { submit_time: number; status: string }>;
  limit: number;
  perSecond: number;
}

/** Unix seconds. Undefined without rows. */
export async function findExtent(db: Db, { rows, limit, perSecond }: CountedWork) {
  const { first, last, all } = await db
    .selectFrom(rows.as('work'))
    .select((eb) => [
      eb.fn.min<number | null>('submit_time').as('first'),
      eb.fn.max<number | null>('submit_time').as('last'),
      eb.fn.countAll<number>().as('all'),
    ])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return undefined;
  const seconds = (time: number) => Math.floor(Number(time) / perSecond);
  return { first: seconds(first), last: seconds(last), isCut: Number(all) === limit };
}

/** Counts rows by the time at which they were submitted. `span` and times are in seconds. */
export async function listBars(db: Db, { rows, perSecond }: CountedWork, span: number) {
  const bars = await db
    .selectFrom(rows.as('work'))
    .select((eb) => [
      floorTo('submit_time', span * perSecond).as('start'),
      sql<number>`sum(case when status = 'FAILURE' then 1 else 0 end)`.as('failed'),
      eb.fn.countAll<number>().as('all'),
    ])
    .groupBy('start')
    .orderBy('start')
    .execute();
  return bars.map(({ start, failed, all }) => ({
    created_at: Number(start) / perSecond,
    calls: Number(all) - Number(failed),
    failed: Number(failed),
  }));
}
