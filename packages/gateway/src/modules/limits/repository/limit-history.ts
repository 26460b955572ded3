import type { Db } from '../../../db/schema.ts';

export interface PeriodRow {
  readonly starts_at: number;
  readonly windows: number;
  readonly spent: number;
  readonly highest: number;
  readonly calls: number;
}

/** The windows of a rule that began at the same moment, added up, newest first. */
export async function listPeriods(
  db: Db,
  { id, series }: { readonly id: number; readonly series: number },
  limit: number,
): Promise<PeriodRow[]> {
  const rows = await db
    .selectFrom('limit_window')
    .select((eb) => [
      'starts_at',
      eb.fn.countAll<number>().as('windows'),
      eb.fn.sum<number>('spent').as('spent'),
      eb.fn.max<number>('spent').as('highest'),
      eb.fn.sum<number>('calls').as('calls'),
    ])
    .where('rule_id', '=', id)
    .where('id', 'like', `${id}.${series}.%`)
    .groupBy('starts_at')
    .orderBy('starts_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ starts_at, windows, spent, highest, calls }) => ({
    starts_at,
    windows: Number(windows),
    spent: Number(spent),
    highest: Number(highest),
    calls: Number(calls),
  }));
}
