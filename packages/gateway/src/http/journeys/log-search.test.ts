import { exportLogs, getLogStat, listLogs, listOwnLogs } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rename } from '../../modules/identity/repository/users.ts';
import { deregister } from '../../modules/identity/users/user-end.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { callContext, makeLogs, makeUser } from '../../testing/factories.ts';

const now = Math.floor(Date.UTC(2026, 0, 2) / 1000);
const MODELS = 60;
let app: TestApp;

/** Sixty models, and row ids as in a log of two million rows. */
beforeAll(async () => {
  app = await buildTestApp({ now: () => now * 1000 });
  const { ctx, people } = app;
  const gone = await makeUser(ctx, { username: 'gone' });
  const renamed = await makeUser(ctx, { username: 'before' });
  const models = Array.from({ length: MODELS }, (_, n) => ({
    user_id: people.user.id,
    username: 'user',
    model_name: `maker/model-${n}`,
    created_at: now - 1000 + n,
    quota: 1,
  }));
  await makeLogs(ctx, models);
  await makeLogs(ctx, [
    { user_id: gone.id, username: 'gone', model_name: 'other', created_at: now - 100, quota: 10 },
    { user_id: renamed.id, username: 'before', model_name: 'other', created_at: now - 99, quota: 20 },
  ]);
  await rename(ctx.db, renamed.id, 'after');
  await deregister(callContext(ctx, gone, 1), gone.id);
  const newest = await ctx.logDb
    .selectFrom('logs')
    .select('id')
    .where('quota', '=', 20)
    .executeTakeFirstOrThrow();
  await ctx.logDb.updateTable('logs').set({ id: 2_000_000 }).where('id', '=', newest.id).execute();
});
afterAll(() => app.close());

const quotas = async (query: object) =>
  (await app.as('admin').get(listLogs, query)).items.map(({ quota }) => quota);

test.each([
  ['a present name', 'after', [20]],
  ['a former name', 'before', [20]],
  ['the name of somebody who deregistered', 'gone', [10]],
  ['a name that no user ever had', 'unknown', []],
])('the list finds the rows of a user by %s', async (_, username, expected) => {
  expect(await quotas({ username })).toEqual(expected);
  expect((await app.as('admin').get(getLogStat, { username })).quota).toBe(expected[0] ?? 0);
});

test('a pattern finds the rows of every model that it matches', async () => {
  expect(await quotas({ model_name: 'MAKER/model-5_', page_size: 100 })).toHaveLength(10);
  expect(await quotas({ model_name: 'oth%' })).toEqual([20, 10]);
  expect(await quotas({ model_name: '%nothing%' })).toEqual([]);
});

test('pages of a pattern continue by number and by cursor', async () => {
  const query = { model_name: '%model-1%', page_size: 4 };
  const admin = app.as('admin');
  const all = (await admin.get(listLogs, { ...query, page_size: 100 })).items.map(
    ({ model_name }) => model_name,
  );
  expect(all).toHaveLength(11);
  const first = await admin.get(listLogs, query);
  const second = await admin.get(listLogs, { ...query, p: 2 });
  const behind = await admin.get(listLogs, { ...query, cursor: first.next_cursor ?? '' });
  const names = [...first.items, ...second.items].map(({ model_name }) => model_name);
  expect(names).toEqual(all.slice(0, 8));
  expect(behind.items).toEqual(second.items);
  expect(first.total).toBe(11);
});

test('a pattern of many models is refused with a sentence when the period holds too many rows', async () => {
  const { body } = await app.as('admin').call(listLogs, { model_name: 'maker/%' });
  expect(body).toMatchObject({
    success: false,
    code: 'log_pattern_too_wide',
    message:
      'The time range has more than 1000000 log rows. Shorten it to search with % or _, or type the full model name.',
  });
});

test('an export by such a pattern is refused as well', async () => {
  const { body } = await app.as('admin').callLoosely(exportLogs, { model_name: 'maker/%' });
  expect(body).toMatchObject({ code: 'log_pattern_too_wide' });
});

test('a pattern of many models is answered within a shorter period', async () => {
  const query = { model_name: 'maker/%', end_timestamp: now - 500 };
  expect((await app.as('admin').get(listLogs, query)).total).toBe(MODELS);
});

test('a pattern of many models is answered for one user', async () => {
  expect((await app.as('admin').get(listLogs, { model_name: 'maker/%', username: 'user' })).total).toBe(
    MODELS,
  );
  expect((await app.as('user').get(listOwnLogs, { model_name: 'maker/%' })).total).toBe(MODELS);
});
