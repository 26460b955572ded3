import type { LogDb } from '../../../db/schema.ts';

/** Quota spent through each channel, by id. */
export async function listByChannel(db: LogDb, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channel_usage')
    .select(['channel_id', 'quota'])
    .where('channel_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ channel_id, quota }) => [Number(channel_id), Number(quota)]));
}
