import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/**
 * Master keys that sealed this database, and which gateways have which. Also the sealed keys of hashes, so
 * that hashes survive a rotation of the master key.
 */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, text } = columnKinds(db);
  await createTable(db, 'master_keys')
    .addColumn('generation', integer, (column) => column.notNull().primaryKey())
    .addColumn('fingerprint', key(64), (column) => column.notNull().unique())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('finished_at', integer, (column) => column.notNull().defaultTo(0))
    .execute();

  await createTable(db, 'master_key_holders')
    .addColumn('id', key(32), (column) => column.notNull().primaryKey())
    .addColumn('fingerprints', key(255), (column) => column.notNull())
    .addColumn('seals_with', key(64), (column) => column.notNull())
    .addColumn('seen_at', integer, (column) => column.notNull())
    .execute();

  await createTable(db, 'hash_keys')
    .addColumn('name', key(32), (column) => column.notNull().primaryKey())
    .addColumn('key_sealed', text, (column) => column.notNull())
    .execute();
}
