import { listOwnUsage, listTokenUsage, listUsage, listUserUsage } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeLogs, makeToken } from '../../testing/factories.ts';

const hour = 3600;
const now = Math.floor(Date.UTC(2026, 0, 20, 10, 30) / 1000);
const thisHour = now - (now % hour);
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: () => now * 1000 });
  const { user, other } = app.people;
  const mine = {
    user_id: user.id,
    username: 'user',
    model_name: 'a',
    prompt_tokens: 3,
    completion_tokens: 2,
  };
  await makeLogs(app.ctx, [
    { ...mine, quota: 10, created_at: now - 5 },
    { ...mine, quota: 20, created_at: now - 6 },
    { ...mine, quota: 40, created_at: now - 2 * hour, model_name: 'b' },
    { ...mine, quota: 80, created_at: now - 40 * 24 * hour },
    { user_id: other.id, username: 'other', model_name: 'a', quota: 160, created_at: now - 7 },
    { ...mine, quota: 999, created_at: now - 7, type: 1 },
  ]);
});
afterAll(() => app.close());

test('the consumption of all users is listed by hour and model, for the last 30 days by default', async () => {
  const admin = app.as('admin');
  const sum = { id: 0, user_id: 0, username: '' };
  expect(await admin.get(listUsage, {})).toEqual([
    { ...sum, model_name: 'b', created_at: thisHour - 2 * hour, token_used: 5, count: 1, quota: 40 },
    { ...sum, model_name: 'a', created_at: thisHour, token_used: 10, count: 3, quota: 190 },
  ]);
  const range = { start_timestamp: now - 50 * 24 * hour, end_timestamp: now, default_time: 'week' };
  expect((await admin.get(listUsage, range)).map(({ quota }) => quota)).toEqual([80, 40, 190]);
  expect(await admin.get(listUsage, { start_timestamp: now + hour, end_timestamp: now + 2 * hour })).toEqual(
    [],
  );
});

test('the consumption of one user is filtered by name, and an unknown name has none', async () => {
  const rows = await app.as('admin').get(listUsage, { username: 'other' });
  expect(rows).toEqual([
    expect.objectContaining({ user_id: app.people.other.id, username: 'other', model_name: 'a', quota: 160 }),
  ]);
  expect(await app.as('admin').get(listUsage, { username: 'unknown' })).toEqual([]);
});

test('a user reads their own consumption, over 30 days at most', async () => {
  const user = app.as('user');
  const { body } = await user.call(listOwnUsage, { start_timestamp: now - 24 * hour, end_timestamp: now });
  expect(body.data.map(({ username, quota }) => [username, quota])).toEqual([
    ['user', 40],
    ['user', 30],
  ]);
  expect((await user.send('GET', '/api/data/self/')).body.data).toHaveLength(2);
  const tooLong = await user.call(listOwnUsage, { start_timestamp: now - 2_592_001, end_timestamp: now });
  expect(tooLong.body).toMatchObject({ success: false, code: 'time_range_too_long' });
  const longest = await user.call(listOwnUsage, { start_timestamp: now - 2_592_000, end_timestamp: now });
  expect(longest.body.success).toBe(true);
});

test('30 days up to now are not too long when a moment has passed since they were counted', async () => {
  const user = app.as('user');
  const open = await user.call(listOwnUsage, { start_timestamp: now - 2_592_030 });
  expect(open.body.success).toBe(true);
  const tooLong = await user.call(listOwnUsage, { start_timestamp: now - 31 * 24 * hour });
  expect(tooLong.body).toMatchObject({ success: false, code: 'time_range_too_long' });
});

test('the users who spent most are listed by hour', async () => {
  const admin = app.as('admin');
  const rows = await admin.get(listUserUsage, {});
  expect(rows.map(({ username, created_at, quota }) => [username, created_at, quota])).toEqual([
    ['user', thisHour - 2 * hour, 40],
    ['user', thisHour, 30],
    ['other', thisHour, 160],
  ]);
  expect((await admin.get(listUserUsage, { limit: 1 })).map(({ username }) => username)).toEqual(['other']);
});

test('the consumption of a token has thirty days, empty ones included, and only its owner reads it', async () => {
  const token = await makeToken(app.ctx, app.people.user);
  const used = { user_id: app.people.user.id, token_id: token.id, quota: 7, prompt_tokens: 1 };
  await makeLogs(app.ctx, [
    { ...used, created_at: now - 29 * 24 * hour },
    { ...used, created_at: now - 60 },
    { ...used, created_at: now - 120 },
    { ...used, created_at: now - 31 * 24 * hour },
  ]);
  const [usage, ...others] = await app.as('user').get(listTokenUsage, { ids: `${token.id},999999` });
  expect(others).toEqual([]);
  expect(usage?.id).toBe(token.id);
  const days = usage?.days ?? [];
  expect(days.map(({ quota }) => quota)).toEqual([7, ...Array(28).fill(0), 14]);
  expect(days.at(-1)).toEqual({ created_at: now - (now % 86_400), count: 2, token_used: 2, quota: 14 });
  expect(await app.as('other').get(listTokenUsage, { ids: String(token.id) })).toEqual([]);
});
