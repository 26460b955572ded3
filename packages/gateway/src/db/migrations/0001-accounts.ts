import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';

/** Users, their sign-ins and their tokens. */
export async function createAccountTables(db: UntypedDb): Promise<void> {
  const { id, integer, key, real, prose, string, text } = columnKinds(db);

  await createTable(db, 'users')
    .addColumn('id', id)
    .addColumn('username', string(64), (column) => column.notNull().unique())
    .addColumn('password_hash', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('display_name', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('role', integer, (column) => column.notNull().defaultTo(1))
    .addColumn('status', integer, (column) => column.notNull().defaultTo(1))
    .addColumn('email', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('github_id', string(128), (column) => column.notNull().defaultTo(''))
    .addColumn('oidc_id', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('wechat_id', string(128), (column) => column.notNull().defaultTo(''))
    .addColumn('telegram_id', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('linux_do_id', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('access_token_hash', key(64), (column) => column.unique())
    .addColumn('group', string(64), (column) => column.notNull().defaultTo('default'))
    .addColumn('aff_code', key(32), (column) => column.unique())
    .addColumn('aff_count', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('inviter_id', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('deleted_at', integer)
    .addColumn('setting', prose)
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute();
  for (const column of [
    'email',
    'github_id',
    'oidc_id',
    'wechat_id',
    'telegram_id',
    'linux_do_id',
    'inviter_id',
  ]) {
    await createIndex(db, 'users', column);
  }

  await createTable(db, 'tokens')
    .addColumn('id', id)
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('key_hash', key(64), (column) => column.notNull().unique())
    .addColumn('key_sealed', text, (column) => column.notNull())
    .addColumn('status', integer, (column) => column.notNull().defaultTo(1))
    .addColumn('name', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('created_time', integer, (column) => column.notNull())
    .addColumn('accessed_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('expired_time', integer, (column) => column.notNull().defaultTo(-1))
    .addColumn('unlimited_quota', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('model_limits_enabled', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('model_limits', prose)
    .addColumn('allow_ips', prose)
    .addColumn('group', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('deleted_at', integer)
    .execute();
  await createIndex(db, 'tokens', 'user_id', 'id');

  await createTable(db, 'sessions')
    .addColumn('id_hash', key(64), (column) => column.notNull().primaryKey())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('last_seen_at', integer, (column) => column.notNull())
    .addColumn('ip', string(64), (column) => column.notNull().defaultTo(''))
    .addColumn('user_agent', string(512), (column) => column.notNull().defaultTo(''))
    .execute();
  await createIndex(db, 'sessions', 'user_id');
  await createIndex(db, 'sessions', 'last_seen_at');

  await createTable(db, 'redemptions')
    .addColumn('id', id)
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('key_hash', key(64), (column) => column.notNull().unique())
    .addColumn('key_sealed', text, (column) => column.notNull())
    .addColumn('status', integer, (column) => column.notNull().defaultTo(1))
    .addColumn('name', string(255), (column) => column.notNull().defaultTo(''))
    .addColumn('quota', integer, (column) => column.notNull().defaultTo(100))
    .addColumn('created_time', integer, (column) => column.notNull())
    .addColumn('redeemed_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('used_user_id', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('deleted_at', integer)
    .execute();

  await createTable(db, 'top_ups')
    .addColumn('id', id)
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('amount', integer, (column) => column.notNull())
    .addColumn('money', real, (column) => column.notNull())
    .addColumn('trade_no', key(128), (column) => column.notNull().unique())
    .addColumn('create_time', integer, (column) => column.notNull())
    .addColumn('status', string(20), (column) => column.notNull())
    .execute();
  await createIndex(db, 'top_ups', 'user_id');
}
