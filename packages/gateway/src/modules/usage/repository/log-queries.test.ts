import { expect, test } from 'vitest';
import { describeLogDatabases } from '../../../testing/clickhouse/describe-clickhouse.ts';
import { count, findPlace, type LogFilter, list, search, sum } from './log-queries.ts';
import { type NewLogRow, record } from './logs.ts';

describeLogDatabases('reading the usage log', (database) => {
  test('filters, patterns, order, cursor, search and sums give the same result on every database', async () => {
    const { logDb, dispose } = await database.open();
    await record(logDb, [
      row('a', { created_at: 100, model_name: 'gpt-4o', quota: 1 }),
      row('b', { created_at: 300, model_name: 'gpt-4o-mini', quota: 2, token_name: 'phone' }),
      row('c', { created_at: 200, model_name: 'mj_imagine', quota: 4, channel_id: 9 }),
      row('d', { created_at: 300, model_name: 'a!b\\c', quota: 8, group: 'vip', content: '50%_off!' }),
      row('e', { created_at: 400, type: 1, quota: 16, user_id: 2, content: 'topped up' }),
    ]);
    const window = { offset: 0, limit: 10 };
    const found = async (filter: LogFilter) =>
      (await list(logDb, filter, window)).map(({ request_id }) => request_id).join('');

    expect(await found({})).toBe('edbca');
    expect(await found({ model_name: 'gpt-4o' })).toBe('a');
    expect(await found({ model_name: 'gpt-4o%' })).toBe('ba');
    expect(await found({ model_name: 'gpt-4_' })).toBe('a');
    expect(await found({ model_name: 'mj_imagine' })).toBe('c');
    expect(await found({ model_name: '%!b%' })).toBe('d');
    expect(await found({ model_name: '%\\' })).toBe('');
    expect(await found({ model_name: '%\\c' })).toBe('d');
    expect(await found({ userId: 2 })).toBe('e');
    expect(await found({ token_name: 'phone', channel: 1 })).toBe('b');
    expect(await found({ group: 'vip', type: 2 })).toBe('d');
    expect(await found({ start_timestamp: 200, end_timestamp: 300 })).toBe('dbc');
    expect(await count(logDb, { type: 2 })).toBe(4);

    const place = await findPlace(logDb, 'd');
    const behind = await list(logDb, {}, { ...window, after: place });
    expect(behind.map(({ request_id }) => request_id).join('')).toBe('bca');
    expect(await findPlace(logDb, 'd', 2)).toBeUndefined();

    const searched = async (type: number, prefix: string) =>
      (await search(logDb, { type, prefix }, 10)).map(({ request_id }) => request_id).join('');
    expect(await searched(-1, '50%_off!')).toBe('d');
    expect(await searched(-1, '%')).toBe('');
    expect(await searched(1, 'nothing')).toBe('e');
    expect(await sum(logDb, { userId: 1 }, 250)).toEqual({ quota: 15, rpm: 2, tpm: 6, failed_calls: 0 });
    await dispose();
  });
});

function row(request_id: string, changes: Partial<NewLogRow>): NewLogRow {
  const defaults = {
    user_id: 1,
    created_at: 0,
    type: 2,
    channel_id: 1,
    prompt_tokens: 2,
    completion_tokens: 1,
  };
  return { request_id, ...defaults, ...changes };
}
