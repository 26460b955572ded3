import type { Selectable } from 'kysely';
import { upsert } from '../../../db/portable.ts';
import type { AreaMemberTable, Db } from '../../../db/schema.ts';

export type MemberRow = Selectable<AreaMemberTable>;

export function listOfArea(db: Db, areaId: string): Promise<MemberRow[]> {
  return db.selectFrom('area_members').selectAll().where('area_id', '=', areaId).orderBy('user_id').execute();
}

export function list(db: Db): Promise<MemberRow[]> {
  return db.selectFrom('area_members').selectAll().execute();
}

export function listOfUser(db: Db, userId: number): Promise<MemberRow[]> {
  return db.selectFrom('area_members').selectAll().where('user_id', '=', userId).execute();
}

export async function put(tx: Db, row: MemberRow): Promise<void> {
  await upsert(tx, 'area_members', ['area_id', 'user_id'], row);
}

export async function removeAll(tx: Db, areaId: string): Promise<void> {
  await tx.deleteFrom('area_members').where('area_id', '=', areaId).execute();
}

/** Returns whether there was one. */
export async function remove(tx: Db, areaId: string, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('area_members')
    .where('area_id', '=', areaId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
