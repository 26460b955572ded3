import { nameSkeletons } from '../../core/name-skeletons.ts';
import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { startFilling } from '../repeatable.ts';

/** Far below the limit of parameters of every database. */
const BATCH = 500;

/**
 * Skeletons of user names, each of at most one user. If existing names look alike, the first user gets the
 * skeleton, and the others keep their names.
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
