import { ChannelStatus } from '@tollgate/contract';
import type { Selectable } from 'kysely';
import type { ChannelTable, Db, LogDb } from '../../../db/schema.ts';

export type ChannelRow = Selectable<ChannelTable>;

export async function listAll(db: Db): Promise<ChannelRow[]> {
  return db.selectFrom('channels').selectAll().orderBy('id').execute();
}

export function find(db: Db, id: number): Promise<ChannelRow | undefined> {
  return db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Which channel serves which model to which group, enabled channels only. */
export async function listAbilities(db: Db) {
  return db
    .selectFrom('abilities')
    .select(['group', 'model', 'channel_id', 'priority', 'weight'])
    .where('enabled', '=', 1)
    .orderBy('channel_id')
    .execute();
}

/** Disables an enabled channel with the reason. Returns false when another process did so first. */
export async function trip(db: Db, id: number, reason: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channels')
    .set({
      status: ChannelStatus.tripped,
      other_info: JSON.stringify({ status_reason: reason, status_time: at }),
    })
    .where('id', '=', id)
    .where('status', '=', ChannelStatus.enabled)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db.updateTable('abilities').set({ enabled: 0 }).where('channel_id', '=', id).execute();
  return true;
}

export async function findName(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('channels').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name || undefined;
}

export interface FailedAttempt {
  request_id: string;
  n: number;
  channel_id: number;
  error_class: string;
  status: number;
  started_at: number;
  ended_at: number;
}

export async function insertAttempt(logDb: LogDb, attempt: FailedAttempt): Promise<void> {
  await logDb.insertInto('attempts').values(attempt).execute();
}
