import { expect, test } from 'vitest';
import { listKnown } from '../../modules/usage/repository/margin-sums.ts';
import { describeDatabases } from '../../testing/databases.ts';
import type { UntypedDb } from '../portable.ts';
import { up } from './0089-margin-sums.ts';

const DAY = 86_400;
const sum = {
  created_at: DAY,
  model_name: 'm',
  channel_id: 1,
  group: 'default',
  count: 1,
  quota: 10,
  provider_cost: 4,
};

describeDatabases('sums of margins', (database) => {
  test('take over the days of the version before', async () => {
    const { logDb, dispose } = await database.open();
    const db = logDb as unknown as UntypedDb;
    await db.schema.dropTable('margin_sums').execute();
    for (const changes of [{}, { channel_id: 2 }, { model_name: 'n' }, { group: 'vip', created_at: 2 * DAY }])
      await db
        .insertInto('margin_days')
        .values({ ...sum, ...changes })
        .execute();
    await up(db);
    const all = { from: 0, to: 3 * DAY };
    const quotas = async (by: 'day' | 'model' | 'channel' | 'group') =>
      Object.fromEntries([...(await listKnown(logDb, by, all))].map(([name, { quota }]) => [name, quota]));
    expect(await quotas('day')).toEqual({ [DAY]: 30, [2 * DAY]: 10 });
    expect(await quotas('model')).toEqual({ m: 30, n: 10 });
    expect(await quotas('channel')).toEqual({ 1: 30, 2: 10 });
    expect(await quotas('group')).toEqual({ default: 30, vip: 10 });
    expect((await listKnown(logDb, 'model', all)).get('m')).toEqual({ calls: 3, quota: 30, cost: 12 });
    await dispose();
  });
});
