import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Areas that left the console, and where their addresses lead. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, text, prose } = columnKinds(db);
  await createTable(db, 'area_retirements')
    .addColumn('area_id', key(64), (column) => column.notNull().primaryKey())
    .addColumn('addresses', text, (column) => column.notNull())
    .addColumn('reason', prose)
    .addColumn('at', integer, (column) => column.notNull())
    .execute();
}
