import {
  cleanLogs,
  getLogCleaning,
  getLogStat,
  getOwnLogStat,
  listLogs,
  listOwnLogs,
  listTokenLogs,
  saveOption,
  searchLogs,
  searchOwnLogs,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retain } from '../../modules/usage/log-cleaning.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { makeChannel, makeLogs, makeToken, makeUser } from '../../testing/factories.ts';

const now = Math.floor(Date.UTC(2026, 0, 2) / 1000);
let app: TestApp;
let channel: number;

beforeAll(async () => {
  app = await buildTestApp({ now: () => now * 1000 });
  channel = await makeChannel(app.ctx, { name: 'East' });
  const { user, other } = app.people;
  const mine = {
    user_id: user.id,
    username: 'user',
    token_name: 'laptop',
    model_name: 'gpt-4o',
    group: 'default',
  };
  const other_json = JSON.stringify({ model_ratio: 1.25, frt: 300, admin_info: { use_channel: ['1', '2'] } });
  await makeLogs(app.ctx, [
    { ...mine, quota: 10, created_at: now - 5000, channel_id: channel, other: other_json, is_stream: 1 },
    {
      ...mine,
      quota: 20,
      created_at: now - 30,
      prompt_tokens: 100,
      completion_tokens: 50,
      model_name: 'gpt-4o-mini',
    },
    { ...mine, quota: 40, created_at: now - 10, prompt_tokens: 7, token_name: 'phone', group: 'vip' },
    {
      user_id: other.id,
      username: 'other',
      quota: 80,
      created_at: now - 20,
      prompt_tokens: 1,
      channel_id: channel,
    },
    { user_id: user.id, username: 'user', type: 1, quota: 500, created_at: now - 1, content: 'topped up' },
  ]);
});
afterAll(() => app.close());

const quotas = async (query: object) =>
  (await app.as('admin').get(listLogs, query)).items.map(({ quota }) => quota);

// @spec H181 H182
test('the log of all users is newest first, with page and total', async () => {
  const page = await app.as('admin').get(listLogs, { p: 1, page_size: 2 });
  expect(page).toMatchObject({ total: 5, page: 1, page_size: 2 });
  expect(page.items.map(({ quota }) => quota)).toEqual([500, 40]);
  expect(await quotas({ p: 2, page_size: 2 })).toEqual([80, 20]);
  expect(await quotas({ p: 0 })).toHaveLength(5);
});

test.each([
  [{ type: 2 }, [40, 80, 20, 10]],
  [{ type: 1 }, [500]],
  [{ username: 'other' }, [80]],
  [{ token_name: 'phone' }, [40]],
  [{ model_name: 'gpt-4o' }, [40, 10]],
  [{ model_name: 'gpt-4o%' }, [40, 20, 10]],
  [{ model_name: 'gpt-4_' }, [40, 10]],
  [{ model_name: '%mini' }, [20]],
  [{ model_name: 'gpt\\' }, []],
  [{ model_name: '!%' }, []],
  [{ username: 'unknown' }, []],
  [{ type: 'NaN', group: '' }, [500, 40, 80, 20, 10]],
  [{ group: 'vip' }, [40]],
  [{ start_timestamp: now - 25, end_timestamp: now - 10 }, [40, 80]],
])('the filter %j finds its rows', async (query, expected) => {
  expect(await quotas(query)).toEqual(expected);
});

// @spec D237 D238 D239
test('a log row names its channel for admins and keeps its details as JSON', async () => {
  const page = await app.as('admin').get(listLogs, { channel });
  expect(page.items.map(({ quota }) => quota)).toEqual([80, 10]);
  expect(page.items[1]).toMatchObject({
    channel,
    channel_name: 'East',
    username: 'user',
    token_name: 'laptop',
    model_name: 'gpt-4o',
    is_stream: true,
    use_time: 0,
    content: '',
  });
  expect(JSON.parse(page.items[1]?.other ?? '')).toMatchObject({ model_ratio: 1.25, admin_info: {} });
});

// @spec H184 H185
test("a user's log contains their own rows only, without channel names and admin info", async () => {
  const { body, text } = await app.as('user').call(listOwnLogs, {});
  expect(body.data).toMatchObject({ total: 4, page: 1, page_size: 10 });
  expect(body.data.items.map(({ id, quota }) => [id, quota])).toEqual([
    [4, 500],
    [3, 40],
    [2, 20],
    [1, 10],
  ]);
  expect(text).not.toContain('admin_info');
  expect(text).not.toContain('East');
  expect(body.data.items.every((item) => item.channel === 0)).toBe(true);
  expect(JSON.parse(body.data.items[3]?.other ?? '')).toEqual({ model_ratio: 1.25, frt: 300 });
  const foreign = await app
    .as('user')
    .callLoosely(listOwnLogs, { username: 'other', user_id: app.people.other.id });
  expect(foreign.body.data).toMatchObject({ total: 4 });
  expect((await app.as('user').send('GET', '/api/log/self/?p=1&page_size=2')).body.data).toMatchObject({
    total: 4,
  });
});

// @spec H187
test('the sums cover the filter, and calls and tokens cover the last minute', async () => {
  const admin = app.as('admin');
  expect(await admin.get(getLogStat, {})).toEqual({ quota: 150, rpm: 3, tpm: 158 });
  expect(await admin.get(getLogStat, { type: 1 })).toEqual({ quota: 150, rpm: 3, tpm: 158 });
  expect(await admin.get(getLogStat, { username: 'other' })).toEqual({ quota: 80, rpm: 1, tpm: 1 });
  const old = { start_timestamp: now - 9000, end_timestamp: now - 4000 };
  expect(await admin.get(getLogStat, old)).toEqual({ quota: 10, rpm: 3, tpm: 158 });
});

// @spec H188
test("a user's sums cover their own rows", async () => {
  expect(await app.as('user').get(getOwnLogStat, {})).toEqual({ quota: 70, rpm: 2, tpm: 157 });
  expect(await app.as('user').get(getOwnLogStat, { token_name: 'phone' })).toEqual({
    quota: 40,
    rpm: 1,
    tpm: 7,
  });
});

test('a pattern of many wildcards is refused before it reaches the database', async () => {
  const { body } = await app.as('user').call(listOwnLogs, { model_name: '%a%a%a%a%a%' });
  expect(body).toMatchObject({ code: 'invalid_input', details: { field: 'model_name' } });
});

test('a cursor continues after the last row although rows are written meanwhile', async () => {
  const writer = await makeUser(app.ctx, { username: 'writer' });
  const row = (quota: number) => ({
    user_id: writer.id,
    username: 'writer',
    quota,
    created_at: now - 100 + quota,
  });
  await makeLogs(app.ctx, [1, 2, 3, 4, 5].map(row));
  const ask = (query: object) =>
    app.as('admin').get(listLogs, { username: 'writer', page_size: 2, ...query });
  const first = await ask({});
  await makeLogs(app.ctx, [6, 7].map(row));
  const second = await ask({ cursor: first.next_cursor });
  const third = await ask({ cursor: second.next_cursor });
  const seen = [first, second, third].map(({ items }) => items.map(({ quota }) => quota));
  expect(seen).toEqual([[5, 4], [3, 2], [1]]);
  expect([first.total, second.total, third.next_cursor]).toEqual([5, -1, null]);

  const own = createClient(app.app, app.ctx, writer);
  const page = await own.get(listOwnLogs, { page_size: 3 });
  const rest = await own.get(listOwnLogs, { page_size: 10, cursor: page.next_cursor as string });
  expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  const stranger = await app.as('user').get(listOwnLogs, { cursor: page.next_cursor as string });
  expect(stranger.items).toEqual([]);
});

test('an admin finds rows by type and by the beginning of their content', async () => {
  const admin = app.as('admin');
  expect((await admin.get(searchLogs, { keyword: 'topped' })).map(({ quota }) => quota)).toEqual([500]);
  expect((await admin.get(searchLogs, { keyword: '1' })).map(({ quota }) => quota)).toEqual([500]);
  expect(await admin.get(searchLogs, { keyword: 'up' })).toEqual([]);
  expect(await admin.get(searchLogs, { keyword: '%' })).toEqual([]);
});

test('a user finds own rows by type', async () => {
  const found = await app.as('user').get(searchOwnLogs, { keyword: '1' });
  expect(found.map(({ quota, channel }) => [quota, channel])).toEqual([[500, 0]]);
  expect(await app.as('other').get(searchOwnLogs, { keyword: '1' })).toEqual([]);
  expect(await app.as('user').get(searchOwnLogs, { keyword: 'topped' })).toEqual([]);
});

test('a program reads the log of its token with the key alone, from any origin', async () => {
  const token = await makeToken(app.ctx, app.people.user, { name: 'program' });
  const mine = { user_id: app.people.user.id, token_id: token.id, channel_id: channel };
  await makeLogs(app.ctx, [
    { ...mine, quota: 3, created_at: now - 50_000, other: '{"admin_info":{"use_channel":["1"]}}' },
  ]);
  const visitor = app.as('visitor');
  const { body, headers, text } = await visitor.call(listTokenLogs, { key: `sk-${token.key}` });
  expect(body.data.map(({ quota, channel }) => [quota, channel])).toEqual([[3, 0]]);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(text).not.toContain('admin_info');
  const header = { authorization: `Bearer sk-${token.key}` };
  expect((await visitor.send('GET', '/api/log/token', { headers: header })).body.data).toHaveLength(1);
  const unknown = await visitor.call(listTokenLogs, { key: 'sk-unknown' });
  expect([unknown.status, unknown.body.code]).toEqual([200, 'token_key_unknown']);
});

// @spec H096
test('old rows are deleted and counted, and rows younger than a week are kept', async () => {
  const keeper = await makeUser(app.ctx, { username: 'keeper' });
  const rows = [40, 30, 8].map((days) => ({
    user_id: keeper.id,
    username: 'keeper',
    created_at: now - days * 86_400,
  }));
  await makeLogs(app.ctx, rows);
  const admin = app.as('admin');
  const answer = await admin.send('DELETE', `/api/log/?target_timestamp=${now - 20 * 86_400}`);
  expect(answer.body).toMatchObject({ success: true, data: 2 });
  expect((await admin.get(listLogs, { username: 'keeper' })).total).toBe(1);
  expect(await admin.get(getLogCleaning, {})).toEqual({ deleted_before: now - 20 * 86_400, remaining: 0 });

  const young = await admin.call(cleanLogs, { target_timestamp: now - 3600 });
  expect(young.body).toMatchObject({ success: false, code: 'log_too_recent' });
  const nothing = await admin.send('DELETE', '/api/log/');
  expect(nothing.body).toMatchObject({ code: 'invalid_input', details: { field: 'target_timestamp' } });
  expect(await actions('log.clean')).toEqual([app.people.admin.id]);
});

test('retention deletes rows older than its days and resumes an interrupted deletion', async () => {
  const old = { user_id: 77, username: 'old', created_at: now - 12 * 86_400 };
  await makeLogs(app.ctx, [old, { ...old, created_at: now - 9 * 86_400 }]);
  expect(await retain(app.ctx)).toBe(0);
  await app.as('root').get(saveOption, { key: 'LogRetentionDays', value: '10' });
  expect(await retain(app.ctx)).toBe(1);
  expect((await app.as('admin').get(listLogs, { username: 'old' })).total).toBe(1);
  await app.as('root').get(saveOption, { key: 'LogRetentionDays', value: '0' });

  await makeLogs(app.ctx, [old]); // as if the gateway had died between the horizon and the deletion
  expect((await app.as('admin').get(getLogCleaning, {})).remaining).toBe(1);
  expect(await retain(app.ctx)).toBe(1);
});

async function actions(action: string) {
  const rows = await app.ctx.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', action)
    .execute();
  return rows.map(({ actor_id }) => actor_id);
}
