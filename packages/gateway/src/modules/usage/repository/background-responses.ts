import type { Insertable, Selectable } from 'kysely';
import { insertForId } from '../../../db/portable.ts';
import type { BackgroundResponseTable, Db } from '../../../db/schema.ts';

export type BackgroundResponse = Selectable<BackgroundResponseTable>;

/** Call in the transaction that inserts its row in `pending_tasks`. Returns its id. */
export function insert(tx: Db, row: Insertable<BackgroundResponseTable>): Promise<number> {
  return insertForId(tx, 'background_responses', row);
}

export function find(db: Db, id: number): Promise<BackgroundResponse | undefined> {
  return db.selectFrom('background_responses').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether a response is not charged yet. */
export async function isPending(db: Db, idHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('background_responses')
    .select('id')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function changeState(tx: Db, id: number, state: string): Promise<void> {
  await tx.updateTable('background_responses').set({ state }).where('id', '=', id).execute();
}

export async function remove(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('background_responses').where('id', '=', id).execute();
}
