import { nameSkeletons } from '../../../core/name-skeletons.ts';
import type { Db } from '../../../db/schema.ts';

/** Reserves every name that looks like this one. @throws when another user has it: see `isDuplicateKey` */
export async function claim(db: Db, userId: number, username: string): Promise<void> {
  const rows = nameSkeletons(username).map((skeleton) => ({ skeleton, user_id: userId }));
  await db.insertInto('name_skeletons').values(rows).execute();
}

/** Releases the names of a user, and reserves those that look like the new one. @throws as `claim` does */
export async function replace(db: Db, userId: number, username: string): Promise<void> {
  await db.deleteFrom('name_skeletons').where('user_id', '=', userId).execute();
  await claim(db, userId, username);
}

/** Finds users whose name looks like this one. Users who deregistered keep theirs. */
export async function findOwners(db: Db, username: string): Promise<number[]> {
  const rows = await db
    .selectFrom('name_skeletons')
    .select('user_id')
    .where('skeleton', 'in', nameSkeletons(username))
    .execute();
  return rows.map(({ user_id }) => user_id);
}
