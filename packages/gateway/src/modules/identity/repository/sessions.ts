import type { Insertable } from 'kysely';
import type { Db, SessionTable } from '../../../db/schema.ts';

export async function insert(db: Db, row: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

export function findWithUser(db: Db, idHash: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id_hash', 'sessions.created_at', 'sessions.last_seen_at'])
    .select(['users.id', 'users.username', 'users.role', 'users.status', 'users.group', 'users.setting'])
    .where('sessions.id_hash', '=', idHash)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function touch(db: Db, idHash: string, at: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: at }).where('id_hash', '=', idHash).execute();
}

export async function remove(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

export function listOfUser(
  db: Db,
  userId: number,
  { createdSince, seenSince }: { createdSince: number; seenSince: number },
) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>=', createdSince)
    .where('last_seen_at', '>=', seenSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id_hash')
    .limit(1000)
    .execute();
}

export async function removeOthers(db: Db, userId: number, idHashToKeep: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '!=', idHashToKeep)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Times in seconds. Returns how many were deleted. */
export async function removeOlder(
  db: Db,
  { createdBefore, seenBefore }: { createdBefore: number; seenBefore: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('created_at', '<', createdBefore), eb('last_seen_at', '<', seenBefore)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
