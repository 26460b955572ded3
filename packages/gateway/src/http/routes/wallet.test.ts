import {
  getSelf,
  getTopUpPrice,
  type Input,
  listAudit,
  listNotifications,
  listOwnEntries,
  listOwnLogs,
  listOwnTopUps,
  listUserEntries,
  saveOption,
  startPayment,
} from '@tollgate/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createPaymentPage } from '../../testing/payment-page.ts';

const merchant = { pid: '1001', key: 'merchant-secret-4711' };
const provider = createPaymentPage(merchant);

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp();
  await set({
    ServerAddress: 'https://gate.example',
    PayAddress: 'https://pay.example/epay/',
    EpayId: merchant.pid,
    EpayKey: merchant.key,
  });
});
afterEach(async () => {
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
  await app.close();
});

async function set(options: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(options)) await app.as('root').get(saveOption, { key, value });
}

const user = () => app.as('user');
const quota = async () => (await user().get(getSelf, {})).quota;
const open = async (amount = 2) => {
  const { body } = await user().call(startPayment, { amount, payment_method: 'zfb' });
  return body as unknown as { message: string; data: Record<string, string>; url: string };
};
const notify = async (report: Record<string, string> | string) => {
  const query = typeof report === 'string' ? report : String(new URLSearchParams(report));
  return app
    .as('visitor')
    .send('GET', `/api/user/epay/notify?${query}`, { headers: { 'sec-fetch-site': undefined } });
};

describe('the price of a top-up', () => {
  const price = async (input: Input<typeof getTopUpPrice>) => (await user().call(getTopUpPrice, input)).body;

  // @spec H175
  test('is a text with two decimals next to the word success', async () => {
    expect(await price({ amount: 1, top_up_code: 'ignored' })).toEqual({
      success: true,
      message: 'success',
      data: '7.30',
    });
    await set({ Price: '0.145', TopupGroupRatio: '{"default":1.5}' });
    expect((await price({ amount: 3 })).data).toBe('0.65'); // 0.6525
  });

  // @spec J005 J006
  test('is 7.3 a dollar, and the minimum is 1, by default', async () => {
    expect((await price({ amount: 10 })).data).toBe('73.00');
    expect((await price({ amount: 1 })).success).toBe(true);
  });

  // @spec F092
  test('is refused below the minimum with the word error and the sentence in data', async () => {
    await set({ MinTopUp: '5' });

    expect(await price({ amount: 4 })).toMatchObject({
      success: false,
      message: 'error',
      data: 'The minimum top-up is 5. Choose a larger amount.',
      code: 'topup_too_small',
      details: { minimum: 5 },
    });
    await set({ MinTopUp: '1', Price: '0.001' });
    expect(await price({ amount: 4 })).toMatchObject({ code: 'topup_too_cheap' });
  });

  test('takes amount and minimum in quota units when the site shows no currency', async () => {
    await set({ DisplayInCurrencyEnabled: 'false' });

    expect(await price({ amount: 499_999 })).toMatchObject({ details: { minimum: 500_000 } });
    expect((await price({ amount: 750_000 })).data).toBe('10.95');
  });

  test('has no factor for a group without a ratio or with ratio 0', async () => {
    await set({ TopupGroupRatio: '{"vip":0.5}' });
    expect((await price({ amount: 1 })).data).toBe('7.30');
    await set({ TopupGroupRatio: '{"default":0}' });
    expect((await price({ amount: 1 })).data).toBe('7.30');
  });
});

describe('an order', () => {
  // @spec H177 H178 H179
  test('has the form fields of the protocol and a signature that the provider accepts', async () => {
    const { message, data, url } = await open();

    expect([message, url]).toEqual(['success', 'https://pay.example/epay/submit.php']);
    expect(data).toEqual({
      pid: merchant.pid,
      type: 'alipay',
      out_trade_no: expect.stringMatching(new RegExp(`^USR${app.people.user.id}NO[0-9A-Za-z]{6}\\d{10}$`)),
      notify_url: 'https://gate.example/api/user/epay/notify',
      return_url: 'https://gate.example/topup',
      name: 'TUC2',
      money: '14.60',
      device: 'pc',
      sign: expect.stringMatching(/^[0-9a-f]{32}$/),
      sign_type: 'MD5',
    });
    expect(() => provider.pay(data)).not.toThrow();
    const wx = await user().call(startPayment, { amount: 1, payment_method: 'wx' });
    expect((wx.body as unknown as { data: { type: string } }).data.type).toBe('wxpay');
    expect((await user().callLoosely(startPayment, { amount: 1, payment_method: 'card' })).body.code).toBe(
      'invalid_input',
    );
  });

  test('names the callback address for reports when one is set', async () => {
    await set({ CustomCallbackAddress: 'https://callback.example/' });

    expect((await open()).data.notify_url).toBe('https://callback.example/api/user/epay/notify');
  });

  test('is in the audit log when it is opened and again when it is paid', async () => {
    const { data } = await open(3);
    const actions = async () =>
      (await app.as('root').get(listAudit, { target: 'topup:1' })).items.map(({ action }) => action);

    expect(await actions()).toEqual(['topup.open']);
    const [row] = (await app.as('root').get(listAudit, { action: 'topup.open' })).items;
    expect(row).toMatchObject({ actor_name: 'user', target: 'topup:1', before: '' });
    expect(JSON.parse(row?.after ?? '')).toMatchObject({ trade_no: data.out_trade_no, quota: 1_500_000 });
    expect((await notify(provider.pay(data))).text).toBe('success');
    expect(await actions()).toEqual(['topup.paid', 'topup.open']);
  });

  // @spec F094
  test('is refused without a merchant account', async () => {
    await set({ EpayId: '' });

    expect((await user().call(startPayment, { amount: 1, payment_method: 'wx' })).body).toMatchObject({
      success: false,
      message: 'error',
      data: expect.stringContaining("isn't set up"),
      code: 'payment_off',
    });
    expect(await app.ctx.db.selectFrom('top_ups').selectAll().execute()).toEqual([]);
  });
});

describe('a report of a payment', () => {
  test('credits the money once, however often it arrives, and answers the plain word', async () => {
    const before = await quota();
    const report = provider.pay((await open()).data);

    for (let round = 0; round < 3; round++) {
      const answer = await notify(report);
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
        200,
        'success',
        'text/plain; charset=utf-8',
      ]);
    }
    expect(await quota()).toBe(before + 1_000_000);
    const rows = await user().get(listOwnLogs, { type: 1 });
    expect(rows.items.map(({ content }) => content)).toEqual(['Topped up $2.000000 online, paid 14.60']);
    const inbox = await user().get(listNotifications, {});
    expect(inbox).toMatchObject([{ title: 'Payment received: $2.00', link: '/topup', is_read: false }]);
    const [order] = (await user().get(listOwnTopUps, {})).items;
    expect(order).toMatchObject({ status: 'success', amount: 2, quota: 1_000_000, money: 14.6 });
    expect(order?.complete_time).toBeGreaterThan(0);
  });

  test('moves no money unless all its fields are right', async () => {
    const before = await quota();
    const { data: form } = await open();
    const { data: dearer } = await open(5);
    const good = provider.pay(form);
    const { sign: _, sign_type: __, ...fields } = good;
    const wrong: (Record<string, string> | string)[] = [
      fields,
      { ...good, sign: good.sign?.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) ?? '' },
      { ...good, sign: '' },
      { ...good, money: '0.01' },
      provider.report({ ...fields, money: '14.59' }),
      provider.report({ ...fields, money: '1e3' }),
      provider.report({ ...fields, money: '' }),
      provider.report({ ...fields, pid: '1002' }),
      provider.report({ ...fields, out_trade_no: 'USR1NOabcdef1700000000' }),
      provider.report({ ...fields, out_trade_no: dearer.out_trade_no ?? '' }),
      provider.report({ ...fields, trade_status: 'WAIT_BUYER_PAY' }),
      createPaymentPage({ ...merchant, key: '' }).report(fields),
      `${new URLSearchParams(good)}&money=1000`,
      '',
    ];
    for (const report of wrong) {
      const { status, text } = await notify(report);
      expect([status, text], JSON.stringify(report)).toEqual([200, 'fail']);
    }
    expect(await quota()).toBe(before);
    expect((await notify(good)).text).toBe('success');
    expect(await quota()).toBe(before + 1_000_000);
  });

  test('cannot be signed with an empty key when the merchant has no key', async () => {
    const { data: form } = await open();
    await set({ EpayKey: '' });
    const before = await quota();

    const forged = createPaymentPage({ ...merchant, key: '' });
    const { sign: _, ...fields } = provider.pay(form);
    expect((await notify(forged.report(fields))).text).toBe('fail');
    expect(await quota()).toBe(before);
  });

  test('credits the amount agreed when the order was opened, whatever the prices are now', async () => {
    const before = await quota();
    const report = provider.pay((await open()).data);
    await set({ Price: '1', QuotaPerUnit: '1000' });

    expect((await notify(report)).text).toBe('success');
    expect(await quota()).toBe(before + 1_000_000);
  });
});

describe('a statement', () => {
  // @spec G042
  test('shows every movement with the balance after it, to its owner and to administrators with a higher role', async () => {
    await notify(provider.pay((await open(1)).data));
    await notify(provider.pay((await open(2)).data));

    const { items, total } = await user().get(listOwnEntries, {});
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { id: 2, kind: 'topup', amount: 1_000_000, balance_after: 1_500_000 },
      { id: 1, kind: 'topup', amount: 500_000, balance_after: 500_000 },
    ]);
    expect((await app.as('other').get(listOwnEntries, {})).items).toEqual([]);
    const id = app.people.user.id;
    expect((await app.as('admin').get(listUserEntries, { id })).items).toEqual(items);
    const above = await app.as('admin').call(listUserEntries, { id: app.people.root.id });
    expect(above.body.code).toBe('user_above');
  });

  test('is paged by cursor and filtered by kind and time', async () => {
    for (const amount of [1, 2, 3]) await notify(provider.pay((await open(amount)).data));

    const first = await user().get(listOwnEntries, { page_size: 2 });
    const second = await user().get(listOwnEntries, { page_size: 2, cursor: first.next_cursor ?? '' });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(second.next_cursor).toBeNull();
    expect((await user().get(listOwnEntries, { kind: 'usage' })).total).toBe(0);
    const at = first.items[0]?.at ?? 0;
    expect((await user().get(listOwnEntries, { start_timestamp: at + 60 })).total).toBe(0);
    expect((await user().get(listOwnEntries, { end_timestamp: at + 60 })).total).toBe(3);
  });
});
