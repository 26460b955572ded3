import { sql } from 'kysely';
import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import { flavorOf, type UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** Limit rules, and the windows in which the ledger counts them next to the accounts. */
export async function up(db: UntypedDb): Promise<void> {
  const { id, integer, key, prose, string, text } = columnKinds(db);

  await createTable(db, 'limit_rules')
    .addColumn('id', id)
    .addColumn('name', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('scope', key(16), (column) => column.notNull())
    .addColumn('scope_id', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('models', prose)
    .addColumn('resource', key(16), (column) => column.notNull())
    .addColumn('amount', integer, (column) => column.notNull())
    .addColumn('window', key(24), (column) => column.notNull())
    .addColumn('time_zone', key(64), (column) => column.notNull())
    .addColumn('when_full', key(8), (column) => column.notNull())
    .addColumn('wait_seconds', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('warn_at', key(32), (column) => column.notNull().defaultTo(''))
    .addColumn('from', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('enabled', integer, (column) => column.notNull().defaultTo(1))
    .addColumn('series', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('created_time', integer, (column) => column.notNull())
    .execute();

  const windows = 'limit_window';
  await createTable(db, windows)
    .addColumn('id', key(128), (column) => column.notNull().primaryKey())
    .addColumn('rule_id', integer, (column) => column.notNull())
    .addColumn('subject', string(64), (column) => column.notNull())
    .addColumn('starts_at', integer, (column) => column.notNull())
    .addColumn('spent', integer, (column) => column.notNull())
    .addColumn('held', integer, (column) => column.notNull().check(sql`held >= 0`))
    .addColumn('calls', integer, (column) => column.notNull())
    .addColumn('expired_at', integer, (column) => column.notNull())
    .addColumn('warned', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await createIndex(db, windows, 'rule_id', 'starts_at');

  await createTable(db, 'limit_part')
    .addColumn('window_id', key(128), (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('amount', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('limit_part_key', ['window_id', 'at'])
    .execute();

  await addColumn(db, 'hold', { name: 'windows', type: text });
  await addColumn(db, 'entry', { name: 'windows', type: text });
  if (flavorOf(db) === 'postgres') await sql`alter table limit_window set (fillfactor = 50)`.execute(db);
}
