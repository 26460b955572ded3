import {
  getLogBars,
  getOwnLogBars,
  getOwnService,
  getService,
  listLogGroups,
  listOwnLogGroups,
  listOwnSpend,
  listSpend,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel, makeLogs, makeToken } from '../../testing/factories.ts';

const hour = 3600;
const day = 24 * hour;
const now = Math.floor(Date.UTC(2026, 0, 20, 10, 30) / 1000);
const lastDay = { start_timestamp: now - day };
let app: TestApp;
let channel: number;

beforeAll(async () => {
  app = await buildTestApp({ now: () => now * 1000 });
  channel = await makeChannel(app.ctx, { name: 'East' });
  const { user, other } = app.people;
  const { id: token_id } = await makeToken(app.ctx, user, { name: 'laptop' });
  const mine = { user_id: user.id, username: 'user', model_name: 'a', token_name: 'laptop', token_id };
  const failed = { ...mine, type: 5, quota: 0 };
  await makeLogs(app.ctx, [
    {
      ...mine,
      ...{
        quota: 10,
        created_at: now - 5,
        channel_id: channel,
        group: 'vip',
        duration_ms: 300,
        first_token_ms: 90,
      },
      ...{ prompt_tokens: 100, completion_tokens: 7, other: '{"cache_tokens":60,"frt":90}' },
    },
    { ...mine, quota: 20, created_at: now - 6, duration_ms: 300, prompt_tokens: 100, other: 'no JSON' },
    { ...failed, created_at: now - 7, status: 429 },
    { ...failed, created_at: now - 8, status: 403 },
    { ...failed, created_at: now - 3 * hour, status: 404 },
    { ...failed, created_at: now - 3 * hour, status: 502, model_name: 'b' },
    { user_id: other.id, username: 'other', model_name: 'b', quota: 160, created_at: now - 3 * hour },
    { ...mine, type: 1, quota: 999, created_at: now - 9 },
  ]);
});
afterAll(() => app.close());

test('bars count charged and failed calls over time, and nothing else', async () => {
  const bars = await app.as('admin').get(getLogBars, lastDay);
  expect(bars).toMatchObject({ span: 1800, counted_from: now - day, end_timestamp: now });
  expect(bars.items).toEqual([
    { created_at: now - 3 * hour, calls: 1, failed: 2 },
    { created_at: now - 1800, calls: 2, failed: 2 },
  ]);
});

test('bars follow the filters of the log, and end with the calls when no time is given', async () => {
  const admin = app.as('admin');
  const ofB = await admin.get(getLogBars, { model_name: 'b' });
  expect(ofB.start_timestamp).toBe(now - 3 * hour);
  expect(ofB.items).toEqual([{ created_at: now - 3 * hour, calls: 1, failed: 1 }]);
  expect((await admin.get(getLogBars, { type: 5, ...lastDay })).items.map(({ calls }) => calls)).toEqual([
    0, 0,
  ]);
  expect((await admin.get(getLogBars, { username: 'unknown' })).items).toEqual([]);
});

test('a user sees the bars of own calls only', async () => {
  const own = await app.as('user').get(getOwnLogBars, lastDay);
  expect(own.items.map(({ calls, failed }) => [calls, failed])).toEqual([
    [0, 2],
    [2, 2],
  ]);
});

test('the log is grouped by model, token, user and channel, the dearest first', async () => {
  const admin = app.as('admin');
  const groups = async (by: 'model' | 'token' | 'user' | 'channel') =>
    (await admin.get(listLogGroups, { ...lastDay, by })).items;
  expect(await groups('model')).toEqual([
    expect.objectContaining({ name: 'b', calls: 1, failed: 1, quota: 160, last_at: now - 3 * hour }),
    expect.objectContaining({
      name: 'a',
      calls: 2,
      failed: 3,
      quota: 30,
      prompt_tokens: 200,
      last_at: now - 5,
    }),
  ]);
  expect((await groups('token')).map(({ name }) => name)).toEqual(['', 'laptop']);
  expect((await groups('user')).map(({ name, calls }) => [name, calls])).toEqual([
    ['other', 1],
    ['user', 2],
  ]);
  expect(await groups('channel')).toContainEqual(
    expect.objectContaining({ name: String(channel), id: channel, label: 'East', calls: 1 }),
  );
  const users = await groups('user');
  expect(users.map(({ id }) => id)).toEqual([expect.any(Number), expect.any(Number)]);
  expect(new Set(users.map(({ id }) => id)).size).toBe(2);
  expect((await groups('model')).map(({ id }) => id)).toEqual([0, 0]);
});

test('own groups never contain calls of others', async () => {
  const own = await app.as('user').get(listOwnLogGroups, { ...lastDay, by: 'model' });
  expect(own.items.map(({ name, calls, failed }) => [name, calls, failed])).toEqual([
    ['a', 2, 3],
    ['b', 0, 1],
  ]);
  const { body } = await app.as('user').send('GET', '/api/log/self/groups?by=channel');
  expect(body.success).toBe(false);
});

test('the service of calls has latency, cached tokens and failures by class', async () => {
  const service = await app.as('admin').get(getService, lastDay);
  const [early, late] = service.items;
  expect(early).toMatchObject({ calls: 1, duration_ms: null, errors: { request: 1, server: 1, access: 0 } });
  expect(late).toMatchObject({
    ...{ calls: 2, prompt_tokens: 200, cached_tokens: 60 },
    errors: { rate_limit: 1, access: 1, request: 0, server: 0 },
  });
  expect(late?.duration_ms?.p50).toBeGreaterThan(200);
  expect(late?.duration_ms?.p95).toBeLessThanOrEqual(315);
  expect(late?.first_token_ms?.p50).toBeLessThanOrEqual(125);
});

test('the service of one user leaves out the calls of others', async () => {
  const calls = async (username: string) =>
    (await app.as('admin').get(getService, { ...lastDay, username })).items.map((part) => part.calls);
  expect(await calls('other')).toEqual([1]);
  const own = await app.as('user').get(getOwnService, lastDay);
  expect(own.items.map((part) => part.calls)).toEqual([0, 2]);
});

test('spend is listed by channel, group and token with their names', async () => {
  const admin = app.as('admin');
  const spend = async (by: 'channel' | 'group' | 'token') =>
    (await admin.get(listSpend, { ...lastDay, by })).map(({ label, name, quota }) => [label || name, quota]);
  expect(await spend('channel')).toContainEqual(['East', 10]);
  expect(await spend('group')).toContainEqual(['vip', 10]);
  expect(await spend('token')).toEqual([['laptop', 30]]);
  expect(await app.as('user').get(listOwnSpend, lastDay)).toEqual([
    expect.objectContaining({ label: 'laptop', quota: 30, created_at: now - (now % day) }),
  ]);
  expect(await app.as('admin').get(listOwnSpend, lastDay)).toEqual([]);
});
