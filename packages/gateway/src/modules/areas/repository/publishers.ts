import type { Selectable } from 'kysely';
import { insertForId } from '../../../db/portable.ts';
import type { Db, PublishKeyTable, PublishTokenTable } from '../../../db/schema.ts';
import type { BuildKey } from './area-builds.ts';

export type KeyRow = Selectable<PublishKeyTable>;
export type TokenRow = Selectable<PublishTokenTable>;

/** Lists trusted keys, retired ones included. */
export function listKeys(db: Db): Promise<KeyRow[]> {
  return db.selectFrom('publish_keys').selectAll().where('revoked_at', '=', 0).orderBy('id').execute();
}

/** Lists all keys, also retired and revoked ones. */
export function listAllKeys(db: Db): Promise<KeyRow[]> {
  return db.selectFrom('publish_keys').selectAll().orderBy('id').execute();
}

/** The name of the revoked key that a published build is signed with. Undefined for every other build. */
export async function findRevokedKeyOf(db: Db, { area_id, build_id }: BuildKey): Promise<string | undefined> {
  const row = await revokedBuilds(db)
    .select('publish_keys.name')
    .where('area_builds.area_id', '=', area_id)
    .where('area_builds.build_id', '=', build_id)
    .executeTakeFirst();
  return row?.name;
}

/** Lists published builds whose latest signature is of a revoked key. */
export function listUntrustedBuilds(db: Db): Promise<BuildKey[]> {
  return revokedBuilds(db).select(['area_builds.area_id', 'area_builds.build_id']).execute();
}

function revokedBuilds(db: Db) {
  return db
    .selectFrom('area_builds')
    .innerJoin('publish_keys', 'publish_keys.id', 'area_builds.key_id')
    .where('publish_keys.revoked_at', '>', 0);
}

/** Returns whether it could sign until now. */
export async function retireKey(tx: Db, id: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('publish_keys')
    .set({ retired_at: at })
    .where('id', '=', id)
    .where('retired_at', '=', 0)
    .where('revoked_at', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function listTokens(db: Db): Promise<TokenRow[]> {
  return db.selectFrom('publish_tokens').selectAll().where('revoked_at', '=', 0).orderBy('id').execute();
}

export function insertKey(
  tx: Db,
  row: Pick<KeyRow, 'name' | 'public_key' | 'area_id' | 'created_at'> &
    Partial<Pick<KeyRow, 'retired_at' | 'ci_identity_id'>>,
): Promise<number> {
  return insertForId(tx, 'publish_keys', row);
}

export function insertToken(
  tx: Db,
  row: Pick<TokenRow, 'area_id' | 'name' | 'token_hash' | 'rights' | 'expires_at' | 'created_at'> &
    Partial<Pick<TokenRow, 'ci_identity_id'>>,
): Promise<number> {
  return insertForId(tx, 'publish_tokens', row);
}

/** Finds a token, whether it was revoked or not. */
export function findToken(db: Db, hash: string): Promise<TokenRow | undefined> {
  return db.selectFrom('publish_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();
}

export async function recordUse(tx: Db, id: number, at: number): Promise<void> {
  await tx.updateTable('publish_tokens').set({ used_at: at }).where('id', '=', id).execute();
}

/** Finds the key with this public half, whatever its state. */
export function findKeyByPublicHalf(db: Db, publicKey: string): Promise<KeyRow | undefined> {
  return db.selectFrom('publish_keys').selectAll().where('public_key', '=', publicKey).executeTakeFirst();
}

/** Revokes a key, under every name of its public half. Returns whether it was trusted until now. */
export async function revokeKey(tx: Db, id: number, at: number): Promise<boolean> {
  const key = await tx
    .selectFrom('publish_keys')
    .select('public_key')
    .where('id', '=', id)
    .where('revoked_at', '=', 0)
    .executeTakeFirst();
  if (!key) return false;
  const { numUpdatedRows } = await tx
    .updateTable('publish_keys')
    .set({ revoked_at: at })
    .where('public_key', '=', key.public_key)
    .where('revoked_at', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function revokeTokensOf(tx: Db, areaId: string, at: number): Promise<void> {
  await tx
    .updateTable('publish_tokens')
    .set({ revoked_at: at })
    .where('area_id', '=', areaId)
    .where('revoked_at', '=', 0)
    .execute();
}

/** Returns whether it was valid until now. */
export async function revokeToken(tx: Db, id: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('publish_tokens')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
