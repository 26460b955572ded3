import { expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { connect } from '../connect.ts';
import type { UntypedDb } from '../portable.ts';
import * as first from './0001-logs.ts';
import * as second from './0002-unlogged.ts';
import * as third from './0003-sums.ts';
import * as fourth from './0004-names.ts';

describeDatabases('a log of an earlier version', (database) => {
  test('gets the names and sums of its rows when it is migrated', async () => {
    const { options, dispose } = await database.createEmpty();
    const { logDb, close } = await connect(options);
    const db = logDb as unknown as UntypedDb;
    for (const { up } of [first, second, third]) await up(db);
    const row = { user_id: 1, username: 'ana', type: 2, model_name: 'm', channel_id: 3, group: 'vip' };
    const rows = [
      { ...row, request_id: 'a', created_at: 10, quota: 1 },
      { ...row, request_id: 'b', created_at: 20, quota: 2, username: 'anna' },
      { ...row, request_id: 'c', created_at: 3600, quota: 4, model_name: 'n' },
      { ...row, request_id: 'd', created_at: 86_400, quota: 8, user_id: 2, username: 'bob' },
      { ...row, request_id: 'e', created_at: 5, quota: 16, type: 1, model_name: '' },
    ];
    await db.insertInto('logs').values(rows).execute();

    await fourth.up(db);
    const users = await logDb.selectFrom('log_user_names').selectAll().orderBy('username').execute();
    expect(users.map(({ username, user_id }) => `${username} ${user_id}`)).toEqual([
      'ana 1',
      'anna 1',
      'bob 2',
    ]);
    const models = await logDb.selectFrom('log_model_names').selectAll().orderBy('model_name').execute();
    expect(models.map(({ model_name }) => model_name)).toEqual(['m', 'n']);
    const sums = await logDb.selectFrom('log_sums').selectAll().execute();
    expect(sums.map((sum) => Object.values(sum).join(' ')).sort()).toEqual([
      'all  0 3',
      'all  3600 4',
      'all  86400 8',
      'channel 3 0 3',
      'channel 3 3600 4',
      'channel 3 86400 8',
      'group vip 0 3',
      'group vip 3600 4',
      'group vip 86400 8',
      'model m 0 3',
      'model m 86400 8',
      'model n 3600 4',
      'user 1 0 7',
      'user 2 86400 8',
    ]);
    await close();
    await dispose();
  });
});
