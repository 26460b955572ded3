import { type BulkInsert, insertMany, overwriting } from '../../../db/bulk.ts';
import type { Db } from '../../../db/schema.ts';

export interface StoredChat {
  readonly idHash: string;
  readonly userId: number;
  readonly chatId: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

const saving: BulkInsert = overwriting('stored_chats', ['id_hash'], ['user_id', 'chat_id', 'expires_at']);

export function save(db: Db, { idHash, userId, chatId, expiresAt }: StoredChat): Promise<void> {
  return insertMany(db, saving, [[idHash, userId, chatId, expiresAt]]);
}

export async function remove(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('stored_chats').where('id_hash', '=', idHash).execute();
}

export interface ChatPage {
  readonly userId: number;
  /** The row behind which the page begins; 0 for the first page. */
  readonly after: number;
  readonly isDescending: boolean;
  readonly limit: number;
}

/** A page of the stored chats of a user, in the order of the calls. */
export async function list(
  db: Db,
  { userId, after, isDescending, limit }: ChatPage,
): Promise<{ id: number; chatId: string }[]> {
  const rows = await db
    .selectFrom('stored_chats')
    .select(['id', 'chat_id as chatId'])
    .where('user_id', '=', userId)
    .$if(after > 0, (query) => query.where('id', isDescending ? '<' : '>', after))
    .orderBy('id', isDescending ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  return rows;
}

/** The row of a chat; `undefined` for one that is not stored. */
export async function find(db: Db, idHash: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('stored_chats')
    .select('id')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return row?.id;
}

export async function removeExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('stored_chats').where('expires_at', '<=', now).execute();
}
