import {
  createLimit,
  deleteLimit,
  getLimitHistory,
  getSiteLimit,
  type LimitRuleDraft,
  listCloseLimits,
  listLimitsOf,
  simulateLimit,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LimitClaim, windowId } from '../../ledger/index.ts';
import { sweepLimits } from '../../modules/limits/sweep-limits.ts';
import { windowAt } from '../../modules/limits/window-time.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { type MadeUser, makeLogs, makeToken, makeUser } from '../../testing/factories.ts';
import { setOption } from '../../testing/options.ts';
import { reservation, usageRecord } from '../../testing/records.ts';

let app: TestApp;
let people: Record<'user' | 'other', MadeUser>;
const START = Date.parse('2026-11-25T10:00:00Z');
let now = START;
beforeEach(async () => {
  now = START;
  app = await buildTestApp({ now: () => now });
  people = {
    user: await makeUser(app.ctx, { quota: 10_000 }),
    other: await makeUser(app.ctx, { quota: 10_000 }),
  };
});
afterEach(() => app.close());

const admin = () => app.as('admin');
const daily = { scope: 'user', scope_id: 'each', resource: 'quota', amount: 100, window: 'day' } as const;
const limit = (draft: LimitRuleDraft) => admin().get(createLimit, draft);

/** Charges a user who is counted in the window of this moment. */
async function spend(rule: number, userId: number, amount: number, subject = String(userId)): Promise<void> {
  const at = Math.floor(now / 1000);
  const { startsAt } = windowAt('day', 'UTC', at);
  const window = windowId({ rule, series: 0, subject, startsAt });
  const claims: LimitClaim[] = [{ window, rule, subject, startsAt, period: 0, at, limit: 1e9 }];
  const call = { ...reservation({ userId, amount, claims }), tokenId: null };
  expect(await app.ctx.ledger.reserve(call)).toBe('ok');
  await app.ctx.ledger.settle(call.id, amount, usageRecord({ user_id: userId }));
  await app.ctx.ledger.settled();
}

test('the history of a rule has one line for each day, with the sum and the highest of all users', async () => {
  const { id } = await limit(daily);
  const { user, other } = people;
  await spend(id, user.id, 30);
  await spend(id, other.id, 50);
  now += 86_400_000;
  await spend(id, user.id, 20);

  const day = Date.parse('2026-11-25T00:00:00Z') / 1000;
  expect(await admin().get(getLimitHistory, { id })).toEqual([
    { starts_at: day + 86_400, windows: 1, spent: 20, highest: 20, calls: 1 },
    { starts_at: day, windows: 2, spent: 80, highest: 50, calls: 2 },
  ]);
  const counted = await limit({ ...daily, resource: 'requests' });
  expect(await admin().get(getLimitHistory, { id: counted.id })).toEqual([]);
});

test('those who have used most of a limit are listed, the fullest first, without those of yesterday', async () => {
  const { user, other } = people;
  const { id } = await limit({ ...daily, name: 'each' });
  const all = await limit({ scope: 'everybody', resource: 'quota', amount: 1000, window: 'day' });
  await spend(id, user.id, 85);
  await spend(id, other.id, 100);
  await spend(all.id, user.id, 790, '');

  const close = await admin().get(listCloseLimits, {});
  expect(close.map(({ subject_name, spent }) => [subject_name, spent])).toEqual([
    [other.username, 100],
    [user.username, 85],
  ]);
  expect(close[0]).toMatchObject({ id, name: 'each', amount: 100, subject: String(other.id), held: 0 });
  expect(await admin().get(listCloseLimits, { percent: 79 })).toHaveLength(3);
  now += 86_400_000;
  expect(await admin().get(listCloseLimits, {})).toEqual([]);
});

test('the limits of a user are those of it, its group and everybody; of a token only its own', async () => {
  const { user, other } = people;
  const token = await makeToken(app.ctx, user);
  await limit({ ...daily, name: 'each user' });
  await limit({ ...daily, name: 'other', scope_id: other.id });
  await limit({ ...daily, name: 'group', scope: 'group', scope_id: 'default' });
  await limit({ ...daily, name: 'all', scope: 'everybody', scope_id: '' });
  await limit({ ...daily, name: 'key', scope: 'token', scope_id: token.id });
  await limit({ ...daily, name: 'off', enabled: false });

  const namesOf = async (scope: 'user' | 'token' | 'group', scope_id: string) =>
    (await admin().get(listLimitsOf, { scope, scope_id })).map(({ name }) => name);
  expect(await namesOf('user', String(user.id))).toEqual(['each user', 'group', 'all']);
  expect(await namesOf('token', String(token.id))).toEqual(['key']);
  expect(await namesOf('group', 'vip')).toEqual([]);
  expect((await admin().get(listLimitsOf, { scope: 'token', scope_id: String(token.id) }))[0]).toMatchObject({
    subject_name: token.name,
    spent: 0,
  });
});

test('a simulation says how many calls of the last week a rule would have refused, and whose', async () => {
  const { user, other } = people;
  const at = (daysAgo: number, seconds = 0) => START / 1000 - daysAgo * 86_400 + seconds;
  const row = (created_at: number, fields: object) => ({
    ...{ created_at, type: 2, user_id: user.id, quota: 60, model_name: 'gpt-4o', group: 'default' },
    ...fields,
  });
  await makeLogs(app.ctx, [
    row(at(9), {}),
    row(at(9, 1), {}),
    row(at(2), {}),
    row(at(2, 1), {}),
    row(at(2, 2), { quota: 40 }),
    row(at(2, 3), { user_id: other.id }),
    row(at(2, 4), { type: 1, quota: 1_000_000 }),
    row(at(1), { model_name: 'claude-3' }),
    row(at(1, 1), { model_name: 'claude-3' }),
  ]);
  const rule = { scope: 'user', scope_id: 'each', resource: 'quota', amount: 100, window: 'day' } as const;

  expect(await admin().get(simulateLimit, { ...rule })).toEqual({
    since: at(7),
    is_whole: true,
    calls: 6,
    refused: 2,
    users: 1,
    top: [{ user_id: user.id, username: user.username, refused: 2 }],
  });
  expect(await admin().get(simulateLimit, { ...rule, models: 'gpt-*' })).toMatchObject({
    calls: 4,
    refused: 1,
  });
  const ofOther = { ...rule, scope_id: String(other.id), amount: 1 };
  expect(await admin().get(simulateLimit, ofOther)).toMatchObject({ calls: 1, refused: 1 });
  expect(
    await admin().get(simulateLimit, { ...rule, scope: 'group', resource: 'requests', amount: 5 }),
  ).toMatchObject({ calls: 6, refused: 0 });
});

test('a simulation refuses what the log cannot tell or does not know', async () => {
  const rule = { scope: 'channel_key', scope_id: 'each', resource: 'quota', amount: 100 } as const;
  expect((await admin().call(simulateLimit, rule)).body.code).toBe('invalid_input');
  const unknown = { ...rule, scope: 'user', scope_id: '999' } as const;
  expect((await admin().call(simulateLimit, unknown)).body.code).toBe('limit_target_not_found');
});

test('the model rate limit of the settings is shown as it is set', async () => {
  expect(await admin().get(getSiteLimit, {})).toMatchObject({ enabled: false });
  for (const [key, text] of [
    ['Enabled', 'true'],
    ['Count', '30'],
    ['SuccessCount', '20'],
    ['DurationMinutes', '5'],
  ] as const)
    await setOption(app.ctx, `ModelRequestRateLimit${key}`, text);
  await app.ctx.options.reload();
  expect(await admin().get(getSiteLimit, {})).toEqual({
    enabled: true,
    minutes: 5,
    requests: 30,
    answered: 20,
  });
});

test('windows of deleted rules and of long ago are swept once an hour by one gateway', async () => {
  const kept = await limit(daily);
  const deleted = await limit(daily);
  await spend(kept.id, people.user.id, 1);
  await spend(deleted.id, people.user.id, 1);
  await admin().get(deleteLimit, { id: deleted.id });
  const count = async () => (await app.ctx.db.selectFrom('limit_window').select('id').execute()).length;

  await Promise.all([sweepLimits(app.ctx), sweepLimits(app.ctx)]);
  expect(await count()).toBe(1);
  now += 401 * 86_400_000;
  await sweepLimits(app.ctx);
  expect(await count()).toBe(0);
});
