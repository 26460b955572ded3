import { expect, test } from 'vitest';
import { bucketOf, healthColumns } from '../../../core/health-columns.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { add, deleteBefore, listHours, sum } from './channel-health.ts';

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

test('a time counts in the bucket whose bounds are around it', () => {
  expect([1, 50, 51, 500_000, 500_001].map(bucketOf)).toEqual([0, 0, 1, 20, 21]);
});
