import type { Selectable } from 'kysely';
import { upsert } from '../../../db/portable.ts';
import type { Db, NotificationTable } from '../../../db/schema.ts';

export type NotificationRow = Selectable<NotificationTable>;

/** Stores an unread notification, in the place of an older one of the same kind and subject. */
export async function put(tx: Db, row: Omit<NotificationRow, 'id' | 'read_at'>): Promise<void> {
  await upsert(tx, 'notifications', ['user_id', 'kind', 'subject'], { ...row, read_at: 0 });
}

export async function has(
  db: Db,
  row: Pick<NotificationRow, 'user_id' | 'kind' | 'subject'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('kind', '=', row.kind)
    .where('subject', '=', row.subject)
    .executeTakeFirst();
  return found !== undefined;
}

/** Newest first. */
export function listOf(db: Db, userId: number): Promise<NotificationRow[]> {
  return newest(db, userId).selectAll().execute();
}

/** Deletes what a user has beyond the newest ones. */
export async function keepNewest(tx: Db, userId: number, count: number): Promise<void> {
  const rows = await newest(tx, userId).select('id').offset(count).limit(BATCH).execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom('notifications').where('id', 'in', ids).execute();
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('read_at', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Marks one of a user, or all. Returns whether any was unread. */
export async function markRead(
  tx: Db,
  userId: number,
  { id, at }: { id?: number | undefined; at: number },
): Promise<boolean> {
  let query = tx
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', '=', 0);
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

export async function removeOlder(db: Db, before: number): Promise<void> {
  await db.deleteFrom('notifications').where('created_at', '<', before).execute();
}

function newest(db: Db, userId: number) {
  return db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

const BATCH = 100;
