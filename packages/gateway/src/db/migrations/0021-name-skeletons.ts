import { nameSkeletons } from '../../core/name-skeletons.ts';
import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { startFilling } from '../repeatable.ts';

/** Far fewer parameters in one statement than any of the databases refuses. */
const BATCH = 500;

/**
 * What user names look like: no two users have names that share a skeleton. Of users whose names look alike already the
 * first one gets the skeleton; the others keep their names.
 */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await createTable(db, 'name_skeletons')
    .addColumn('skeleton', key(64), (column) => column.notNull().primaryKey())
    .addColumn('user_id', integer, (column) => column.notNull())
    .execute();
  await createIndex(db, 'name_skeletons', 'user_id');

  await startFilling(db, 'name_skeletons');
  const owners = new Map<string, number>();
  const users = await db.selectFrom('users').select(['id', 'username']).orderBy('id').execute();
  for (const { id, username } of users as { id: number; username: string }[])
    for (const skeleton of nameSkeletons(username)) if (!owners.has(skeleton)) owners.set(skeleton, id);
  const rows = [...owners].map(([skeleton, user_id]) => ({ skeleton, user_id }));
  for (let at = 0; at < rows.length; at += BATCH)
    await db
      .insertInto('name_skeletons')
      .values(rows.slice(at, at + BATCH))
      .execute();
}
