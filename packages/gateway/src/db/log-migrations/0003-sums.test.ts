import { expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { wrongSums } from '../../testing/logs.ts';
import { connect } from '../connect.ts';
import type { UntypedDb } from '../portable.ts';
import * as first from './0001-logs.ts';
import * as second from './0002-unlogged.ts';
import * as third from './0003-sums.ts';

describeDatabases('a log of an earlier version', (database) => {
  test('gets the new sums of its existing rows', async () => {
    const { options, dispose } = await database.createEmpty();
    const { logDb, close } = await connect(options);
    const db = logDb as unknown as UntypedDb;
    await first.up(db);
    await second.up(db);
    const row = { user_id: 1, type: 2, model_name: 'm', prompt_tokens: 3, completion_tokens: 4, token_id: 5 };
    const rows = [1, 3600, 3601, 86_400].map((created_at, n) => ({
      ...row,
      request_id: `r${n}`,
      created_at,
      quota: n,
    }));
    const others = [
      { ...row, request_id: 'playground', created_at: 5, token_id: 0, quota: 0 },
      { ...row, request_id: 'topup', created_at: 5, type: 1, quota: 9 },
    ];
    await db
      .insertInto('logs')
      .values([...rows, ...others])
      .execute();
    const sum = { user_id: 1, model_name: 'm', username: '' };
    const hours = [
      { ...sum, created_at: 0, token_used: 14, count: 2, quota: 0 },
      { ...sum, created_at: 3600, token_used: 14, count: 2, quota: 3 },
      { ...sum, created_at: 86_400, token_used: 7, count: 1, quota: 3 },
    ];
    await db.insertInto('quota_data').values(hours).execute();

    await third.up(db);
    expect(await wrongSums(logDb)).toEqual([]);
    const days = await logDb
      .selectFrom('token_days')
      .select(['created_at', 'quota'])
      .orderBy('created_at')
      .execute();
    expect(days).toEqual([
      { created_at: 0, quota: 3 },
      { created_at: 86_400, quota: 3 },
    ]);
    await close();
    await dispose();
  });
});
