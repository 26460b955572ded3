import type { Selectable } from 'kysely';
import type { Db, PendingTaskTable } from '../db/schema.ts';

export type PendingTask = Selectable<PendingTaskTable>;
export type Platform = PendingTask['platform'];

/** Call in the transaction that inserts the row which is worked on. */
export async function add(
  tx: Db,
  row: Pick<PendingTask, 'platform' | 'row_id' | 'request_id' | 'lease_until'>,
): Promise<void> {
  await tx.insertInto('pending_tasks').values(row).execute();
}

/**
 * Takes the rows that nobody has, longest waiting first, until `until` (milliseconds). Two processes that ask at once
 * never get the same row.
 */
export async function claim(
  db: Db,
  platform: Platform,
  { holder, now, until, limit }: { holder: string; now: number; until: number; limit: number },
): Promise<PendingTask[]> {
  const due = await db
    .selectFrom('pending_tasks')
    .select('id')
    .where('platform', '=', platform)
    .where('lease_until', '<=', now)
    .orderBy('lease_until')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (due.length === 0) return [];
  await db
    .updateTable('pending_tasks')
    .set({ holder, lease_until: until })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('lease_until', '<=', now)
    .execute();
  return db.selectFrom('pending_tasks').selectAll().where('holder', '=', holder).orderBy('id').execute();
}

/** Gives back what a holder still has, to be asked about again from `at` on. */
export async function release(db: Db, holder: string, at: number): Promise<void> {
  await db
    .updateTable('pending_tasks')
    .set({ holder: '', lease_until: at })
    .where('holder', '=', holder)
    .execute();
}

/** The work is at its end. Answers true to the one who ends it, false to everybody who comes later. */
export async function remove(tx: Db, platform: Platform, rowId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('pending_tasks')
    .where('platform', '=', platform)
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Somebody says that there is news: the next turn asks. */
export async function hasten(db: Db, platform: Platform, rowId: number, now: number): Promise<void> {
  await db
    .updateTable('pending_tasks')
    .set({ lease_until: now })
    .where('platform', '=', platform)
    .where('row_id', '=', rowId)
    .where('holder', '=', '')
    .execute();
}
