import { forUpdate, insertIfNew } from '../../../db/portable.ts';
import type { Db, IdentityTable } from '../../../db/schema.ts';

/** The key of an identity: the provider's name and the hash of its subject. */
export type IdentityKey = Pick<IdentityTable, 'provider' | 'subject_hash'>;

/** Returns the user behind an identity, also one who deregistered. */
export function findHolder(db: Db, { provider, subject_hash }: IdentityKey) {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('identities.provider', '=', provider)
    .where('identities.subject_hash', '=', subject_hash)
    .executeTakeFirst();
}

/** Returns false when the identity has a user already, or the user has another one of this provider. */
export function claim(db: Db, row: IdentityTable): Promise<boolean> {
  return insertIfNew(db, 'identities', row);
}

export async function remove(db: Db, userId: number, provider: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listProviders(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('identities').select('provider').where('user_id', '=', userId).execute();
  return rows.map(({ provider }) => provider);
}

/** Serializes changes of one user's identities. Call first in the transaction. */
export async function lockUser(db: Db, userId: number): Promise<void> {
  await forUpdate(db, db.selectFrom('users').select('id').where('id', '=', userId)).execute();
}

export async function latestUserId(db: Db): Promise<number> {
  const row = await db.selectFrom('users').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return Number(row?.id ?? 0);
}
