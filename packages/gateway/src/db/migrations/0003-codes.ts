import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/**
 * Codes and links that prove an e-mail address, one row for each address and purpose. Also what invitations
 * ever earned, because the ledger has only the rest, and which users got a low-balance warning.
 */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);
  await createTable(db, 'codes')
    .addColumn('purpose', key(16), (column) => column.notNull())
    .addColumn('address_hash', key(64), (column) => column.notNull())
    .addColumn('code_hash', key(64), (column) => column.notNull().defaultTo(''))
    .addColumn('expires_at', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('tries', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('asked_at', integer, (column) => column.notNull())
    .addColumn('day', integer, (column) => column.notNull())
    .addColumn('asked_today', integer, (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('codes_key', ['purpose', 'address_hash'])
    .execute();
  await createIndex(db, 'codes', 'asked_at');

  await addColumn(db, 'users', {
    name: 'aff_history',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });
  await addColumn(db, 'users', {
    name: 'warned',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });
}
