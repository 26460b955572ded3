import { nameSkeletons } from '../../core/name-skeletons.ts';
import type { UntypedDb } from '../portable.ts';

/** Far fewer parameters in one statement than any of the databases refuses. */
const BATCH = 500;

/**
 * Adds the skeletons that names got when accents, punctuation and more letters began to count. A skeleton that a user
 * has already stays with that user. Of users whose names look alike only now the first one gets it. Everybody keeps
 * their name.
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
