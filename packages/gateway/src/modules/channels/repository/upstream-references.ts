import { type BulkInsert, insertMany, overwriting } from '../../../db/bulk.ts';
import type { Db } from '../../../db/schema.ts';

/** What made a reference. `keyHash` is empty for a channel with one key. */
export interface ReferenceOwner {
  readonly channelId: number;
  readonly keyHash: string;
}

export interface OwnedReference extends ReferenceOwner {
  readonly idHash: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export async function find(db: Db, idHash: string, now: number): Promise<ReferenceOwner | undefined> {
  const row = await db
    .selectFrom('upstream_references')
    .select(['channel_id', 'key_hash'])
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { channelId: row.channel_id, keyHash: row.key_hash };
}

const saving: BulkInsert = overwriting(
  'upstream_references',
  ['id_hash'],
  ['channel_id', 'key_hash', 'expires_at'],
);

/** Saves references with different hashes; the latest owner wins. */
export function save(db: Db, references: readonly OwnedReference[]): Promise<void> {
  const rows = references.map(({ idHash, channelId, keyHash, expiresAt }) => [
    idHash,
    channelId,
    keyHash,
    expiresAt,
  ]);
  return insertMany(db, saving, rows);
}

export async function removeExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('upstream_references').where('expires_at', '<=', now).execute();
}
