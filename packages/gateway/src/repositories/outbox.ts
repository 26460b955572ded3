import type { Db } from '../db/schema.ts';

export interface OutboxRow {
  id: number;
  topic: string;
  dedup_key: string;
  payload: string;
  next_at: number;
  tries: number;
}

/** Call in the transaction of the change that it announces. */
export async function add(
  tx: Db,
  row: { topic: string; dedup_key: string; payload: string; next_at: number },
): Promise<void> {
  await tx.insertInto('outbox').values(row).execute();
}

/** What waits and is due, oldest first. Times in seconds. */
export function listDue(db: Db, topics: readonly string[], at: number, limit: number): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('topic', 'in', [...topics])
    .where('next_at', '<=', at)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Takes a row for a while. Of several processes that see it, one hears true; the others come back when it failed. */
export async function claim(db: Db, { id, tries }: OutboxRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ next_at: until, tries: tries + 1 })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function postpone(db: Db, id: number, next_at: number): Promise<void> {
  await db.updateTable('outbox').set({ next_at }).where('id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}
