import {
  createRedemptions,
  createToken,
  getAffCode,
  getSelf,
  login,
  pageRedemptions,
  redeemCode,
  register,
  transferAffQuota,
  updateToken,
  updateUser,
} from '@tollgate/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsert } from '../../db/portable.ts';
import * as accounts from '../../modules/billing/accounts.ts';
import { confirm } from '../../modules/billing/payment-report.ts';
import * as payments from '../../modules/billing/payments.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { callContext, type MadeUser, makeUser } from '../../testing/factories.ts';
import { balanceOf, closeMoneyApp, merchant, openMoneyApp, takePayments } from '../../testing/money-app.ts';
import { createPaymentPage } from '../../testing/payment-page.ts';

/** The largest amount that the console accepts. */
const MOST = 9e15;
const password = 'a long enough secret';

describeDatabases('amounts near the largest exact number', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openMoneyApp(database);
  });
  afterAll(() => closeMoneyApp(app));

  const rich = () => makeUser(app.ctx, { quota: MOST });
  const as = (person: MadeUser) => createClient(app.app, app.ctx, person);
  const admin = () => app.as('admin');
  const option = async (key: string, value: number) => {
    await upsert(app.ctx.db, 'options', ['key'], { key, value: String(value) });
    await app.ctx.options.reload();
  };
  const makeCode = async (name: string) =>
    (await admin().get(createRedemptions, { name, quota: MOST }))[0] ?? '';

  test.each([
    ['further down than one entry can say', 'amount_too_large', { quota: -MOST }],
    ['further up than a balance can be', 'invalid_input', { quota: MOST, quota_before: -MOST }],
  ])('an admin cannot move a quota %s', async (_, code, change) => {
    const { id } = await rich();
    const answer = await admin().callLoosely(updateUser, { id, ...change });
    expect([answer.status, answer.body.code]).toEqual([200, code]);
    expect(await balanceOf(app, id)).toBe(MOST);
  });

  test('a refused correction names the limit', async () => {
    const { id } = await rich();
    const { body } = await admin().callLoosely(updateUser, { id, quota: -MOST });
    expect(body.message).toContain('9,007,199,254,740,991');
  });

  test('an admin can move a large quota to zero', async () => {
    const { id } = await rich();
    await admin().get(updateUser, { id, quota: 0 });
    expect(await balanceOf(app, id)).toBe(0);
  });

  test('a code that the balance cannot hold stays unused with an explanation', async () => {
    const [first, second] = [await rich(), await makeUser(app.ctx)];
    const key = await makeCode('largest');
    const { status, body } = await as(first).call(redeemCode, { key });
    expect([status, body.code]).toEqual([200, 'redemption_too_large']);
    expect(body.message).toContain('then redeem it again');
    expect((await admin().get(pageRedemptions, { keyword: 'largest' })).items).toMatchObject([{ status: 1 }]);
    expect(await balanceOf(app, first.id)).toBe(MOST);

    expect(await as(second).get(redeemCode, { key })).toBe(MOST);
  });

  test('invitation earnings that the balance cannot hold are not transferred', async () => {
    const person = await rich();
    await accounts.open(app.ctx, { type: 'aff', id: person.id }, { balance: MOST, kind: 'import', by: 0 });
    const { status, body } = await as(person).call(transferAffQuota, { quota: MOST });
    expect([status, body.code]).toEqual([200, 'amount_too_large']);
    expect([await balanceOf(app, person.id), await balanceOf(app, person.id, 'aff')]).toEqual([MOST, MOST]);
  });

  test('a payment report answers fail until the balance can hold the order', async () => {
    await takePayments(app);
    const person = await rich();
    const { id } = person;
    const buyer = callContext(app.ctx, person, 1);
    const { data } = await payments.start(buyer, { amount: 20_000_000, payment_method: 'zfb' });
    const report = createPaymentPage(merchant).pay(data);
    expect(await confirm({ ...buyer, caller: null }, report)).toBe('fail');

    await admin().get(updateUser, { id, quota: 0 });
    expect(await confirm({ ...buyer, caller: null }, report)).toBe('success');
    expect(await balanceOf(app, id)).toBe(20_000_000 * 500_000);
  });

  test('a registration succeeds without the gifts that no balance can hold', async () => {
    const inviter = await makeUser(app.ctx, { username: 'inviter' });
    await accounts.open(app.ctx, { type: 'aff', id: inviter.id }, { balance: MOST, kind: 'import', by: 0 });
    for (const key of ['QuotaForNewUser', 'QuotaForInvitee', 'QuotaForInviter']) await option(key, MOST);
    const aff_code = await as(inviter).get(getAffCode, {});
    await app.as('visitor').get(register, { username: 'invited', password, aff_code });
    for (const key of ['QuotaForNewUser', 'QuotaForInvitee', 'QuotaForInviter']) await option(key, 0);

    expect((await as(inviter).get(getSelf, {})).aff_count).toBe(1);
    expect(await balanceOf(app, inviter.id, 'aff')).toBe(MOST);
    const { data } = (await app.as('visitor').call(login, { username: 'invited', password })).body as {
      data: { id: number };
    };
    expect(await balanceOf(app, data.id)).toBe(MOST);
  });

  test('the limit of a token that has spent a lot cannot be raised by more than one ledger entry can hold', async () => {
    const person = await rich();
    await as(person).get(createToken, { name: 'edge', unlimited_quota: true, remain_quota: 0 });
    const { id } = await app.ctx.db
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await accounts.credit(app.ctx, { type: 'token', id }, { amount: 1, kind: 'grant', ref: `edge:${id}` });
    const spent = await accounts.credit(
      app.ctx,
      { type: 'token', id },
      { amount: -MOST, kind: 'adjust', ref: `edge:${id}` },
    );
    expect(spent).toBe(true);
    const answer = await as(person).callLoosely(updateToken, {
      id,
      name: 'edge',
      remain_quota: MOST,
      unlimited_quota: false,
    });
    expect([answer.status, answer.body.code]).toEqual([200, 'amount_too_large']);
  });
});

test('a sign-in on a full disk is refused with 503 and the reason', async () => {
  const app = await buildTestApp();
  const { username } = await makeUser(app.ctx, { password });
  const [size] = (await sql<{ page_count: number }>`PRAGMA page_count`.execute(app.ctx.db)).rows;
  const limit = sql`PRAGMA max_page_count = ${sql.lit(size?.page_count ?? 0)}`;
  const limitAll = async (left: number): Promise<void> => {
    if (left === 0) return;
    await app.ctx.db.connection().execute(async (connection) => {
      await limit.execute(connection);
      await limitAll(left - 1);
    });
  };
  await limitAll(4);

  const signIn = () =>
    app.as('visitor').send('POST', '/api/user/login', {
      body: { username, password },
      headers: { 'user-agent': 'x'.repeat(255) },
    });
  let answer = await signIn();
  for (let times = 0; answer.status === 200 && times < 40; times++) answer = await signIn();

  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.text)).toMatchObject({ success: false, code: 'storage_full' });
  expect(answer.headers['retry-after']).toBe('30');
  await app.close();
});
