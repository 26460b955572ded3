import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** What administrators write on the status page. */
export async function up(db: UntypedDb): Promise<void> {
  const { id, integer, key, string, text, prose } = columnKinds(db);
  await createTable(db, 'incidents')
    .addColumn('id', id)
    .addColumn('title', string(120), (column) => column.notNull())
    .addColumn('text', prose)
    .addColumn('state', key(16), (column) => column.notNull())
    .addColumn('models', text, (column) => column.notNull())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('resolved_at', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('updated_at', integer, (column) => column.notNull())
    .execute();
}
