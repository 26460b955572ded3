import {
  createToken,
  deleteToken,
  getToken,
  listTokens,
  pageTokens,
  saveOption,
  searchTokens,
  updateToken,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { makeToken, makeUser } from '../../testing/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(async () => {
  expect((await audit(app.ctx.db, app.ctx.logDb)).failures).toEqual([]);
  await app.close();
});

// @spec D222 D223 D225 D226 D228 D229 D230 D232 E037 H144 H151
test('a new token has a key that stays the same and is not stored in clear', async () => {
  const user = app.as('user');
  const draft = {
    name: 'laptop',
    expired_time: -1,
    remain_quota: 500_000,
    model_limits_enabled: true,
    model_limits: 'gpt-4o,gpt-4o-mini',
    allow_ips: '10.0.0.1\n10.0.0.2',
    group: 'default',
  };
  const made = await user.get(createToken, draft);
  expect(made).toMatchObject({ ...draft, status: 1, used_quota: 0, unlimited_quota: false, DeletedAt: null });
  expect(made.key).toMatch(/^[0-9A-Za-z]{48}$/);
  expect(Math.abs(made.created_time - Date.now() / 1000)).toBeLessThan(60);
  expect(await user.get(getToken, { id: made.id })).toEqual(made);
  const row = await app.ctx.db.selectFrom('tokens').selectAll().where('id', '=', made.id).executeTakeFirst();
  expect(JSON.stringify(row)).not.toContain(made.key);
});

// @spec H146
test('the list is newest first, has ten rows a page by default and counts pages from 0', async () => {
  const owner = await makeUser(app.ctx, { username: 'lister' });
  const client = createClient(app.app, app.ctx, owner);
  const made = [];
  for (let n = 0; n < 12; n += 1) made.push((await makeToken(app.ctx, owner, { name: `t${n}` })).id);
  const newest = made.toReversed();
  expect((await client.get(listTokens, {})).map(({ id }) => id)).toEqual(newest.slice(0, 10));
  const second = await client.get(listTokens, { p: 1, size: 4 });
  expect(second.map(({ id }) => id)).toEqual(newest.slice(4, 8));
  const page = await client.get(pageTokens, { p: 2, page_size: 5 });
  expect(page).toMatchObject({ total: 12, page: 2, page_size: 5 });
  expect(page.items.map(({ id }) => id)).toEqual(newest.slice(5, 10));
  expect((await client.get(pageTokens, { page_size: 100_000 })).page_size).toBe(100);
});

// @spec H149
test('search finds tokens by a part of the name and of the key', async () => {
  const user = app.as('other');
  const alpha = await user.get(createToken, { name: 'Alpha_1' });
  await user.get(createToken, { name: 'beta' });
  const part = `sk-${alpha.key.slice(10, 30)}`;
  const ids = async (query: object) => (await user.get(searchTokens, query)).map(({ id }) => id);
  expect(await ids({ keyword: 'alpha_' })).toEqual([alpha.id]);
  expect(await ids({ keyword: 'alphax' })).toEqual([]);
  expect(await ids({ token: part })).toEqual([alpha.id]);
  expect(await ids({ keyword: 'beta', token: part })).toEqual([]);
  expect((await user.get(pageTokens, { token: part })).total).toBe(1);
  expect((await app.as('user').get(searchTokens, { token: part })).length).toBe(0);
});

// @spec H153
test('an edit changes the sent fields only, and the quota by a ledger entry', async () => {
  const user = app.as('user');
  const { id, key } = await user.get(createToken, { name: 'edited', remain_quota: 100, model_limits: 'a' });
  const after = await user.get(updateToken, { id, name: 'renamed', remain_quota: 40 });
  expect(after).toMatchObject({ name: 'renamed', remain_quota: 40, model_limits: 'a', key, status: 1 });
  expect(await user.get(updateToken, { id, allow_ips: null })).toMatchObject({
    name: 'renamed',
    remain_quota: 40,
  });
  const raised = await user.get(updateToken, { id, remain_quota: 90 });
  expect(raised.remain_quota).toBe(90);
  const account = await app.ctx.db
    .selectFrom('account')
    .select('id')
    .where('owner_type', '=', 'token')
    .where('owner_id', '=', id)
    .executeTakeFirstOrThrow();
  const entries = await app.ctx.db
    .selectFrom('entry')
    .select(['kind', 'amount', 'meta'])
    .where('account', '=', account.id)
    .orderBy('seq')
    .execute();
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['grant', 100],
    ['adjust', -60],
    ['adjust', 50],
  ]);
  expect(JSON.parse(entries[1]?.meta ?? '')).toEqual({ by: app.people.user.id, reason: 'edited' });
});

// @spec E039 E044 H155
test('an edit with status_only changes only the status', async () => {
  const user = app.as('user');
  const { id } = await user.get(createToken, { name: 'switched', remain_quota: 10 });
  const off = await user.get(updateToken, { id, status: 2, status_only: true, name: 'ignored' });
  expect(off).toMatchObject({ status: 2, name: 'switched', remain_quota: 10 });
  expect((await user.get(updateToken, { id, status: 1, status_only: true })).status).toBe(1);
  expect((await user.get(updateToken, { id, status: 2, name: 'edited' })).status).toBe(1);
});

// @spec E040 E041
test('an expired or exhausted token is not enabled, and the refusal names the first step', async () => {
  const user = app.as('user');
  const empty = await user.get(createToken, { name: 'empty', remain_quota: 0 });
  const old = await user.get(createToken, { name: 'old', remain_quota: 5, expired_time: 1_600_000_000 });
  const enable = (id: number) => user.call(updateToken, { id, status: 1, status_only: true });
  expect((await enable(empty.id)).body).toMatchObject({ success: false, code: 'token_exhausted' });
  expect((await enable(old.id)).body).toMatchObject({ success: false, code: 'token_expired' });
  await user.get(updateToken, { id: empty.id, unlimited_quota: true });
  expect((await enable(empty.id)).body.success).toBe(true);
});

// @spec G044
test('only groups that are open to the user can be set on a token', async () => {
  const user = app.as('user');
  expect((await user.call(createToken, { name: 'vip', group: 'vip' })).body.success).toBe(true);
  const refused = await user.call(createToken, { name: 'x', group: 'svip' });
  expect(refused.body).toMatchObject({
    success: false,
    code: 'token_group_refused',
    details: { group: 'svip' },
  });
  await app.as('root').get(saveOption, { key: 'UserUsableGroups', value: '{"svip":"open now"}' });
  expect((await user.call(createToken, { name: 'x', group: 'svip' })).body.success).toBe(true);
  const { id } = await user.get(createToken, { name: 'y' });
  expect((await user.call(updateToken, { id, group: 'vip' })).body.code).toBe('token_group_refused');
});

test.each([
  ['negative', -1],
  ['fractional', 1.5],
  ['beyond exact numbers', 2 ** 53],
  ['a text', '5'],
])('a quota that is %s is refused at its field', async (_, remain_quota) => {
  const answer = await app.as('user').callLoosely(createToken, { name: 'q', remain_quota });
  expect(answer.body).toMatchObject({ code: 'invalid_input', details: { field: 'remain_quota' } });
});

test('a quota of null is the same as an absent one', async () => {
  const answer = await app.as('user').callLoosely(createToken, { name: 'q', remain_quota: null });
  expect(answer.body.data).toMatchObject({ remain_quota: 0, unlimited_quota: false });
});

test('fields that are not for users are ignored', async () => {
  const sent = {
    name: 'mine',
    remain_quota: 5,
    user_id: 1,
    used_quota: 99,
    key: 'x'.repeat(48),
    status: 4,
    id: 9999,
  };
  const { body } = await app.as('user').callLoosely(createToken, sent);
  const made = body.data as { user_id: number; key: string };
  expect(made).toMatchObject({ user_id: app.people.user.id, used_quota: 0, status: 1 });
  expect(made.key).not.toContain('xxxx');
});

// @spec H157
test('a deleted token is not found', async () => {
  const user = app.as('user');
  const { id } = await user.get(createToken, { name: 'gone' });
  expect((await user.send('DELETE', `/api/token/${id}/`)).body.success).toBe(true);
  expect((await user.call(getToken, { id })).body.code).toBe('token_not_found');
  expect((await user.call(deleteToken, { id })).body.code).toBe('token_not_found');
});
