import {
  exportDrawings,
  exportLogs,
  exportOwnLogs,
  exportOwnTasks,
  exportOwnUsage,
  exportTokens,
  exportUsage,
  type FileEndpoint,
  saveOption,
} from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, buildTestApp, type TestApp } from '../../testing/app.ts';
import { parseCsv } from '../../testing/csv.ts';
import { makeChannel, makeLogs, makeToken } from '../../testing/factories.ts';

const now = Math.floor(Date.UTC(2026, 0, 20, 10) / 1000);
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: () => now * 1000 });
  const { user, other } = app.people;
  const channel = await makeChannel(app.ctx, { name: '=cmd|calc' });
  const mine = { user_id: user.id, username: 'user', channel_id: channel, model_name: 'gpt-4o' };
  const receipt = '{"model_ratio":1.25,"admin_info":{"use_channel":["1"]}}';
  await makeLogs(app.ctx, [
    { ...mine, quota: 500_000, created_at: now - 10, token_name: '+1, "quoted"', other: receipt },
    { ...mine, quota: 250_000, created_at: now - 20, token_name: '令牌\nzwei', is_stream: 1 },
    { user_id: other.id, username: '@other', quota: 1, created_at: now - 30, content: '-2+3' },
  ]);
});
afterAll(() => app.close());

const table = async (who: Actor, endpoint: FileEndpoint, query: Record<string, unknown> = {}) => {
  const { text } = await app.as(who).callLoosely(endpoint, query);
  return parseCsv(text);
};

test('the log of all users opens in a spreadsheet without formulas', async () => {
  const { status, headers, text } = await app.as('admin').callLoosely(exportLogs, {});
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="tollgate-log-2026-01-20.csv"',
    'cache-control': 'no-store',
  });
  expect(text.startsWith('\ufeffuser_id,username,channel,channel_name,time,')).toBe(true);
  const rows = parseCsv(text);
  expect(rows.map(({ username, quota, cost_usd }) => [username, quota, cost_usd])).toEqual([
    ['user', '500000', '1'],
    ['user', '250000', '0.5'],
    ["'@other", '1', '0.000002'],
  ]);
  expect(rows[0]).toMatchObject({
    channel_name: "'=cmd|calc",
    token_name: `'+1, "quoted"`,
    time: '2026-01-20T09:59:50Z',
  });
  expect(rows[1]).toMatchObject({ token_name: '令牌\nzwei', is_stream: 'true' });
  expect(rows[2]?.content).toBe("'-2+3");
});

test('an export uses the filters of its list', async () => {
  const quotas = async (query: object) =>
    (await table('admin', exportLogs, { ...query })).map(({ quota }) => quota);
  expect(await quotas({ username: 'user' })).toEqual(['500000', '250000']);
  expect(await quotas({ model_name: 'gpt%', end_timestamp: now - 15 })).toEqual(['250000']);
  expect(await quotas({ username: 'unknown' })).toEqual([]);
});

test('an export as lines of JSON keeps numbers as numbers', async () => {
  const { headers, text } = await app
    .as('admin')
    .callLoosely(exportLogs, { format: 'jsonl', username: '@other' });
  expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  expect(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  ).toEqual([expect.objectContaining({ username: '@other', quota: 1, content: '-2+3', is_stream: false })]);
});

test('a user exports their own rows, without columns for the operator', async () => {
  const { text } = await app.as('user').callLoosely(exportOwnLogs, { username: 'other', user_id: 4 });
  expect(parseCsv(text).map(({ quota }) => quota)).toEqual(['500000', '250000']);
  expect(text).not.toMatch(/admin_info|cmd|channel/);
  expect(text).toContain('model_ratio');
});

test('thousands of rows come in order and without duplicates across batches', async () => {
  const row = { user_id: app.people.root.id, username: 'root' };
  const rows = Array.from({ length: 1234 }, (_, n) => ({
    ...row,
    quota: n,
    created_at: now - 5000 - Math.floor(n / 7),
  }));
  await makeLogs(app.ctx, rows);
  const quotas = (await table('root', exportOwnLogs)).map(({ quota }) => Number(quota));
  expect(quotas).toHaveLength(1234);
  expect(new Set(quotas).size).toBe(1234);
  expect((await table('root', exportOwnUsage)).map(({ calls }) => calls)).toEqual(['1234']);
});

test('consumption by hour is exported for all users and for the caller', async () => {
  const all = await table('admin', exportUsage);
  expect(all.map(({ username, calls }) => [username, calls])).toEqual([
    ['root', '1234'],
    ['user', '2'],
    ["'@other", '1'],
  ]);
  expect(await table('admin', exportUsage, { username: 'user' })).toEqual([
    expect.objectContaining({
      username: 'user',
      hour: '2026-01-20T09:00:00Z',
      quota: '750000',
      cost_usd: '1.5',
    }),
  ]);
  const tooLong = await app.as('user').callLoosely(exportOwnUsage, { start_timestamp: 1 });
  expect(tooLong.body).toMatchObject({ success: false, code: 'time_range_too_long' });
});

test('tokens are exported without their keys', async () => {
  const made = await makeToken(app.ctx, app.people.user, {
    name: '=SUM(A1)',
    unlimited_quota: false,
    remain_quota: 9,
  });
  const { text } = await app.as('user').callLoosely(exportTokens, {});
  expect(parseCsv(text)).toEqual([
    expect.objectContaining({
      id: String(made.id),
      name: "'=SUM(A1)",
      remain_quota: '9',
      remain_quota_usd: '0.000018',
      status: '1',
      expired_time: '',
    }),
  ]);
  expect(text).not.toContain(made.key);
  expect(await table('user', exportTokens, { status: 4 })).toEqual([]);
});

test('drawings and tasks are exported with readable times', async () => {
  const user_id = app.people.user.id;
  const submit_time = now * 1000;
  await app.ctx.db
    .insertInto('midjourneys')
    .values({ user_id, mj_id: 'm', submit_time, channel_id: 9 })
    .execute();
  const task = { user_id, task_id: 't', created_at: now, updated_at: now, submit_time: now, channel_id: 9 };
  await app.ctx.db.insertInto('tasks').values(task).execute();
  expect(await table('admin', exportDrawings)).toEqual([
    expect.objectContaining({
      mj_id: 'm',
      submit_time: '2026-01-20T10:00:00Z',
      finish_time: '',
      channel_id: '9',
    }),
  ]);
  const [own] = await table('user', exportOwnTasks);
  expect(own).toMatchObject({ task_id: 't', submit_time: '2026-01-20T10:00:00Z' });
  expect(own).not.toHaveProperty('channel_id');
});

test('every export of other users is in the audit log with its filters, and own exports are not', async () => {
  const count = async () =>
    (await app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'export').execute()).length;
  const before = await count();
  await table('user', exportOwnLogs);
  expect(await count()).toBe(before);
  await table('admin', exportLogs, { username: 'user' });
  const row = await app.ctx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'export')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect([row.actor_name, row.target, JSON.parse(row.after)]).toEqual([
    'admin',
    'logs',
    { username: 'user' },
  ]);
});

test('every export refuses an unknown format', async () => {
  for (const endpoint of endpoints.filter(({ answer }) => answer === 'stream')) {
    const { body } = await app.as('root').callLoosely(endpoint, { format: 'xlsx' });
    expect(body, endpoint.address).toMatchObject({ code: 'invalid_input', details: { field: 'format' } });
  }
});

test('every column in quota units has one in dollars', () => {
  const files = endpoints.filter(({ answer }) => answer === 'stream');
  const shapes = files.map(({ address, output }) => ({
    address,
    columns: Object.keys((output as unknown as { shape: object }).shape),
  }));
  const alone = shapes.flatMap(({ address, columns }) =>
    columns
      .filter((column) => /quota$/.test(column) && column !== 'unlimited_quota')
      .filter((column) => !columns.includes(`${column}_usd`) && !columns.includes('cost_usd'))
      .map((column) => `${address} ${column}`),
  );
  expect(alone).toEqual([]);
  expect(shapes.find(({ address }) => address === 'GET /api/user/ledger/export')?.columns).toEqual(
    expect.arrayContaining(['amount', 'amount_usd', 'balance_after', 'balance_after_usd']),
  );
});

test('the OpenAPI document lists the columns of a file', async () => {
  const description = JSON.parse((await app.as('visitor').send('GET', '/api/openapi.json')).text);
  const { content } = description.paths['/api/token/export'].get.responses[200];
  expect(content['text/csv']).toEqual({});
  expect(Object.keys(content['application/x-ndjson'].schema.properties)).toContain('remain_quota');
});

test('a third concurrent export is refused, until one ends or is aborted', async () => {
  const row = {
    user_id: app.people.other.id,
    username: 'other',
    other: JSON.stringify({ filler: 'x'.repeat(4000) }),
  };
  for (let n = 0; n < 5; n += 1)
    await makeLogs(
      app.ctx,
      Array.from({ length: 1000 }, () => row),
    );
  const address = await app.listen();
  const cookie = `sid=${await app.as('other').cookie()}`;
  const headers = { cookie, 'new-api-user': String(app.people.other.id), 'accept-encoding': 'identity' };
  const open = (signal?: AbortSignal) =>
    fetch(`${address}/api/log/self/export`, { headers, ...(signal && { signal }) });
  const leaver = new AbortController();
  const [first] = [await open(leaver.signal), await open()];
  expect(await (await open()).json()).toMatchObject({ success: false, code: 'too_many_exports' });
  leaver.abort();
  await first.text().catch(() => undefined);
  await expect
    .poll(async () => {
      const answer = await open();
      const isFile = answer.headers.has('content-disposition');
      await answer.body?.cancel();
      return isFile;
    })
    .toBe(true);
});

test('usage is counted while the dashboard is hidden', async () => {
  await app.as('root').get(saveOption, { key: 'DataExportEnabled', value: 'false' });
  await makeLogs(app.ctx, [{ user_id: app.people.user.id, username: 'user', created_at: now - 1, quota: 4 }]);
  await app.as('root').get(saveOption, { key: 'DataExportEnabled', value: 'true' });
  const calls = (await table('user', exportOwnUsage)).map(({ calls }) => Number(calls));
  expect(calls.reduce((sum, count) => sum + count, 0)).toBe(3);
});
