import { type RawBuilder, sql } from 'kysely';
import { columnKinds, createTable } from '../column-kinds.ts';
import { flavorOf, type UntypedDb } from '../portable.ts';
import { startFilling } from '../repeatable.ts';

/**
 * Margins by one dimension at a time, which need a fraction of the writes of one row for each channel, model and
 * group. `margin_days` stays for gateways of the version before that run next to this one.
 */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, string } = columnKinds(db);
  await createTable(db, 'margin_sums')
    .addColumn('dimension', string(8), (column) => column.notNull())
    .addColumn('name', string(255), (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('quota', integer, (column) => column.notNull())
    .addColumn('provider_cost', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('margin_sums_key', ['dimension', 'name', 'created_at'])
    .execute();
  const text = sql.raw(flavorOf(db) === 'mysql' ? 'char(20)' : 'varchar(20)');
  await startFilling(db, 'margin_sums');
  await fill(db, 'channel', sql`cast(channel_id as ${text})`);
  await fill(db, 'day', sql.lit(''));
  await fill(db, 'group', sql.ref('group'));
  await fill(db, 'model', sql.ref('model_name'));
}

async function fill(db: UntypedDb, dimension: string, name: RawBuilder<unknown>): Promise<void> {
  await sql`insert into margin_sums (dimension, name, created_at, ${sql.ref('count')}, quota, provider_cost)
    select ${sql.lit(dimension)}, days.name, days.created_at, sum(days.counted), sum(days.quota), sum(days.provider_cost)
    from (
      select ${name} as name, created_at, ${sql.ref('count')} as counted, quota, provider_cost from margin_days
    ) days
    group by days.name, days.created_at`.execute(db);
}
