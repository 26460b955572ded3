import { expect, test } from 'vitest';
import { bucketOf, healthColumns } from '../../../core/health-columns.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { add, deleteBefore, listHours, listLastErrors, sum } from './channel-health.ts';

/** Every column has another count. */
const counts = healthColumns.map((_, index) => index + 1);

describeDatabases('counts of channel health', (database) => {
  test('add up by channel and span, and old ones are deleted by span', async () => {
    const { logDb, dispose } = await database.open();
    const hour = { span: 3600, channelId: 1, start: 7200, counts };
    await add(logDb, [hour, { ...hour, channelId: 2 }, { ...hour, span: 60 }]);
    await add(logDb, [hour, { ...hour, start: 3600 }]);

    const part = { span: 3600, from: 3600, end: 10_800 };
    const [first, ...others] = await sum(logDb, [1], part);
    expect(others).toEqual([]);
    expect(first).toEqual({
      channel_id: 1,
      ...Object.fromEntries(healthColumns.map((column, index) => [column, 3 * (index + 1)])),
    });
    expect(
      (await listHours(logDb, [1, 2], 7200, 10_800)).map(({ channel_id, calls }) => [channel_id, calls]),
    ).toEqual([
      [1, 2],
      [2, 1],
    ]);

    expect(await deleteBefore(logDb, { span: 3600, before: 7200 }, 10)).toBe(1);
    expect((await sum(logDb, [1], part))[0]?.calls).toBe(2);
    expect((await sum(logDb, [1], { ...part, span: 60 }))[0]?.calls).toBe(1);
    await dispose();
  });
});

describeDatabases('failed attempts', (database) => {
  test('the latest one of each channel is found, without those that callers caused', async () => {
    const { logDb, dispose } = await database.open();
    const failed = async (channel_id: number, second: number, status: number) => {
      const at = { started_at: second * 1000, ended_at: second * 1000 + 5 };
      const row = {
        request_id: `${channel_id} ${second}`,
        n: 1,
        channel_id,
        error_class: `e${status}`,
        status,
      };
      await logDb
        .insertInto('attempts')
        .values({ ...row, ...at })
        .execute();
    };
    await failed(1, 10, 500);
    await failed(1, 20, 429);
    await failed(1, 30, 400);
    await failed(1, 99, 503);
    await failed(2, 15, 0);
    await failed(3, 15, 404);

    const latest = async (ids: number[]) =>
      (await listLastErrors(logDb, ids, { from: 10, end: 99 }))
        .map(({ channel_id, started_at, status, error_class }) =>
          [channel_id, started_at, status].map(Number).concat(error_class === `e${status}` ? [] : [-1]),
        )
        .sort();
    expect(await latest([1, 2, 3])).toEqual([
      [1, 20_000, 429],
      [2, 15_000, 0],
    ]);
    expect(await latest([])).toEqual([]);
    await dispose();
  });
});

test('a time counts in the bucket whose bounds are around it', () => {
  expect([1, 50, 51, 500_000, 500_001].map(bucketOf)).toEqual([0, 0, 1, 20, 21]);
});
