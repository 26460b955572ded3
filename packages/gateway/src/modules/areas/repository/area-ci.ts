import type { Selectable } from 'kysely';
import { insertForId, insertIfNew } from '../../../db/portable.ts';
import type { AreaCiIdentityTable, Db } from '../../../db/schema.ts';

export type IdentityRow = Selectable<AreaCiIdentityTable>;

export function listOfArea(db: Db, areaId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('area_ci_identities')
    .selectAll()
    .where('area_id', '=', areaId)
    .orderBy('id')
    .execute();
}

export function insert(tx: Db, row: Omit<IdentityRow, 'id' | 'used_at'>): Promise<number> {
  return insertForId(tx, 'area_ci_identities', row);
}

export async function recordUse(tx: Db, ids: readonly number[], at: number): Promise<void> {
  await tx.updateTable('area_ci_identities').set({ used_at: at }).where('id', 'in', ids).execute();
}

/** Returns the tokens of jobs that were not revoked. */
export function listTokensOfArea(db: Db, areaId: string) {
  return db
    .selectFrom('publish_tokens')
    .select(['id', 'ci_identity_id', 'rights'])
    .where('area_id', '=', areaId)
    .where('ci_identity_id', '>', 0)
    .where('revoked_at', '=', 0)
    .execute();
}

/** Ends what these jobs have. Builds that they signed stay trusted. Returns the identity that was removed. */
export async function remove(tx: Db, id: number, at: number): Promise<IdentityRow | undefined> {
  const row = await tx.selectFrom('area_ci_identities').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  await tx.deleteFrom('area_ci_identities').where('id', '=', id).execute();
  await tx
    .updateTable('publish_tokens')
    .set({ revoked_at: at })
    .where('ci_identity_id', '=', id)
    .where('revoked_at', '=', 0)
    .execute();
  await tx
    .updateTable('publish_keys')
    .set({ retired_at: at })
    .where('ci_identity_id', '=', id)
    .where('retired_at', '>', at)
    .execute();
  return row;
}

/** Returns whether the ID token was not used before. */
export async function use(tx: Db, tokenHash: string, expiresAt: number): Promise<boolean> {
  return await insertIfNew(tx, 'area_ci_uses', { token_hash: tokenHash, expires_at: expiresAt });
}

/** Forgets ID tokens, and deploy tokens that were given for them, that ended before a time. */
export async function forget(tx: Db, before: number): Promise<void> {
  await tx.deleteFrom('area_ci_uses').where('expires_at', '<', before).execute();
  await tx
    .deleteFrom('publish_tokens')
    .where('ci_identity_id', '>', 0)
    .where('expires_at', '<', before)
    .execute();
}
