import type { LogDb } from '../../../db/schema.ts';
import type { TimeRange } from './usage-sums.ts';

interface SpendRow {
  name: string;
  created_at: number;
  quota: number;
}

/** Spend by hour of the channels or groups that cost most within a range. */
export async function listNames(
  db: LogDb,
  dimension: 'channel' | 'group',
  { from, to }: TimeRange,
  limit: number,
): Promise<SpendRow[]> {
  const within = db
    .selectFrom('log_sums')
    .where('dimension', '=', dimension)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to);
  const top = await within
    .select(['name', (eb) => eb.fn.sum<number>('quota').as('spent')])
    .groupBy('name')
    .orderBy('spent', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute();
  if (top.length === 0) return [];
  const names = top.map(({ name }) => name);
  const rows = await within
    .select(['name', 'created_at', 'quota'])
    .where('name', 'in', names)
    .orderBy('created_at')
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    name: row.name,
    created_at: Number(row.created_at),
    quota: Number(row.quota),
  }));
}

/** Spend by day of the tokens that cost most within a range; of some tokens with `ids`. */
export async function listTokens(
  db: LogDb,
  { ids, from, to }: TimeRange & { ids?: readonly number[] | undefined },
  limit: number,
): Promise<SpendRow[]> {
  if (ids?.length === 0) return [];
  let within = db.selectFrom('token_days').where('created_at', '>=', from).where('created_at', '<=', to);
  if (ids) within = within.where('token_id', 'in', [...ids]);
  const top = await within
    .select(['token_id', (eb) => eb.fn.sum<number>('quota').as('spent')])
    .groupBy('token_id')
    .orderBy('spent', 'desc')
    .orderBy('token_id')
    .limit(limit)
    .execute();
  if (top.length === 0) return [];
  const rows = await within
    .select(['token_id', 'created_at', 'quota'])
    .where(
      'token_id',
      'in',
      top.map(({ token_id }) => token_id),
    )
    .orderBy('created_at')
    .orderBy('token_id')
    .execute();
  return rows.map((row) => ({
    name: String(row.token_id),
    created_at: Number(row.created_at),
    quota: Number(row.quota),
  }));
}
