import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Unfinished rows of `midjourneys` and `tasks`, the call that pays for each, and the polling gateway. */
export async function up(db: UntypedDb): Promise<void> {
  const { id, integer, key } = columnKinds(db);
  await createTable(db, 'pending_tasks')
    .addColumn('id', id)
    .addColumn('platform', key(16), (column) => column.notNull())
    .addColumn('row_id', integer, (column) => column.notNull())
    .addColumn('request_id', key(64), (column) => column.notNull().unique())
    .addColumn('lease_until', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('holder', key(32), (column) => column.notNull().defaultTo(''))
    .execute();
  await createIndex(db, 'pending_tasks', 'platform', 'lease_until');
  await createIndex(db, 'pending_tasks', 'platform', 'row_id');
  await createIndex(db, 'pending_tasks', 'holder');
}
