import type { Selectable } from 'kysely';
import { insertForId } from '../db/portable.ts';
import type { Db, PublishKeyTable, PublishTokenTable } from '../db/schema.ts';

export type KeyRow = Selectable<PublishKeyTable>;
export type TokenRow = Selectable<PublishTokenTable>;

/** Keys that count. */
export function listKeys(db: Db): Promise<KeyRow[]> {
  return db.selectFrom('publish_keys').selectAll().where('revoked_at', '=', 0).orderBy('id').execute();
}

export function listTokens(db: Db): Promise<TokenRow[]> {
  return db.selectFrom('publish_tokens').selectAll().where('revoked_at', '=', 0).orderBy('id').execute();
}

export function insertKey(tx: Db, row: Pick<KeyRow, 'name' | 'public_key' | 'created_at'>): Promise<number> {
  return insertForId(tx, 'publish_keys', row);
}

export function insertToken(
  tx: Db,
  row: Pick<TokenRow, 'area_id' | 'name' | 'token_hash' | 'created_at'>,
): Promise<number> {
  return insertForId(tx, 'publish_tokens', row);
}

/** A token that counts. */
export function findToken(db: Db, hash: string): Promise<TokenRow | undefined> {
  return db
    .selectFrom('publish_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('revoked_at', '=', 0)
    .executeTakeFirst();
}

export async function noteUse(tx: Db, id: number, at: number): Promise<void> {
  await tx.updateTable('publish_tokens').set({ used_at: at }).where('id', '=', id).execute();
}

/** Answers whether it counted until now. */
export async function revoke(
  tx: Db,
  table: 'publish_keys' | 'publish_tokens',
  id: number,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
