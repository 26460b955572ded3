import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** What breaks in builds of areas, by fingerprint, and what a release is about. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, string, text, prose } = columnKinds(db);
  await createTable(db, 'area_faults')
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('build_id', key(10), (column) => column.notNull())
    .addColumn('fingerprint', key(16), (column) => column.notNull())
    .addColumn('kind', key(8), (column) => column.notNull())
    .addColumn('name', string(120), (column) => column.notNull())
    .addColumn('detail', string(160), (column) => column.notNull())
    .addColumn('route', string(120), (column) => column.notNull())
    .addColumn('stack', text, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('first_at', integer, (column) => column.notNull())
    .addColumn('last_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('area_faults_key', ['area_id', 'build_id', 'fingerprint'])
    .execute();

  await createTable(db, 'area_notes')
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('build_id', key(10), (column) => column.notNull())
    .addColumn('note', prose)
    .addColumn('at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('area_notes_key', ['area_id', 'build_id'])
    .execute();
}
