import type { MarginDimension } from '@tollgate/contract';
import { sql } from 'kysely';
import { floorTo } from '../../../db/portable.ts';
import type { LogDb } from '../../../db/schema.ts';
import type { TimeRange } from './usage-sums.ts';

const DAY = 86_400;

export interface KnownMargin {
  readonly calls: number;
  readonly quota: number;
  readonly cost: number;
}

/** Sums of the calls whose cost is known. Whole days: the one in which the range begins counts. */
export async function listKnown(
  db: LogDb,
  by: MarginDimension,
  { from, to }: TimeRange,
): Promise<Map<string, KnownMargin>> {
  const column = sql.ref(by === 'day' ? 'created_at' : 'name');
  const rows = await db
    .selectFrom('margin_sums')
    .select((eb) => [
      sql<string | number>`${column}`.as('name'),
      eb.fn.sum<number>('count').as('calls'),
      eb.fn.sum<number>('quota').as('quota'),
      eb.fn.sum<number>('provider_cost').as('cost'),
    ])
    .where('dimension', '=', by)
    .where('created_at', '>=', startOfDay(from))
    .where('created_at', '<=', to)
    .groupBy(column)
    .execute();
  return new Map(
    rows.map(({ name, calls, quota, cost }) => [
      String(name),
      { calls: Number(calls), quota: Number(quota), cost: Number(cost) },
    ]),
  );
}

/** What callers paid for all calls of the same days. */
export async function listRevenue(
  db: LogDb,
  by: MarginDimension,
  { from, to }: TimeRange,
): Promise<Map<string, number>> {
  const column = by === 'day' ? floorTo('created_at', DAY) : sql.ref('name');
  const rows = await db
    .selectFrom('log_sums')
    .select((eb) => [sql<string | number>`${column}`.as('name'), eb.fn.sum<number>('quota').as('quota')])
    .where('dimension', '=', by === 'day' ? 'all' : by)
    .where('created_at', '>=', startOfDay(from))
    .where('created_at', '<=', to)
    .groupBy(column)
    .execute();
  return new Map(rows.map(({ name, quota }) => [String(name), Number(quota)]));
}

function startOfDay(seconds: number): number {
  return Math.max(0, seconds - (seconds % DAY));
}
