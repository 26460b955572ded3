import type { Selectable } from 'kysely';
import type { ChannelCostTable, Db } from '../../../db/schema.ts';
import { type Amounts, toNumbers, toTexts } from './amounts.ts';

const amounts = [
  'factor',
  'input',
  'output',
  'cache_read',
  'cache_write',
  'cache_write_hour',
  'per_call',
  'per_second',
] as const;

export type ChannelCostRow = Amounts<Selectable<ChannelCostTable>, (typeof amounts)[number]>;
export type NewChannelCost = Omit<ChannelCostRow, 'id' | 'channel_id'>;

/** The costs of all channels, those of a channel together. */
export async function listAll(db: Db): Promise<ChannelCostRow[]> {
  const rows = await db.selectFrom('channel_costs').selectAll().orderBy('channel_id').orderBy('id').execute();
  return rows.map((row) => toNumbers(row, amounts));
}

export async function listOf(db: Db, channelId: number): Promise<ChannelCostRow[]> {
  const query = db.selectFrom('channel_costs').selectAll().where('channel_id', '=', channelId);
  const rows = await query.orderBy('id').execute();
  return rows.map((row) => toNumbers(row, amounts));
}

/** Replaces the costs of a channel. */
export async function replace(tx: Db, channelId: number, rows: readonly NewChannelCost[]): Promise<void> {
  await removeOf(tx, [channelId]);
  const values = rows.map((row) => ({ ...toTexts(row, amounts), channel_id: channelId }));
  if (values.length > 0) await tx.insertInto('channel_costs').values(values).execute();
}

export async function removeOf(tx: Db, channelIds: readonly number[]): Promise<void> {
  if (channelIds.length === 0) return;
  await tx
    .deleteFrom('channel_costs')
    .where('channel_id', 'in', [...channelIds])
    .execute();
}
