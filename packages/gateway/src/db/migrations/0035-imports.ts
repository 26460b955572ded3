import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** What other gateways counted before, and how far an import is. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, prose, string } = columnKinds(db);
  for (const name of ['used_before', 'count_before'])
    await addColumn(db, 'account', {
      name,
      type: integer,
      build: (column) => column.notNull().defaultTo(0),
    });
  await createTable(db, 'import_steps')
    .addColumn('source', key(16), (column) => column.notNull())
    .addColumn('step', key(32), (column) => column.notNull())
    .addColumn('position', string(191), (column) => column.notNull().defaultTo(''))
    .addColumn('done', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('report', prose)
    .addPrimaryKeyConstraint('import_steps_key', ['source', 'step'])
    .execute();
  await createTable(db, 'import_ids')
    .addColumn('kind', key(16), (column) => column.notNull())
    .addColumn('foreign_id', string(191), (column) => column.notNull())
    .addColumn('id', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('import_ids_key', ['kind', 'foreign_id'])
    .execute();
}
