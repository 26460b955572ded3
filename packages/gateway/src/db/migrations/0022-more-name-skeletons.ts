import { nameSkeletons } from '../../core/name-skeletons.ts';
import type { UntypedDb } from '../portable.ts';

/** Far below the limit of parameters of every database. */
const BATCH = 500;

/**
 * Adds skeletons for accents, punctuation and more letters. An existing skeleton stays with its user. If
 * names look alike only now, the first user gets the skeleton. All users keep their names.
 */
export async function up(db: UntypedDb): Promise<void> {
  const stored = (await db.selectFrom('name_skeletons').select('skeleton').execute()) as {
    skeleton: string;
  }[];
  const taken = new Set(stored.map(({ skeleton }) => skeleton));
  const users = await db.selectFrom('users').select(['id', 'username']).orderBy('id').execute();
  const rows: { skeleton: string; user_id: number }[] = [];
  for (const { id, username } of users as { id: number; username: string }[])
    for (const skeleton of nameSkeletons(username)) {
      if (taken.has(skeleton)) continue;
      taken.add(skeleton);
      rows.push({ skeleton, user_id: id });
    }
  for (let at = 0; at < rows.length; at += BATCH)
    await db
      .insertInto('name_skeletons')
      .values(rows.slice(at, at + BATCH))
      .execute();
}
