import type { Selectable } from 'kysely';
import { upsert } from '../../../db/portable.ts';
import type { ChannelKeyTable, Db } from '../../../db/schema.ts';

/** A disabled key. */
export type KeyRow = Selectable<ChannelKeyTable>;

/** Lists the disabled keys of one channel. */
export function listOf(db: Db, channelId: number): Promise<KeyRow[]> {
  return db.selectFrom('channel_keys').selectAll().where('channel_id', '=', channelId).execute();
}

/** Lists the disabled keys of all channels. */
export function listAll(db: Db) {
  return db
    .selectFrom('channel_keys')
    .select(['channel_id', 'key_hash', 'status'])
    .orderBy('channel_id')
    .orderBy('key_hash')
    .execute();
}

/** Counts the disabled keys of each channel that has some. */
export async function countOff(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('channel_keys')
    .select(['channel_id', (eb) => eb.fn.countAll<number>().as('total')])
    .groupBy('channel_id')
    .execute();
  return new Map(rows.map(({ channel_id, total }) => [Number(channel_id), Number(total)]));
}

/** Lists keys of one status, those first that were not tried for the longest time. */
export function listByStatus(db: Db, status: number): Promise<KeyRow[]> {
  return db
    .selectFrom('channel_keys')
    .selectAll()
    .where('status', '=', status)
    .orderBy('tried_at')
    .orderBy('since')
    .execute();
}

export function turnOff(db: Db, row: Omit<KeyRow, 'tried_at'>): Promise<void> {
  return upsert(db, 'channel_keys', ['channel_id', 'key_hash'], { ...row, tried_at: 0 });
}

export async function turnOn(db: Db, channelId: number, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await db
    .deleteFrom('channel_keys')
    .where('channel_id', '=', channelId)
    .where('key_hash', 'in', [...hashes])
    .execute();
}

export async function recordTry(db: Db, { channel_id, key_hash }: KeyRow, tried_at: number): Promise<void> {
  await db
    .updateTable('channel_keys')
    .set({ tried_at })
    .where('channel_id', '=', channel_id)
    .where('key_hash', '=', key_hash)
    .execute();
}

export async function removeAll(db: Db, channelId: number): Promise<void> {
  await db.deleteFrom('channel_keys').where('channel_id', '=', channelId).execute();
}

/** Copies the states of one channel for its copy. */
export async function copy(db: Db, from: number, to: number): Promise<void> {
  for (const row of await listOf(db, from)) await turnOff(db, { ...row, channel_id: to });
}
