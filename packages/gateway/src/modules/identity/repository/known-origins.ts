import { upsert } from '../../../db/portable.ts';
import type { Db } from '../../../db/schema.ts';

export async function isKnown(db: Db, userId: number, originHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_origins')
    .select('seen_at')
    .where('user_id', '=', userId)
    .where('origin_hash', '=', originHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a sign-in from an origin. Only the `most` latest of a user stay. */
export async function remember(
  db: Db,
  row: { user_id: number; origin_hash: string; seen_at: number },
  most: number,
): Promise<void> {
  await upsert(db, 'known_origins', ['user_id', 'origin_hash'], row);
  const oldest = await db
    .selectFrom('known_origins')
    .select('seen_at')
    .where('user_id', '=', row.user_id)
    .orderBy('seen_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await db
    .deleteFrom('known_origins')
    .where('user_id', '=', row.user_id)
    .where('seen_at', '<=', oldest.seen_at)
    .where('origin_hash', '!=', row.origin_hash)
    .execute();
}

export async function removeOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('known_origins').where('user_id', '=', userId).execute();
}

/** @param before unix seconds of the last sign-in */
export async function removeOlder(db: Db, before: number): Promise<void> {
  await db.deleteFrom('known_origins').where('seen_at', '<', before).execute();
}
