import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  getSelf,
  getStatus,
  getTopUpPrice,
  listOwnEntries,
  listOwnLimits,
  listOwnTopUps,
  redeemCode,
  type SiteStatus,
  startPayment,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import {
  closedShop,
  entries,
  overdrawn,
  ownLimits,
  pageOf,
  paid,
  self,
  shop,
  waiting,
} from './wallet.fixtures.ts';

beforeEach(() => {
  answer(getSelf, self);
  answer(getStatus, shop);
  answer(listOwnTopUps, pageOf([]));
  answer(listOwnLimits, []);
  answer(listOwnEntries, pageOf(entries));
  answer(getTopUpPrice, ({ amount }) => ({
    message: 'success' as const,
    data: (Number(amount) * 7.3).toFixed(2),
  }));
});
afterEach(() => {
  forgetAnswers();
  vi.restoreAllMocks();
});

async function open(path = '/topup', status: SiteStatus = shop) {
  answer(getStatus, status);
  await renderArea({ id: 'user', area, role: 'user', path });
  await screen.findByRole('heading', { level: 1, name: 'My wallet' });
  return userEvent.setup({ pointerEventsCheck: 0 });
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount in US dollars');

// @spec C100 C101 A007 A009 J004
test('the wallet shows the balance in dollars', async () => {
  await open();
  expect(await screen.findByText('$8.50')).toBeTruthy();
  expect(screen.queryByText(/units/)).toBeNull();
});

// @spec H013
test('the wallet shows what the server says of the signed-in user', async () => {
  answer(getSelf, overdrawn);
  await open();
  expect(await screen.findByText('-$0.01')).toBeTruthy();
  expect(callsOf(getSelf)[0]).toEqual({});
});

test('a balance below zero is highlighted and shows the consequence', async () => {
  answer(getSelf, overdrawn);
  await open();
  const tile = (await screen.findByText('-$0.01')).closest('dl')!;
  expect(tile.textContent).toContain('Balance is empty. Add some below');
});

// @spec A012 C102 H174 I087
test('a code is redeemed and its quota is shown', async () => {
  answer(redeemCode, 500_000);
  const person = await open();
  await enter(person, screen.getByLabelText('Redemption code'), '  0123abcd {Enter}');
  expect(await screen.findByText('Redeemed: $1.00 added')).toBeTruthy();
  expect(callsOf(redeemCode)).toEqual([{ key: '0123abcd' }]);
  expect(screen.getByLabelText<HTMLInputElement>('Redemption code').value).toBe('');
  await waitFor(() => expect(callsOf(listOwnEntries).length).toBeGreaterThan(1));
});

// @spec F089
test('an empty code is not redeemed', async () => {
  const person = await open();
  await person.click(button('Redeem'));
  expect(screen.getByText('Enter a redemption code.')).toBeTruthy();
  expect(callsOf(redeemCode)).toEqual([]);
});

test('a rejected code stays in its field with the reason', async () => {
  answer(redeemCode, { code: 'redemption_used' });
  const person = await open();
  await enter(person, screen.getByLabelText('Redemption code'), 'abc{Enter}');
  expect(await screen.findByText(/was already used or is disabled/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Redemption code').value).toBe('abc');
  expect(document.activeElement).toBe(screen.getByLabelText('Redemption code'));
});

test('a text too long for a code is rejected with the name of its field', async () => {
  answer(redeemCode, { code: 'invalid_input', details: { field: 'key', reason: 'too_long', limit: 200 } });
  const person = await open();
  await enter(person, screen.getByLabelText('Redemption code'), 'abc{Enter}');
  expect(await screen.findByText(/^Check “Redemption code”: /)).toBeTruthy();
});

test('a code that the same user already redeemed shows that it is in the balance', async () => {
  answer(redeemCode, { code: 'redemption_used_by_you' });
  const person = await open();
  await enter(person, screen.getByLabelText('Redemption code'), 'abc{Enter}');
  expect(await screen.findByText(/You've already redeemed this code/)).toBeTruthy();
});

// @spec C103 H176 J007
test('the payable amount follows the typed text with two decimals', async () => {
  const person = await open();
  expect(await screen.findByText('¥36.50')).toBeTruthy();
  await person.click(button('$50'));
  expect(await screen.findByText('¥365.00')).toBeTruthy();
  expect(callsOf(getTopUpPrice).map((input) => input.amount)).toEqual([5, 50]);
});

test("the ratio of the user's group is next to the price", async () => {
  answer(getTopUpPrice, { message: 'success', data: '29.20' });
  await open();
  expect(await screen.findByText(/¥7.30 per dollar · × 0.8 for your group/)).toBeTruthy();
});

// @spec F090 F091
test('less than the minimum cannot be bought', async () => {
  const person = await open();
  await screen.findByText('¥36.50');
  await person.clear(amount());
  await person.type(amount(), '4');
  expect(await screen.findByText('Minimum top-up: $5.')).toBeTruthy();
  expect(button('Pay with Alipay').disabled).toBe(true);
});

// @spec F091
test('a fraction of a dollar shows an error instead of being rounded', async () => {
  const person = await open();
  await screen.findByText('¥36.50');
  await person.clear(amount());
  await person.type(amount(), '7.5');
  expect(await screen.findByText('Enter a whole number.')).toBeTruthy();
  expect(amount().value).toBe('7.5');
  expect(button('Pay with Alipay').disabled).toBe(true);
});

test('a user who returns from the payment page can pay again', async () => {
  answer(startPayment, { message: 'success', data: {}, url: 'https://pay.example/submit.php' });
  const leave = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  const person = await open();
  await screen.findByText('¥36.50');
  await person.click(button('Pay with Alipay'));
  await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  expect(button('Pay with WeChat Pay').disabled).toBe(true);
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  await waitFor(() => expect(button('Pay with WeChat Pay').disabled).toBe(false));
});

// @spec F093 I038
test('a wallet without online top-up shows that the admin has not enabled it', async () => {
  await open('/topup', closedShop);
  expect(await screen.findByText(/^This site has no online top-up. Redeem a code/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Pay with/ })).toBeNull();
});

// @spec G050 I039
test('the wallet links to the top-up page, or shows that there is none', async () => {
  await open('/topup', closedShop);
  expect(await screen.findByText('No code yet? Ask your administrator.')).toBeTruthy();
});

test('the top-up link opens in a new tab', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Get a redemption code' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://codes.example.com/',
    'noopener noreferrer',
  ]);
});

// @spec J104 J105 H180 A013
test.each([
  ['Pay with Alipay', 'zfb'],
  ['Pay with WeChat Pay', 'wx'],
])('“%s” sends the signed fields to the payment page as a form', async (name, method) => {
  const sent: [string, string, string][] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push([this.method, this.action, new URLSearchParams(new FormData(this) as never).toString()]);
  });
  answer(startPayment, {
    message: 'success',
    data: { pid: '1001', sign: 'abc' },
    url: 'https://pay.example/submit.php',
  });
  const person = await open();
  await screen.findByText('¥36.50');
  await person.click(button(name));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[0].toUpperCase()).toBe('POST');
  expect(sent[0]?.slice(1)).toEqual(['https://pay.example/submit.php', 'pid=1001&sign=abc']);
  expect(callsOf(startPayment)).toEqual([{ amount: 5, payment_method: method }]);
});

// @spec I009
test('a rejected order shows its reason next to the buttons', async () => {
  answer(startPayment, { code: 'payment_off' });
  const person = await open();
  await screen.findByText('¥36.50');
  await person.click(button('Pay with Alipay'));
  expect(await screen.findByText(/Online top-up isn't set up/)).toBeTruthy();
  expect(button('Pay with Alipay').disabled).toBe(false);
});

test('a returning user sees the pending payment and then its arrival', async () => {
  const order = waiting();
  let status = 'pending';
  answer(listOwnTopUps, () => pageOf([{ ...order, status }]));
  const person = await open(`/topup?out_trade_no=${order.trade_no}&trade_status=TRADE_SUCCESS`);
  expect(await screen.findByText(/Waiting for the payment of ¥73.00/)).toBeTruthy();
  const before = callsOf(getSelf).length;
  status = 'success';
  await person.click(button('Check again'));
  expect(await screen.findByText('Payment received: $10.00 added to your balance.')).toBeTruthy();
  await waitFor(() => expect(callsOf(getSelf).length).toBeGreaterThan(before));
});

test('an old order is no longer pending and shows instructions', async () => {
  const old = { ...paid, status: 'pending' };
  answer(listOwnTopUps, pageOf([old]));
  await open(`/topup?out_trade_no=${old.trade_no}`);
  expect(await screen.findByText(/isn't paid yet. If you did pay/)).toBeTruthy();
});

test('the statement has every ledger entry with the balance after it', async () => {
  await open();
  const table = await screen.findByRole('table');
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows[0]).toContain('Request');
  expect(rows[0]).toContain('-$0.0003');
  expect([rows[0], rows[1]].map((row) => row?.match(/\$8\.\d+$/)?.[0])).toEqual(['$8.500000', '$8.500310']);
  expect(rows[1]).toContain('Booked twice');
  expect(rows[2]).toContain('+$10.0000');
  expect(rows[3]).toContain('from-elsewhere');
});

test('kind and time of the statement are read from the URL', async () => {
  await open('/topup?kind=redeem&time=1700000000-1700086400&page=2');
  await waitFor(() =>
    expect(callsOf(listOwnEntries)[0]).toEqual({
      p: '2',
      page_size: '20',
      kind: 'redeem',
      start_timestamp: '1700000000',
      end_timestamp: '1700086400',
    }),
  );
});

test('an account without ledger entries shows a hint', async () => {
  answer(listOwnEntries, pageOf([]));
  await open();
  expect(await screen.findByText('No transactions yet')).toBeTruthy();
});

test('the wallet has no section for limits without any', async () => {
  await open();
  expect(await screen.findByText('$8.50')).toBeTruthy();
  expect(screen.queryByText('Limits')).toBeNull();
});

test('the wallet begins with the fullest limits, and shows the others on request', async () => {
  const [first] = ownLimits;
  const many = Array.from({ length: 8 }, (_, at) => ({
    ...first!,
    ...{ id: at + 1, name: `limit ${at}`, amount: 100, spent: at, held: 0 },
  }));
  answer(listOwnLimits, many);
  await open();
  const list = await screen.findByRole('list', { name: 'Limits' });
  expect(
    within(list)
      .getAllByText(/^limit \d$/)
      .map(({ textContent }) => textContent),
  ).toEqual([...['limit 7', 'limit 6', 'limit 5', 'limit 4', 'limit 3', 'limit 2']]);
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(within(list).getByText('limit 0')).toBeTruthy();
});

test('the wallet shows own limits with what is used of them', async () => {
  answer(listOwnLimits, ownLimits);
  await open();
  const row = (await screen.findByText('Trial accounts')).closest('li') as HTMLElement;
  expect(within(row).getByText('At most $1.00 a day')).toBeTruthy();
  expect(within(row).getByText('$0.90 of $1.00 used')).toBeTruthy();
  expect(within(row).getByRole('meter').getAttribute('value')).toBe('90');
  expect(screen.getByText('API token laptop · At most 600 requests a minute for claude-*')).toBeTruthy();
});
