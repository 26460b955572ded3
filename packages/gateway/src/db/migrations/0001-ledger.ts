import { sql } from 'kysely';
import { makeAppendOnly } from '../append-only.ts';
import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import { flavorOf, type UntypedDb } from '../portable.ts';

/** Ledger tables. No foreign key to `account`: its share lock precedes the row lock and causes deadlocks. */
export async function createLedgerTables(db: UntypedDb): Promise<void> {
  const { id, integer, key, text } = columnKinds(db);

  await createTable(db, 'account')
    .addColumn('id', integer, (column) => column.notNull().primaryKey())
    .addColumn('owner_type', key(8), (column) => column.notNull())
    .addColumn('owner_id', integer, (column) => column.notNull())
    .addColumn('balance', integer, (column) => column.notNull())
    .addColumn('held', integer, (column) => column.notNull().check(sql`held >= 0`))
    .addColumn('floor', integer, (column) => column.notNull())
    .addColumn('seq', integer, (column) => column.notNull())
    .addColumn('used', integer, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addUniqueConstraint('account_owner', ['owner_type', 'owner_id'])
    .execute();

  await createKeyedTable(db, 'hold')
    .addColumn('id', key(64), (column) => column.notNull().primaryKey())
    .addColumn('user_account', integer, (column) => column.notNull())
    .addColumn('token_account', integer)
    .addColumn('amount', integer, (column) => column.notNull().check(sql`amount >= 0`))
    .addColumn('used', integer, (column) => column.notNull())
    .addColumn('instance', key(64), (column) => column.notNull())
    .addColumn('snapshot', text, (column) => column.notNull())
    .execute();

  await createKeyedTable(db, 'entry')
    .addColumn('ref', key(96), (column) => column.notNull())
    .addColumn('kind', key(24), (column) => column.notNull())
    .addColumn('account', integer, (column) => column.notNull())
    .addColumn('seq', integer, (column) => column.notNull())
    .addColumn('amount', integer, (column) => column.notNull())
    .addColumn('balance_after', integer, (column) => column.notNull())
    .addColumn('token_account', integer)
    .addColumn('token_seq', integer)
    .addColumn('token_balance_after', integer)
    .addColumn('meta', text)
    .addColumn('at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('entry_key', ['ref', 'kind', 'account'])
    .execute();

  await createTable(db, 'instance')
    .addColumn('id', key(64), (column) => column.notNull().primaryKey())
    .addColumn('heartbeat_at', integer, (column) => column.notNull())
    .execute();

  await createTable(db, 'outbox')
    .addColumn('id', id)
    .addColumn('topic', key(32), (column) => column.notNull())
    .addColumn('dedup_key', key(96), (column) => column.notNull().unique())
    .addColumn('payload', text, (column) => column.notNull())
    .addColumn('next_at', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('tries', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await createIndex(db, 'outbox', 'topic', 'next_at');

  await makeAppendOnly(db, 'entry');
  if (flavorOf(db) === 'postgres') {
    // Room for the next version of a row on its own page, so that no index changes.
    await sql`alter table account set (fillfactor = 50)`.execute(db);
  }
}

/** Clustered by its key without a second tree, if the database supports it. */
function createKeyedTable(db: UntypedDb, name: string) {
  return flavorOf(db) === 'sqlite'
    ? db.schema.createTable(name).ifNotExists().modifyEnd(sql`strict, without rowid`)
    : createTable(db, name);
}
