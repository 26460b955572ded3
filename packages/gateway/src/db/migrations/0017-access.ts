import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/**
 * System access tokens get a table with name, times and expiry. Networks and browsers that signed in to an
 * account are recorded, so that wrong passwords from elsewhere do not count against them.
 */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, key, string } = columnKinds(db);

  await createTable(db, 'access_tokens')
    .addColumn('user_id', integer, (column) => column.notNull().primaryKey())
    .addColumn('token_hash', key(64), (column) => column.notNull().unique())
    .addColumn('name', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', integer)
    .addColumn('last_used_at', integer)
    .addColumn('expires_at', integer)
    .execute();
  // Copies from an interrupted run, whose token may have changed since. If the user no longer has a token,
  // the copy is complete.
  const users = db.selectFrom('users').select('id').where('access_token_hash', 'is not', null);
  await db.deleteFrom('access_tokens').where('user_id', 'in', users).execute();
  await db
    .insertInto('access_tokens')
    .columns(['user_id', 'token_hash'])
    .expression(
      db
        .selectFrom('users')
        .select(['id', 'access_token_hash'])
        .where('access_token_hash', 'is not', null)
        .where('deleted_at', 'is', null),
    )
    .execute();
  // A running gateway of the last version must not accept a token that ends here.
  await db.updateTable('users').set({ access_token_hash: null }).execute();

  await createTable(db, 'known_origins')
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('origin_hash', key(64), (column) => column.notNull())
    .addColumn('seen_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_origins_key', ['user_id', 'origin_hash'])
    .execute();
}
