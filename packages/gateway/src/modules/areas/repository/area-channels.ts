import type { Selectable, Updateable } from 'kysely';
import { forUpdate, insertIfNew, upsert } from '../../../db/portable.ts';
import type { AreaChannelTable, AreaPinTable, AreaRevocationTable, Db } from '../../../db/schema.ts';

export type ChannelRow = Selectable<AreaChannelTable>;

export function list(db: Db): Promise<ChannelRow[]> {
  return db.selectFrom('area_channels').selectAll().orderBy('area_id').execute();
}

/** Returns the row of an area, locked until the transaction ends. Creates it when it is missing. */
export async function lock(tx: Db, areaId: string): Promise<ChannelRow> {
  await insertIfNew(tx, 'area_channels', { area_id: areaId, canary_cohorts: '', canary_frozen: '' });
  const query = tx.selectFrom('area_channels').selectAll().where('area_id', '=', areaId);
  return await forUpdate(tx, query).executeTakeFirstOrThrow();
}

export async function update(tx: Db, areaId: string, changes: Updateable<AreaChannelTable>): Promise<void> {
  await tx.updateTable('area_channels').set(changes).where('area_id', '=', areaId).execute();
}

/** Takes a canary back unless another process did. Returns whether it did. */
export async function freeze(tx: Db, areaId: string, buildId: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('area_channels')
    .set({ canary_frozen: reason })
    .where('area_id', '=', areaId)
    .where('canary_build', '=', buildId)
    .where('canary_frozen', '=', '')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Grows the share of a running canary unless it changed meanwhile. Returns whether it did. */
export async function advance(
  tx: Db,
  { area_id, canary_build, canary_percent, canary_step_at }: ChannelRow,
  changes: Pick<ChannelRow, 'canary_percent' | 'canary_step_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('area_channels')
    .set(changes)
    .where('area_id', '=', area_id)
    .where('canary_build', '=', canary_build)
    .where('canary_frozen', '=', '')
    .where('canary_percent', '=', canary_percent)
    .where('canary_step_at', '=', canary_step_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function listRevocations(db: Db): Promise<Selectable<AreaRevocationTable>[]> {
  return db.selectFrom('area_revocations').selectAll().execute();
}

export function revoke(tx: Db, row: AreaRevocationTable): Promise<void> {
  return upsert(tx, 'area_revocations', ['area_id', 'build_id'], row);
}

/** Returns whether it was revoked. */
export async function restore(tx: Db, areaId: string, buildId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('area_revocations')
    .where('area_id', '=', areaId)
    .where('build_id', '=', buildId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Lists pins that have not expired at `now`, in seconds. */
export function listPins(db: Db, now: number): Promise<Selectable<AreaPinTable>[]> {
  return db
    .selectFrom('area_pins')
    .selectAll()
    .where('expires_at', '>', now)
    .orderBy('area_id')
    .orderBy('user_id')
    .execute();
}

export function pin(tx: Db, row: AreaPinTable): Promise<void> {
  return upsert(tx, 'area_pins', ['area_id', 'user_id'], row);
}

/** Returns whether there was one. */
export async function unpin(tx: Db, areaId: string, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('area_pins')
    .where('area_id', '=', areaId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function unpinAll(tx: Db, areaId: string): Promise<void> {
  await tx.deleteFrom('area_pins').where('area_id', '=', areaId).execute();
}

/** Forgets the rollout of an area. */
export async function remove(tx: Db, areaId: string): Promise<void> {
  for (const table of ['area_channels', 'area_revocations'] as const)
    await tx.deleteFrom(table).where('area_id', '=', areaId).execute();
}

export async function removeExpiredPins(tx: Db, now: number): Promise<void> {
  await tx.deleteFrom('area_pins').where('expires_at', '<=', now).execute();
}
