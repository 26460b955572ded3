import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Packages for areas that this or an earlier version of the gateway served. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, text, blob } = columnKinds(db);
  await createTable(db, 'sdk_packages')
    .addColumn('name', key(64), (column) => column.notNull())
    .addColumn('version', key(32), (column) => column.notNull())
    .addColumn('file', key(120), (column) => column.notNull())
    .addColumn('manifest', text, (column) => column.notNull())
    .addColumn('integrity', key(120), (column) => column.notNull())
    .addColumn('shasum', key(40), (column) => column.notNull())
    .addColumn('content', blob, (column) => column.notNull())
    .addColumn('stored_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('sdk_packages_key', ['name', 'version'])
    .execute();
  await createIndex(db, 'sdk_packages', 'file');
}
