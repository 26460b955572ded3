import type { Insertable } from 'kysely';
import { upsert } from '../../../db/portable.ts';
import type { AccessTokenTable, Db } from '../../../db/schema.ts';

/** The token with the user who holds it. */
export function findWithUser(db: Db, tokenHash: string) {
  return db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select(['access_tokens.last_used_at', 'access_tokens.expires_at'])
    .select(['users.id', 'users.username', 'users.role', 'users.status', 'users.group'])
    .where('access_tokens.token_hash', '=', tokenHash)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

export function findOfUser(db: Db, userId: number) {
  return db
    .selectFrom('access_tokens')
    .select(['name', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores a token in place of the user's last one. */
export function put(db: Db, row: Insertable<AccessTokenTable>): Promise<void> {
  return upsert(db, 'access_tokens', ['user_id'], { last_used_at: null, ...row });
}

/** Records a use, unless one was recorded after `unlessSince`. Times in seconds. */
export async function touch(
  db: Db,
  tokenHash: string,
  { at, unlessSince }: { at: number; unlessSince: number },
): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: at })
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', unlessSince)]))
    .execute();
}

/** Returns whether there was one. */
export async function removeOfUser(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
