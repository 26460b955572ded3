import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { createNamedIndex } from '../repeatable.ts';

/** Which channel and key made a response, conversation or container that later calls refer to. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  const table = 'upstream_references';
  await createTable(db, table)
    .addColumn('id_hash', key(43), (column) => column.notNull().primaryKey())
    .addColumn('channel_id', integer, (column) => column.notNull())
    .addColumn('key_hash', key(64), (column) => column.notNull().defaultTo(''))
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute();
  await createNamedIndex(db, { name: `${table}_by_expiry`, table, columns: ['expires_at'] });
}
