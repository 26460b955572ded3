import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { createNamedIndex } from '../repeatable.ts';

/** Usage logs: pages by id within a filter, sums from an index alone, charts from hourly sums. */
export async function up(db: UntypedDb): Promise<void> {
  const { id, integer, key, prose, string } = columnKinds(db);

  await createTable(db, 'logs')
    .addColumn('id', id)
    .addColumn('request_id', key(64), (column) => column.notNull().unique())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('type', integer, (column) => column.notNull())
    .addColumn('content', prose)
    .addColumn('username', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('token_name', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('model_name', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('quota', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('prompt_tokens', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('completion_tokens', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('use_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('is_stream', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('channel_id', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('token_id', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('group', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('billing_basis', key(24), (column) => column.notNull().defaultTo(''))
    .addColumn('other', prose)
    .execute();
  await createIndex(db, 'logs', 'user_id', 'id');
  await createIndex(db, 'logs', 'model_name', 'id');
  await createIndex(db, 'logs', 'channel_id', 'id');
  await createNamedIndex(db, {
    name: 'logs_for_sums',
    table: 'logs',
    columns: ['created_at', 'type', 'user_id', 'quota', 'prompt_tokens', 'completion_tokens'],
  });

  await createTable(db, 'quota_data')
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('model_name', string(255), (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('username', string(64), (column) => column.notNull())
    .addColumn('token_used', integer, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('quota', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('quota_data_key', ['user_id', 'created_at', 'model_name'])
    .execute();
  await createIndex(db, 'quota_data', 'created_at');

  await createTable(db, 'channel_usage')
    .addColumn('channel_id', integer, (column) => column.notNull().primaryKey())
    .addColumn('quota', integer, (column) => column.notNull())
    .execute();

  await createTable(db, 'log_horizon')
    .addColumn('id', integer, (column) => column.notNull().primaryKey())
    .addColumn('deleted_before', integer, (column) => column.notNull())
    .execute();

  await createTable(db, 'attempts')
    .addColumn('id', id)
    .addColumn('request_id', key(64), (column) => column.notNull())
    .addColumn('n', integer, (column) => column.notNull())
    .addColumn('channel_id', integer, (column) => column.notNull())
    .addColumn('error_class', string(64), (column) => column.notNull())
    .addColumn('status', integer, (column) => column.notNull())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('ended_at', integer, (column) => column.notNull())
    .addUniqueConstraint('attempts_once', ['request_id', 'n'])
    .execute();
  await createIndex(db, 'attempts', 'channel_id', 'started_at');
}
