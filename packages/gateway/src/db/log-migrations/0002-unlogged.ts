import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Calls that were charged while the usage log was off: their ids, so that they are summed only once. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);

  await createTable(db, 'unlogged_calls')
    .addColumn('request_id', key(64), (column) => column.notNull().primaryKey())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('quota', integer, (column) => column.notNull())
    .execute();
  await createIndex(db, 'unlogged_calls', 'created_at');
}
