import {
  createRedemptions,
  deleteRedemption,
  getRedemption,
  listLogs,
  listRedemptions,
  pageRedemptions,
  redeemCode,
  searchRedemptions,
  updateRedemption,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
let now = Date.parse('2025-04-11T00:00:00Z');
beforeEach(async () => {
  app = await buildTestApp({ now: () => now });
});
afterEach(async () => {
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
  await app.close();
});

const admin = () => app.as('admin');
const make = async (name: string, quota = 500_000) => {
  const [key = ''] = await admin().get(createRedemptions, { name, quota });
  const { items } = await admin().get(pageRedemptions, { keyword: name });
  return { key, id: items[0]?.id as number };
};

// @spec H165 F088 E045 D234
test('a batch of up to 100 codes is created and answered, each different and of 32 hex digits', async () => {
  const keys = await admin().get(createRedemptions, { name: 'spring', quota: 7, count: 100 });

  expect(keys).toHaveLength(100);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect((await admin().get(pageRedemptions, { status: 1 })).total).toBe(100);
  const tooMany = await admin().callLoosely(createRedemptions, { name: 'n', quota: 7, count: 101 });
  expect(tooMany.body).toMatchObject({ success: false, code: 'invalid_input', details: { field: 'count' } });
});

// @spec H161 D233 D235
test('the list has the fields of the console API, newest first, and answers page 0 as 0', async () => {
  await make('one');
  const { key, id } = await make('two', 9);

  const first = await admin().get(listRedemptions, { p: 0, page_size: 1 });
  expect(first).toMatchObject({ total: 2, page: 0, page_size: 1 });
  expect(first.items).toEqual([
    {
      id,
      user_id: app.people.admin.id,
      key,
      status: 1,
      name: 'two',
      quota: 9,
      created_time: now / 1000,
      redeemed_time: 0,
      count: 0,
      used_user_id: 0,
      DeletedAt: null,
    },
  ]);
  const second = await admin().get(listRedemptions, { p: 2, page_size: 1 });
  expect([second.page, second.items.map(({ name }) => name)]).toEqual([2, ['one']]);
});

// @spec H163
test('the search finds codes by prefix of the name or by id, and the paged search by a part of the name', async () => {
  const { id } = await make('Spring 50%');
  await make('late spring');

  const found = async (keyword: string) =>
    (await admin().get(searchRedemptions, { keyword })).items.map(({ name }) => name);
  expect(await found('spring')).toEqual(['Spring 50%']);
  expect(await found(String(id))).toEqual(['Spring 50%']);
  expect(await found('50%')).toEqual([]);
  const page = await admin().get(pageRedemptions, { keyword: 'spring' });
  expect(page).toMatchObject({ total: 2, page: 1 });
});

// @spec H159 H171
test('one code is read and deleted, and then neither found nor redeemed', async () => {
  const { key, id } = await make('one');
  expect((await admin().get(getRedemption, { id })).key).toBe(key);

  expect((await admin().send('DELETE', `/api/redemption/${id}/`)).body.success).toBe(true);

  expect((await admin().call(getRedemption, { id })).body.code).toBe('redemption_not_found');
  expect((await admin().call(deleteRedemption, { id })).body.code).toBe('redemption_not_found');
  expect((await app.as('user').call(redeemCode, { key })).body.code).toBe('redemption_invalid');
});

// @spec H167 H169 E046
test('name and value of an unused code are edited, and status_only changes the status alone', async () => {
  const { key, id } = await make('one');

  const edited = await admin().get(updateRedemption, { id, name: 'two', quota: 3 });
  expect(edited).toMatchObject({ id, name: 'two', quota: 3, status: 1, key });
  const put = await admin().send('PUT', '/api/redemption/?status_only=true', {
    body: { id, status: 2, name: 'ignored', quota: 9 },
  });
  expect(put.body.data).toMatchObject({ status: 2, name: 'two', quota: 3 });
  expect((await app.as('user').call(redeemCode, { key })).body.code).toBe('redemption_used');
  await admin().get(updateRedemption, { id, status: 1, status_only: true });
  expect(await app.as('user').get(redeemCode, { key })).toBe(3);
});

// @spec E047
test('a used code is neither edited nor enabled again', async () => {
  const { key, id } = await make('one');
  await app.as('user').get(redeemCode, { key });

  expect(await admin().get(getRedemption, { id })).toMatchObject({
    status: 3,
    used_user_id: app.people.user.id,
    redeemed_time: now / 1000,
  });
  for (const input of [
    { id, quota: 9_000_000 },
    { id, status: 1, status_only: true },
  ]) {
    expect((await admin().call(updateRedemption, input)).body.code).toBe('redemption_used');
  }
});

// @spec H173 I051 I052
test('redeeming a code answers the units, writes a log row of type 1 and works once', async () => {
  const { key, id } = await make('one');
  const redeem = (sent: string, language: string) =>
    app.as('user').send('POST', '/api/user/topup', {
      body: { key: sent },
      headers: { 'accept-language': language },
    });

  expect((await redeem(` ${key} `, 'zh')).body).toEqual({ success: true, message: '', data: 500_000 });
  expect((await redeem(key, 'zh')).body.message).toContain('你已兑换过该兑换码');
  expect((await redeem('no such code', 'zh')).body.message).toContain('兑换码无效');
  expect((await redeem('', 'en')).body.code).toBe('invalid_input');
  expect((await redeem(' \n', 'en')).body.code).toBe('invalid_input');

  const { items } = await admin().get(listLogs, { type: 1 });
  expect(items).toMatchObject([
    { type: 1, username: 'user', content: `通过兑换码充值 ＄1.000000 额度，兑换码ID ${id}`, quota: 500_000 },
  ]);
});

test('a code is redeemed although a mail wrapped it over two lines', async () => {
  const { key } = await make('one');
  const wrapped = `\u200b${key.slice(0, 16)}\r\n ${key.slice(16)}\u00a0\n`;
  expect(await app.as('user').get(redeemCode, { key: wrapped })).toBe(500_000);
});

// @spec I060
test('a user who redeems the same code again gets that reason, and the value is credited once', async () => {
  const { key } = await make('one');
  const tries = await Promise.all([1, 2, 3].map(() => app.as('user').call(redeemCode, { key })));
  const codes = tries.map(({ body }) => body.code ?? 'booked').sort();
  expect(codes).toEqual(['booked', 'redemption_used_by_you', 'redemption_used_by_you']);
  expect((await app.as('other').call(redeemCode, { key })).body.code).toBe('redemption_used');
});

test('wrong codes of a user are slowed down, and a right code of another user does not end the wait', async () => {
  const { key } = await make('one');
  const tries = [];
  for (let round = 0; round < 7; round++) {
    tries.push((await app.as('user').call(redeemCode, { key: `guess ${round}` })).body.code);
  }
  expect(tries.slice(0, 5)).toEqual(Array(5).fill('redemption_invalid'));
  expect(tries.slice(5)).toEqual(['rate_limited', 'rate_limited']);
  expect(await app.as('other').get(redeemCode, { key })).toBe(500_000);

  now += 60_000;
  expect((await app.as('user').call(redeemCode, { key })).body.code).toBe('redemption_used');
});

// @spec G009
test('users cannot call the endpoints that manage codes', async () => {
  const { id } = await make('one');
  const calls = [
    ['GET', '/api/redemption/'],
    ['GET', `/api/redemption/${id}`],
    ['GET', '/api/redemption/search?keyword=one'],
    ['POST', '/api/redemption/', { name: 'mine', quota: 1 }],
    ['PUT', '/api/redemption/', { id, quota: 1 }],
    ['DELETE', `/api/redemption/${id}`],
  ] as const;
  for (const [method, url, body] of calls) {
    const answer = await app.as('user').send(method, url, body ? { body } : {});
    expect(answer.body, `${method} ${url}`).toMatchObject({ success: false, code: 'not_allowed' });
  }
  expect((await admin().get(listRedemptions, {})).items).toMatchObject([{ name: 'one', quota: 500_000 }]);
});

test('the database contains no code and no part of one in clear', async () => {
  const { key } = await make('one');
  const rows = await app.ctx.db.selectFrom('redemptions').selectAll().execute();
  const auditRows = await app.ctx.db.selectFrom('audit_log').selectAll().execute();

  expect(JSON.stringify([rows, auditRows])).not.toContain(key.slice(0, 12));
});
