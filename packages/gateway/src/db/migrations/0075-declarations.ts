import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** What a file of the operator declares. The console and its API do not change it. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, string, prose, text } = columnKinds(db);
  await createTable(db, 'declarations')
    .addColumn('kind', key(16), (column) => column.notNull())
    .addColumn('name', string(255), (column) => column.notNull())
    .addColumn('row_id', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('place', prose)
    .addColumn('secrets', text, (column) => column.notNull())
    .addColumn('applied_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('declarations_pk', ['kind', 'name'])
    .execute();
}
