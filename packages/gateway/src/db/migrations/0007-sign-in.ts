import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Sign-in through providers: identities, running sign-ins and used proofs. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key } = columnKinds(db);

  await createTable(db, 'identities')
    .addColumn('provider', key(16), (column) => column.notNull())
    .addColumn('subject_hash', key(64), (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('identities_key', ['provider', 'subject_hash'])
    .addUniqueConstraint('identities_of_user', ['user_id', 'provider'])
    .execute();

  await createTable(db, 'sign_in_states')
    .addColumn('state_hash', key(64), (column) => column.notNull().primaryKey())
    .addColumn('browser_hash', key(64), (column) => column.notNull())
    .addColumn('provider', key(16), (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('aff_code', key(32), (column) => column.notNull())
    .addColumn('guarded', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute();
  await createIndex(db, 'sign_in_states', 'expires_at');

  await createTable(db, 'sign_in_proofs')
    .addColumn('proof_hash', key(64), (column) => column.notNull().primaryKey())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute();
  await createIndex(db, 'sign_in_proofs', 'expires_at');
}
