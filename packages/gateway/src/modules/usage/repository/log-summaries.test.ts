import { expect, test } from 'vitest';
import { describeDatabases } from '../../../testing/databases.ts';
import * as summaries from './log-summaries.ts';
import { type NewLogRow, record } from './logs.ts';
import * as spend from './spend-sums.ts';

const hour = 3600;
const day = 24 * hour;
const row = { user_id: 1, created_at: day, type: 2, token_id: 1, model_name: 'a', token_name: 't' };
const rows: NewLogRow[] = [
  {
    ...row,
    request_id: '1',
    quota: 5,
    duration_ms: 60,
    prompt_tokens: 10,
    other: '{"cache_tokens":7,"frt":1}',
  },
  { ...row, request_id: '2', quota: 6, duration_ms: 70, created_at: day + 5, prompt_tokens: 10, other: '' },
  { ...row, request_id: '3', quota: 7, token_id: 2, channel_id: 3, created_at: day + hour, other: 'no JSON' },
  { ...row, request_id: '4', type: 5, status: 429, created_at: day + hour },
  { ...row, request_id: '5', type: 5, status: 0, created_at: day + hour },
  { ...row, request_id: '6', type: 1, quota: 1000, created_at: day + hour },
];

describeDatabases('summaries of the usage log', (database) => {
  test('bars, groups, service and spend are summed by the database', async () => {
    const { logDb, dispose } = await database.open();
    await record(logDb, rows);
    expect(await summaries.findExtent(logDb, {})).toEqual({ first: day, last: day + hour, isCut: false });
    expect(await summaries.findExtent(logDb, { model_name: 'b' })).toBeUndefined();
    expect(await summaries.listBars(logDb, {}, hour)).toEqual([
      { created_at: day, calls: 2, failed: 0 },
      { created_at: day + hour, calls: 1, failed: 2 },
    ]);
    expect(await summaries.listGroups(logDb, {}, 'model', 10)).toEqual([
      expect.objectContaining({ name: 'a', calls: 3, failed: 2, quota: 18, prompt_tokens: 20 }),
    ]);
    expect(
      (await summaries.listGroups(logDb, {}, 'channel', 10)).map(({ name, quota }) => [name, quota]),
    ).toEqual([
      ['0', 11],
      ['3', 7],
    ]);
    expect(await summaries.listServiceSums(logDb, {}, hour)).toEqual([
      expect.objectContaining({ calls: 2, prompt_tokens: 20, cached_tokens: 7 }),
      expect.objectContaining({
        errors: { rate_limit: 1, access: 0, request: 0, server: 1 },
        cached_tokens: 0,
      }),
    ]);
    expect(await summaries.listTimes(logDb, {}, { span: hour, column: 'duration_ms' })).toEqual([
      { start: day, bucket: 1, calls: 2 },
    ]);
    const range = { from: 0, to: 2 * day };
    expect(await spend.listTokens(logDb, range, 1)).toEqual([{ name: '1', created_at: day, quota: 11 }]);
    expect(await spend.listNames(logDb, 'channel', range, 1)).toEqual([
      { name: '0', created_at: day, quota: 11 },
    ]);
    await dispose();
  });
});
