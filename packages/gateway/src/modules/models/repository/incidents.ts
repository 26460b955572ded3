import type { Insertable, Selectable, Updateable } from 'kysely';
import { insertForId } from '../../../db/portable.ts';
import type { Db, IncidentTable } from '../../../db/schema.ts';

export type IncidentRow = Selectable<IncidentTable>;

export function find(db: Db, id: number): Promise<IncidentRow | undefined> {
  return db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Open ones, and those that were resolved since a time; newest first. */
export function listShown(db: Db, resolvedSince: number, limit: number): Promise<IncidentRow[]> {
  return db
    .selectFrom('incidents')
    .selectAll()
    .where((eb) => eb.or([eb('resolved_at', '=', 0), eb('resolved_at', '>=', resolvedSince)]))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function insert(db: Db, row: Insertable<IncidentTable>): Promise<number> {
  return insertForId(db, 'incidents', row);
}

export async function update(db: Db, id: number, changes: Updateable<IncidentTable>): Promise<void> {
  await db.updateTable('incidents').set(changes).where('id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('incidents').where('id', '=', id).execute();
}
