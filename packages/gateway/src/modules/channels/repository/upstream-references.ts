import { type BulkInsert, insertMany, overwriting } from '../../../db/bulk.ts';
import type { Db } from '../../../db/schema.ts';

/** What made a reference. `keyHash` is empty for a channel with one key. */
export interface ReferenceOwner {
  readonly channelId: number;
  readonly keyHash: string;
}

/** What made an item or a file, and for whom. */
export interface ItemOwner extends ReferenceOwner {
  readonly userId: number;
}

export interface OwnedReference extends ReferenceOwner {
  readonly idHash: string;
  /** Of items and files. */
  readonly userId?: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Returns the owner of the first of these hashes that has one. */
export async function findFirst(
  db: Db,
  idHashes: readonly string[],
  now: number,
): Promise<(ReferenceOwner & { readonly idHash: string }) | undefined> {
  const rows = await db
    .selectFrom('upstream_references')
    .select(['id_hash', 'channel_id', 'key_hash'])
    .where('id_hash', 'in', idHashes)
    .where('expires_at', '>', now)
    .execute();
  const found = idHashes.map((idHash) => rows.find((row) => row.id_hash === idHash)).find((row) => row);
  return found && { idHash: found.id_hash, channelId: found.channel_id, keyHash: found.key_hash };
}

/** Returns the owners of these hashes of items and files. */
export async function findItems(
  db: Db,
  idHashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, ItemOwner>> {
  const rows = await db
    .selectFrom('upstream_references')
    .select(['id_hash', 'channel_id', 'key_hash', 'user_id'])
    .where('id_hash', 'in', idHashes)
    .where('expires_at', '>', now)
    .execute();
  return new Map(
    rows.map(({ id_hash, channel_id: channelId, key_hash: keyHash, user_id: userId }) => [
      id_hash,
      { channelId, keyHash, userId },
    ]),
  );
}

const saving: BulkInsert = overwriting(
  'upstream_references',
  ['id_hash'],
  ['channel_id', 'key_hash', 'expires_at', 'user_id'],
);

/** Saves references with different hashes; the latest owner wins. */
export function save(db: Db, references: readonly OwnedReference[]): Promise<void> {
  const rows = references.map(({ idHash, channelId, keyHash, expiresAt, userId = 0 }) => [
    idHash,
    channelId,
    keyHash,
    expiresAt,
    userId,
  ]);
  return insertMany(db, saving, rows);
}

export async function removeExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('upstream_references').where('expires_at', '<=', now).execute();
}
