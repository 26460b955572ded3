import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Which master keys sealed this database: the first one is generation 1. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await createTable(db, 'master_keys')
    .addColumn('generation', integer, (column) => column.notNull().primaryKey())
    .addColumn('fingerprint', key(64), (column) => column.notNull().unique())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('finished_at', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
