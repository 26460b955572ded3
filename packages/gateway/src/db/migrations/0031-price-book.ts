import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import { insertIfNew, type UntypedDb } from '../portable.ts';

/** What models are, what they cost from when on, and what channels cost. Filled at the start of a gateway. */
export async function up(db: UntypedDb): Promise<void> {
  const { id, integer, key, prose, string } = columnKinds(db);
  /** A decimal as text: doubles lose a digit on MySQL, and a price is what somebody typed. */
  const amount = key(32);

  await createTable(db, 'models')
    .addColumn('name', string(255), (column) => column.notNull().primaryKey())
    .addColumn('vendor', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('family', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('context', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('max_output', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('modalities', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('capabilities', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('released', key(10), (column) => column.notNull().defaultTo(''))
    .addColumn('deprecated', key(10), (column) => column.notNull().defaultTo(''))
    .addColumn('data_policy', prose)
    .addColumn('description_en', prose)
    .addColumn('description_zh', prose)
    .addColumn('icon', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('pinned', integer, (column) => column.notNull().defaultTo(0))
    .execute();

  const versions = 'price_versions';
  await createTable(db, versions)
    .addColumn('id', id)
    .addColumn('model', string(255), (column) => column.notNull())
    .addColumn('valid_from', integer, (column) => column.notNull())
    .addColumn('valid_to', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('is_current', integer, (column) => column.notNull().defaultTo(1))
    .addColumn('input', amount)
    .addColumn('output_ratio', amount)
    .addColumn('cache_read_ratio', amount)
    .addColumn('cache_write_ratio', amount)
    .addColumn('cache_write_hour_ratio', amount)
    .addColumn('per_call', amount)
    .addColumn('adjustments', prose)
    .addColumn('source', string(128), (column) => column.notNull())
    .addColumn('source_date', key(10), (column) => column.notNull().defaultTo(''))
    .addColumn('user_id', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await createIndex(db, versions, 'is_current');
  await createIndex(db, versions, 'model', 'id');

  await createTable(db, 'channel_costs')
    .addColumn('id', id)
    .addColumn('channel_id', integer, (column) => column.notNull())
    .addColumn('models', string(255), (column) => column.notNull())
    .addColumn('factor', amount)
    .addColumn('input', amount)
    .addColumn('output', amount)
    .addColumn('cache_read', amount)
    .addColumn('cache_write', amount)
    .addColumn('cache_write_hour', amount)
    .addColumn('per_call', amount)
    .execute();
  await createIndex(db, 'channel_costs', 'channel_id');

  // One row: who changes the book locks it, so that each change sees the one before.
  await createTable(db, 'price_book')
    .addColumn('id', integer, (column) => column.notNull().primaryKey())
    .addColumn('filled_time', integer, (column) => column.notNull())
    .execute();
  await insertIfNew(db, 'price_book', { id: 1, filled_time: 0 });
}
