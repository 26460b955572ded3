import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { connect } from '../connect.ts';
import { mainMigrations } from '../migrate.ts';
import type { UntypedDb } from '../portable.ts';

describeDatabases('a database of an earlier version', (database) => {
  test('keeps system access tokens, without an expiry', async () => {
    const { options, dispose } = await database.createEmpty();
    const { db: typed, close } = await connect(options);
    const db = typed as unknown as UntypedDb;
    const migrator = new Migrator({ db, provider: { getMigrations: async () => mainMigrations } });
    await migrator.migrateTo('0016-channel-keys');
    await db
      .insertInto('users')
      .values([
        { username: 'ana', created_at: 1, access_token_hash: 'a'.repeat(64) },
        { username: 'ben', created_at: 1 },
        { username: 'left', created_at: 1, access_token_hash: 'c'.repeat(64), deleted_at: 2 },
      ])
      .execute();

    await migrator.migrateTo('0017-access');
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'ana')
      .executeTakeFirstOrThrow();
    const unknown = { name: '', created_at: null, last_used_at: null, expires_at: null };
    expect(await db.selectFrom('access_tokens').selectAll().execute()).toEqual([
      { user_id: id, token_hash: 'a'.repeat(64), ...unknown },
    ]);
    await close();
    await dispose();
  });
});
