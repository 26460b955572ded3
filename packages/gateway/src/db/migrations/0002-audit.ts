import { makeAppendOnly } from '../append-only.ts';
import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import { insertIfNew, type UntypedDb } from '../portable.ts';

/** The audit log: rows chained by their hashes, and the end of the chain, whose lock orders the writers. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, string, text } = columnKinds(db);

  await createTable(db, 'audit_log')
    .addColumn('id', integer, (column) => column.notNull().primaryKey())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('actor_id', integer, (column) => column.notNull())
    .addColumn('actor_name', string(191), (column) => column.notNull())
    .addColumn('ip', key(64), (column) => column.notNull())
    .addColumn('request_id', key(96), (column) => column.notNull())
    .addColumn('action', key(64), (column) => column.notNull())
    .addColumn('target', string(191), (column) => column.notNull())
    .addColumn('before', text, (column) => column.notNull())
    .addColumn('after', text, (column) => column.notNull())
    .addColumn('prev_hash', key(64), (column) => column.notNull())
    .addColumn('hash', key(64), (column) => column.notNull())
    .execute();
  await createIndex(db, 'audit_log', 'at');
  await createIndex(db, 'audit_log', 'actor_id', 'id');
  await createIndex(db, 'audit_log', 'action', 'id');
  await createIndex(db, 'audit_log', 'target', 'id');
  await makeAppendOnly(db, 'audit_log');

  await createTable(db, 'audit_head')
    .addColumn('id', integer, (column) => column.notNull().primaryKey())
    .addColumn('last_id', integer, (column) => column.notNull())
    .addColumn('hash', key(64), (column) => column.notNull())
    .execute();
  await insertIfNew(db, 'audit_head', { id: 1, last_id: 0, hash: '' });
}
