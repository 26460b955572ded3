import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** Disabled keys of a channel with several: each has a row while it is disabled. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, prose } = columnKinds(db);
  await addColumn(db, 'channels', {
    name: 'multi_key_mode',
    type: key(16),
    build: (column) => column.notNull().defaultTo('polling'),
  });

  await createTable(db, 'channel_keys')
    .addColumn('channel_id', integer, (column) => column.notNull())
    .addColumn('key_hash', key(64), (column) => column.notNull())
    .addColumn('status', integer, (column) => column.notNull())
    .addColumn('reason', prose)
    .addColumn('since', integer, (column) => column.notNull())
    .addColumn('tried_at', integer, (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('channel_keys_key', ['channel_id', 'key_hash'])
    .execute();
}
