import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Areas whose promotions need another person, and the promotion that waits for one. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, string } = columnKinds(db);
  await createTable(db, 'area_approvals')
    .addColumn('area_id', key(64), (column) => column.notNull().primaryKey())
    .addColumn('build_id', key(10), (column) => column.notNull().defaultTo(''))
    .addColumn('requested_by', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('requested_name', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('requested_at', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
