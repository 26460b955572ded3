import type { Selectable } from 'kysely';
import { upsert } from '../../../db/portable.ts';
import type { AreaOverrideTable, Db } from '../../../db/schema.ts';

/** Lists the overrides of a session that have not expired at `now`, in seconds. */
export function listOfSession(db: Db, idHash: string, now: number): Promise<Selectable<AreaOverrideTable>[]> {
  return db
    .selectFrom('area_overrides')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .orderBy('area_id')
    .execute();
}

export function put(tx: Db, row: AreaOverrideTable): Promise<void> {
  return upsert(tx, 'area_overrides', ['id_hash', 'area_id'], row);
}

/** Returns whether there was one. */
export async function remove(tx: Db, idHash: string, areaId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('area_overrides')
    .where('id_hash', '=', idHash)
    .where('area_id', '=', areaId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function removeExpired(tx: Db, now: number): Promise<void> {
  await tx.deleteFrom('area_overrides').where('expires_at', '<=', now).execute();
}
