import { sql } from 'kysely';
import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import { flavorOf, type UntypedDb } from '../portable.ts';
import { createNamedIndex, dropIndex, startFilling } from '../repeatable.ts';

/**
 * Lists in time order, so that a filter and a time range are one range of an index. A sum per chart, so that
 * thirty days of a busy gateway are a few thousand rows.
 */
export async function up(db: UntypedDb): Promise<void> {
  await orderByTime(db);
  await createIndex(db, 'attempts', 'started_at');

  const { integer, string } = columnKinds(db);
  await createTable(db, 'model_hours')
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('model_name', string(255), (column) => column.notNull())
    .addColumn('token_used', integer, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('quota', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('model_hours_key', ['created_at', 'model_name'])
    .execute();
  await startFilling(db, 'model_hours');
  await sql`insert into model_hours (created_at, model_name, token_used, ${count(db)}, quota)
    select created_at, model_name, sum(token_used), sum(${count(db)}), sum(quota)
    from quota_data group by created_at, model_name`.execute(db);

  await createTable(db, 'token_days')
    .addColumn('token_id', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('token_used', integer, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('quota', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('token_days_key', ['token_id', 'created_at'])
    .execute();
  await startFilling(db, 'token_days');
  await sql`insert into token_days (token_id, created_at, token_used, ${count(db)}, quota)
    select token_id, created_at - created_at % 86400, sum(prompt_tokens + completion_tokens), count(*), sum(quota)
    from logs where type = 2 and token_id > 0
    group by token_id, created_at - created_at % 86400`.execute(db);
}

/** New indexes are built before old ones are dropped: no list of a running gateway scans the whole log. */
async function orderByTime(db: UntypedDb): Promise<void> {
  const create = (name: string, ...columns: string[]) =>
    createNamedIndex(db, { name, table: 'logs', columns });
  await create('logs_by_user', 'user_id', 'created_at', 'id', 'type', 'token_id', 'quota');
  await create('logs_by_model', 'model_name', 'created_at', 'id');
  await create('logs_by_channel', 'channel_id', 'created_at', 'id');
  await create('logs_by_token', 'token_name', 'created_at', 'id');
  await create(
    'logs_by_time',
    ...['created_at', 'id', 'type', 'user_id', 'quota', 'prompt_tokens', 'completion_tokens'],
  );
  for (const name of [
    'logs_by_user_id_id',
    'logs_by_model_name_id',
    'logs_by_channel_id_id',
    'logs_for_sums',
  ])
    await dropIndex(db, { name, table: 'logs' });
}

function count(db: UntypedDb) {
  return flavorOf(db) === 'mysql' ? sql.raw('`count`') : sql.raw('"count"');
}
