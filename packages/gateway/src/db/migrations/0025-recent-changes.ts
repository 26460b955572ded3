import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** The user of a revision, so that a gateway forgets the keys of only that user. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await createTable(db, 'recent_changes')
    .addColumn('topic', key(64), (column) => column.notNull())
    .addColumn('revision', integer, (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('recent_changes_key', ['topic', 'revision'])
    .execute();
}
