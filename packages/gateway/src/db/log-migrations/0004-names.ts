import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnKinds, createTable } from '../column-kinds.ts';
import { flavorOf, type UntypedDb } from '../portable.ts';
import { createNamedIndex, replaceIndex, startFilling } from '../repeatable.ts';

/**
 * Speeds up searches of a long log: its names, a sum for every filter by hour or day, and an index for every
 * filter. Sums no longer read the time index, so it needs fewer columns.
 */
export async function up(db: UntypedDb): Promise<void> {
  await createNames(db);
  await createSums(db);
  await changeIndexes(db);
}

async function createNames(db: UntypedDb): Promise<void> {
  const { integer, string } = columnKinds(db);
  await createTable(db, 'log_user_names')
    .addColumn('username', string(64), (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_user_names_key', ['username', 'user_id'])
    .execute();
  await startFilling(db, 'log_user_names');
  await sql`insert into log_user_names (username, user_id)
    select distinct username, user_id from logs where username <> ''`.execute(db);

  await createTable(db, 'log_model_names')
    .addColumn('model_name', string(255), (column) => column.notNull().primaryKey())
    .execute();
  await startFilling(db, 'log_model_names');
  // Jumps from one name to the next in the index: as many steps as there are names, for any length of the
  // log.
  await sql`insert into log_model_names (model_name)
    with recursive names (name) as (
      select min(model_name) from logs where model_name > ''
      union all
      select (select min(model_name) from logs where model_name > names.name) from names where names.name is not null
    )
    select name from names where name is not null`.execute(db);
}

async function createSums(db: UntypedDb): Promise<void> {
  const { integer, string } = columnKinds(db);
  await createTable(db, 'log_sums')
    .addColumn('dimension', string(8), (column) => column.notNull())
    .addColumn('name', string(255), (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('quota', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_sums_key', ['dimension', 'name', 'created_at'])
    .execute();
  const hour = sql`created_at - created_at % 3600`;
  const day = sql`created_at - created_at % 86400`;
  const idText = (column: string) =>
    sql`cast(${sql.ref(column)} as ${sql.raw(flavorOf(db) === 'mysql' ? 'char(20)' : 'varchar(20)')})`;
  const fill = (dimension: string, name: RawBuilder<unknown>, span: RawBuilder<unknown>) =>
    sql`insert into log_sums (dimension, name, created_at, quota)
      select ${sql.lit(dimension)}, ${name}, ${span}, sum(quota) from logs where type = 2
      group by ${name}, ${span}`.execute(db);
  await startFilling(db, 'log_sums');
  await fill('model', sql.ref('model_name'), hour);
  await fill('channel', idText('channel_id'), hour);
  await fill('group', sql.ref('group'), hour);
  await fill('user', idText('user_id'), day);
  await sql`insert into log_sums (dimension, name, created_at, quota)
    select 'all', '', created_at, sum(quota) from log_sums where dimension = 'group' group by created_at`.execute(
    db,
  );
}

async function changeIndexes(db: UntypedDb): Promise<void> {
  const table = 'logs';
  await replaceIndex(db, { name: 'logs_by_time', table, columns: ['created_at', 'id', 'type'] });
  await createNamedIndex(db, { name: 'logs_by_group', table, columns: ['group', 'created_at', 'id'] });
  // Calls are nearly all rows, and the time index finds them. A partial index leaves them out if possible.
  await createNamedIndex(db, {
    name: 'logs_by_type',
    table,
    columns: ['type', 'created_at', 'id'],
    where: sql<SqlBool>`type <> 2`,
  });
}
