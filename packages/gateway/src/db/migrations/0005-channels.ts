import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** Finds channels by the hash of their key, and adds rounds over all channels. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await addColumn(db, 'channels', {
    name: 'key_hash',
    type: key(64),
    build: (column) => column.notNull().defaultTo(''),
  });
  await createIndex(db, 'channels', 'key_hash');

  await createTable(db, 'rounds')
    .addColumn('name', key(64), (column) => column.notNull().primaryKey())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('beat_at', integer, (column) => column.notNull())
    .addColumn('ended_at', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('total', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('done', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('failed', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
