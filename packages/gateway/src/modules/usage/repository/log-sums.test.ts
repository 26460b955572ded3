import { expect, test } from 'vitest';
import { describeLogDatabases } from '../../../testing/clickhouse/describe-clickhouse.ts';
import { isInFull } from '../../../testing/databases.ts';
import { deleteBefore } from '../../../testing/logs.ts';
import { type LogFilter, matching } from './log-filter.ts';
import { sum } from './log-queries.ts';
import { type NewLogRow, record } from './logs.ts';

const HOUR = 3600;
const DAYS = 4;
const rows = Array.from(
  { length: 600 },
  (_, n): NewLogRow => ({
    request_id: `row-${n}`,
    user_id: n % 3,
    username: `user-${n % 3}`,
    created_at: (n * DAYS * 24 * HOUR) / 600,
    type: n % 10 === 0 ? 1 : 2,
    model_name: `model-${n % 4}`,
    token_name: `token-${n % 5}`,
    channel_id: (n % 2) + 1,
    token_id: n % 5,
    group: n % 7 === 0 ? 'vip' : 'default',
    quota: 2 ** (n % 20),
  }),
);
const filters: LogFilter[] = [
  {},
  { userId: 1 },
  { model_name: 'model-2' },
  { models: ['model-1', 'model-3'] },
  { channel: 2 },
  { group: 'vip' },
  { userId: 2, model_name: 'model-1' },
  { userId: 2, group: 'default' },
  { userIds: [0, 2], username: 'user-2' },
  { token_name: 'token-3' },
  { userId: 9 },
];
/** Whole hours and days, parts of them, nothing, and no bound. */
const ranges = [
  [],
  [24 * HOUR, 72 * HOUR - 1],
  [5 * HOUR + 7, 80 * HOUR + 1000],
  [30 * HOUR + 100, 30 * HOUR + 2000],
  [71 * HOUR + 1],
  [undefined, 26 * HOUR + 5],
  [9 * HOUR, 8 * HOUR],
];

describeLogDatabases('sums over the filters of the log', (database) => {
  test('a sum is the sum of the rows that the list finds, for every filter and range', async () => {
    const { logDb, dispose } = await database.open();
    // Each of its answers takes ten times as long as one of the others.
    const isSlow = database.kind === 'clickhouse' && !isInFull;
    const chosen = isSlow ? [ranges[0] ?? [], ranges[2] ?? []] : ranges;
    const tried = isSlow ? filters.filter((_, index) => index % 3 === 0) : filters;
    await record(logDb, rows);
    const wrong = async () => {
      const found: unknown[] = [];
      for (const filter of tried) {
        for (const [start_timestamp, end_timestamp] of chosen) {
          const fullFilter = { ...filter, start_timestamp, end_timestamp };
          const listed = await matching(logDb, { ...fullFilter, type: 2 })
            .select('quota')
            .execute();
          const expected = listed.reduce((total, { quota }) => total + Number(quota), 0);
          const { quota } = await sum(logDb, fullFilter, 0);
          if (quota !== expected) found.push({ filter: fullFilter, quota, expected });
        }
      }
      return found;
    };
    expect(await wrong()).toEqual([]);

    // Calls without a row, repeated rows, and deleted rows.
    await record(logDb, [{ ...rows[5], request_id: 'unlogged', unlogged: true } as NewLogRow]);
    await record(logDb, rows.slice(0, 50));
    expect(await wrong()).toEqual([]);
    await deleteBefore(logDb, 29 * HOUR + 11);
    expect(await wrong()).toEqual([]);
    await dispose();
  });
});
