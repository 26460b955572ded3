import { type Selectable, sql } from 'kysely';
import { insertIfNew } from '../../../db/portable.ts';
import type { AreaFaultTable, AreaNoteTable, Db } from '../../../db/schema.ts';

export type FaultRow = Selectable<AreaFaultTable>;
type FaultKey = Pick<FaultRow, 'area_id' | 'build_id' | 'fingerprint'>;

/** Adds to a fault, or returns false when it is not there. */
export async function raise(tx: Db, fault: FaultKey, by: { count: number; at: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('area_faults')
    .set({ count: sql<number>`${sql.ref('count')} + ${by.count}`, last_at: by.at })
    .where('area_id', '=', fault.area_id)
    .where('build_id', '=', fault.build_id)
    .where('fingerprint', '=', fault.fingerprint)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export function insert(tx: Db, fault: FaultRow): Promise<boolean> {
  return insertIfNew(tx, 'area_faults', fault);
}

/** How many different faults a build has. */
export async function count(db: Db, { area_id, build_id }: Omit<FaultKey, 'fingerprint'>): Promise<number> {
  const row = await db
    .selectFrom('area_faults')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .where('area_id', '=', area_id)
    .where('build_id', '=', build_id)
    .executeTakeFirstOrThrow();
  return Number(row.all);
}

/** Faults of an area that happened since then, the most frequent first. */
export async function listSince(db: Db, areaId: string, since: number): Promise<FaultRow[]> {
  const rows = await db
    .selectFrom('area_faults')
    .selectAll()
    .where('area_id', '=', areaId)
    .where('last_at', '>=', since)
    .orderBy('count', 'desc')
    .orderBy('fingerprint')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export async function removeBefore(tx: Db, before: number): Promise<void> {
  await tx.deleteFrom('area_faults').where('last_at', '<', before).execute();
}

/** The notes of all builds. */
export function listNotes(db: Db): Promise<Selectable<AreaNoteTable>[]> {
  return db.selectFrom('area_notes').selectAll().execute();
}

/** An empty note removes it. */
export async function putNote(tx: Db, note: Selectable<AreaNoteTable>): Promise<void> {
  await tx
    .deleteFrom('area_notes')
    .where('area_id', '=', note.area_id)
    .where('build_id', '=', note.build_id)
    .execute();
  if (note.note !== '') await tx.insertInto('area_notes').values(note).execute();
}
