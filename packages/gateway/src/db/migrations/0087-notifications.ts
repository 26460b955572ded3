import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** What users find behind the bell of the console. */
export async function up(db: UntypedDb): Promise<void> {
  const { id, integer, key, string, text } = columnKinds(db);
  const table = 'notifications';
  await createTable(db, table)
    .addColumn('id', id)
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('kind', key(32), (column) => column.notNull())
    .addColumn('subject', string(96), (column) => column.notNull())
    .addColumn('link', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('facts', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('read_at', integer, (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint(`${table}_of_user`, ['user_id', 'kind', 'subject'])
    .execute();
  await createIndex(db, table, 'created_at');
}
