import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  getLogBars,
  getLogStat,
  getOwnLogBars,
  getOwnLogStat,
  listGroups,
  listLogs,
  listOwnGroups,
  listOwnLogs,
  searchUsers,
  type User,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { bars } from '../bars/bars.fixtures.ts';
import './usage-log-page.tsx'; // preloaded: the first test must not wait for it
import { asOwn, chatCall, entries, failedCall, pageOf, stat, topUp } from './usage-log.fixtures.ts';

beforeEach(() => {
  answer(listLogs, pageOf(entries, 45));
  answer(listOwnLogs, pageOf(entries.map(asOwn), 45));
  answer(getLogStat, stat);
  answer(getOwnLogStat, stat);
  answer(getLogBars, bars);
  answer(getOwnLogBars, bars);
  answer(listGroups, ['default', 'vip']);
  answer(listOwnGroups, { default: { ratio: 1, desc: '' } });
});
afterEach(forgetAnswers);

const openAs = (role: 'user' | 'admin', path = '/log') => renderArea({ id: 'logs', area, role, path });
const columnNames = async () =>
  (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);

test.each([
  ['en', 'More than 100,000 records'],
  ['zh', '超过 100,000 条'],
] as const)('the log shows that more rows exist than were counted in %s', async (language, text) => {
  answer(listLogs, pageOf(entries, 100_000));
  await renderArea({ id: 'logs', area, role: 'admin', path: '/log', language });
  expect(await screen.findByText(text)).toBeTruthy();
});

// @spec C104 H189
test('tiles show the spent quota and the current rates', async () => {
  await openAs('user');
  expect(await screen.findByText('$0.09')).toBeTruthy();
  expect(screen.getByText('42')).toBeTruthy();
  expect(screen.getByText('128.4k')).toBeTruthy();
  expect(callsOf(getLogStat)).toEqual([]);
});

// @spec A016 C111 G045 G047 H186
test('a user sees their own log without the columns and filters of admins', async () => {
  await openAs('user', '/log?username=bob&channel=3');
  const columns = await columnNames();
  expect(columns).toContain('Model');
  expect(screen.getAllByText('gpt-4o').length).toBeGreaterThan(0);
  for (const name of ['Channel', 'User', 'Retries']) expect(columns).not.toContain(name);
  expect(screen.queryByLabelText('Username')).toBeNull();
  expect(callsOf(listLogs)).toEqual([]);
  expect(callsOf(listOwnLogs)[0]).not.toHaveProperty('username');
});

// @spec C107 C108 C109 C110 G045 H183
test('an admin sees and filters by channel, user and retries', async () => {
  await openAs('admin', '/log?username=ana&channel=3&type=2&model_name=gpt-4o');
  expect(await columnNames()).toEqual(expect.arrayContaining(['Channel', 'User', 'Retries']));
  expect(callsOf(listLogs)[0]).toMatchObject({
    username: 'ana',
    channel: '3',
    type: '2',
    model_name: 'gpt-4o',
    p: '1',
    page_size: '20',
  });
  expect(callsOf(getLogStat)[0]).toMatchObject({ username: 'ana', channel: '3' });
});

test('the model filter shows a hint when a pattern would read too many rows', async () => {
  answer(listLogs, { code: 'log_pattern_too_wide', details: { rows: 1_000_000 } });
  await openAs('admin', '/log?model_name=gpt%25');
  const field = await screen.findByRole('searchbox', { name: 'Model name' });
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Too many rows for a pattern. Shorten the time range, or type the full model name.',
  );
});

// @spec C105
test('filters apply to the list and to the tiles', async () => {
  await openAs('user');
  const person = userEvent.setup();
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Usage');
  await enter(person, screen.getByLabelText('Token name'), 'production{Enter}');
  const filters = { type: '2', token_name: 'production' };
  await waitFor(() => expect(callsOf(listOwnLogs).at(-1)).toMatchObject(filters));
  await waitFor(() => expect(callsOf(getOwnLogStat).at(-1)).toMatchObject(filters));
});

// @spec C112 D254
test('clicking a user name shows the user and can filter the log by them', async () => {
  const { user_id: id, username } = chatCall;
  const ana = { ...({} as User), id, username, group: 'vip', quota: 5_000_000, used_quota: 1_250_000 };
  answer(searchUsers, {
    items: [{ ...ana, request_count: 4321 }],
    total: 1,
    page: 1,
    page_size: 100,
    next_cursor: null,
  });
  await openAs('admin');
  const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await person.click((await screen.findAllByRole('button', { name: 'ana' }))[0]!);
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain('4,321'));
  for (const fact of ['ana', '$10.00', '$2.50']) expect(within(dialog).getByText(fact)).toBeTruthy();
  expect(callsOf(searchUsers)[0]).toMatchObject({ keyword: 'ana' });
  await person.click(within(dialog).getByRole('button', { name: 'Show only ana' }));
  await waitFor(() => expect(callsOf(listLogs).at(-1)).toMatchObject({ username: 'ana' }));
});

test('a deleted user is shown as gone', async () => {
  answer(searchUsers, { items: [], total: 0, page: 1, page_size: 100, next_cursor: null });
  await openAs('admin');
  const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await person.click((await screen.findAllByRole('button', { name: 'ana' }))[0]!);
  expect(await screen.findByText(/This account was deleted/)).toBeTruthy();
});

// @spec D276
test('hidden columns stay hidden on the next visit', async () => {
  const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const { unmount } = await openAs('user');
  await person.click(await screen.findByRole('button', { name: 'Choose columns' }));
  await person.click(await screen.findByRole('checkbox', { name: 'Token' }));
  expect(localStorage.getItem('columns:usage-log')).toBe('{"token_name":false}');
  unmount();
  await openAs('user');
  expect(await columnNames()).not.toContain('Token');
  localStorage.removeItem('columns:usage-log');
});

// @spec C106 D248
test('a row opens next to the log with its request id and a receipt that equals the charge', async () => {
  await openAs('admin');
  await userEvent.click((await screen.findAllByText('gpt-4o'))[0]!);
  const receipt = await screen.findByRole('region', { name: 'Cost breakdown' });
  expect(receipt.textContent).toContain('(200 + 1,000 × 0.5 + 300 × 4) × $2.50 ÷ 1,000,000 × 1 = $0.00475');
  expect(within(receipt).getByText('$0.004750')).toBeTruthy();
  expect(screen.getByText(chatCall.request_id)).toBeTruthy();
  expect(screen.getByText('#5 → #3')).toBeTruthy();
  expect(screen.getByText('Charged by the token counts that the provider reported.')).toBeTruthy();
});

test('a row of a fallback shows the requested model and the one that served', async () => {
  const other = JSON.stringify({ requested_model: 'gpt-5', model_ratio: 1, model_price: -1 });
  answer(listOwnLogs, pageOf([{ ...chatCall, model_name: 'gpt-4o-mini', other }]));
  await openAs('user');
  await userEvent.click(await screen.findByText('gpt-4o-mini'));
  expect((await screen.findByText('Requested model')).nextSibling?.textContent).toBe('gpt-5');
  expect(screen.getByText('Served model').nextSibling?.textContent).toBe('gpt-4o-mini');
});

test.each([
  ['en', 'Error', 'Status', '12 more failed requests in the same second have no entry'],
  ['zh', '错误', '状态', '同一秒内还有 12 次失败请求，未单独记录'],
] as const)('a failed call shows its status and message in %s', async (language, type, status, leftOut) => {
  answer(listLogs, pageOf([failedCall]));
  await renderArea({ id: 'logs', area, role: 'admin', path: '/log?type=5', language });
  expect(callsOf(listLogs)[0]).toMatchObject({ type: '5' });
  expect((await screen.findAllByText(type)).length).toBeGreaterThan(0);
  await userEvent.click((await screen.findAllByText(failedCall.model_name))[0]!);
  expect((await screen.findByText(status)).nextSibling?.textContent).toBe('529 overloaded');
  expect(screen.getAllByText(failedCall.content).length).toBe(2);
  expect(screen.getByText(leftOut)).toBeTruthy();
});

test.each([
  ['en', '/log', 'The model gpt-5 has no price yet.'],
  ['zh', '/log', '模型 gpt-5 尚未设置价格。'],
] as const)(
  'the reason of a refusal is shown in the language of the reader (%s)',
  async (language, path, reason) => {
    const note = {
      status_code: 500,
      error_code: 'model_price_error',
      messages: { en: 'The model gpt-5 has no price yet.' },
    };
    const refused = { ...failedCall, content: '模型 gpt-5 尚未设置价格。', other: JSON.stringify(note) };
    answer(listLogs, pageOf([refused]));
    await renderArea({ id: 'logs', area, role: 'admin', path, language });
    await userEvent.click((await screen.findAllByText(failedCall.model_name))[0]!);
    expect((await screen.findAllByText(reason)).length).toBe(2);
    await userEvent.click(screen.getByRole('tab', { name: /Timeline|时间线/ }));
    expect((await screen.findAllByText(reason)).length).toBe(2);
  },
);

test('a receipt shows the cost before and after rounding, and ratios with all their digits', async () => {
  const other = JSON.stringify({ model_ratio: 0.075, completion_ratio: 1, group_ratio: 1, model_price: -1 });
  const small = { ...chatCall, prompt_tokens: 220, completion_tokens: 0, quota: 17, other };
  answer(listOwnLogs, pageOf([small]));
  await openAs('user');
  expect(await screen.findByText('Model 0.075 · output 1 · group 1')).toBeTruthy();
  await userEvent.click(screen.getByText('gpt-4o'));
  const receipt = await screen.findByRole('region', { name: 'Cost breakdown' });
  expect(receipt.textContent).toContain('(220) × $0.15 ÷ 1,000,000 × 1 = $0.000033 → $0.000034');
  expect(receipt.textContent).toContain('Charges are whole multiples of $0.000002');
  expect(within(receipt).getByText('$0.000033')).toBeTruthy();
});

test.each([
  ['en', 'Channel test'],
  ['zh', '渠道测试'],
] as const)('a test of a channel has a name in %s, and is found by it', async (language, name) => {
  answer(listLogs, pageOf([{ ...chatCall, token_id: 0, token_name: '模型测试', content: '模型测试' }]));
  const path = `/log?token_name=${encodeURIComponent(name)}`;
  await renderArea({ id: 'logs', area, role: 'admin', path, language });
  expect((await screen.findAllByText(name)).length).toBe(2);
  expect(screen.queryByText('模型测试')).toBeNull();
  expect(callsOf(listLogs)[0]).toMatchObject({ token_name: '模型测试' });
});

test('stored sentences in Chinese are shown in the language of the reader', async () => {
  const refund = { event: 'task_refund', task_id: 'task-7', quota: 50_000 };
  const rows = [
    // The charge differs from the formula, so the row shows what is stored.
    { ...chatCall, quota: 1, content: '模型倍率 1.25，补全倍率 4.00，分组倍率 1.00' },
    {
      ...topUp,
      id: 8,
      type: 4,
      content: '构图失败 task-7，补偿 ＄0.100000 额度',
      other: JSON.stringify(refund),
    },
  ];
  answer(listOwnLogs, pageOf(rows.map(asOwn)));
  await openAs('user');
  expect(await screen.findByText('Task task-7 failed, refunded $0.100000')).toBeTruthy();
  await userEvent.click((await screen.findAllByText('gpt-4o'))[0]!);
  expect((await screen.findAllByText(/^Model 1.25 · output/)).length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(/倍率|构图/);
});

test('a short call shows its milliseconds', async () => {
  const details = { ...JSON.parse(chatCall.other), use_time_ms: 30 };
  answer(listOwnLogs, pageOf([{ ...chatCall, use_time: 0, other: JSON.stringify(details) }]));
  await openAs('user');
  expect(await screen.findByText('30 ms')).toBeTruthy();
});

test('a user does not see which channels were tried', async () => {
  await openAs('user');
  await userEvent.click((await screen.findAllByText('gpt-4o'))[0]!);
  expect(await screen.findByText(chatCall.request_id)).toBeTruthy();
  expect(screen.queryByText('#5 → #3')).toBeNull();
});

// @spec E051 E052 E053 E054 E055
test.each([
  [1, 'Top-up'],
  [2, 'Usage'],
  [3, 'Admin'],
  [4, 'System'],
  [0, 'Unknown'],
])('type %d reads %s', async (type, label) => {
  answer(listOwnLogs, pageOf([{ ...topUp, type }]));
  await openAs('user');
  const row = (await screen.findAllByRole('row'))[1]!;
  expect(within(row).getByText(label)).toBeTruthy();
});

test('a mapped model shows both names', async () => {
  await openAs('user');
  const row = (await screen.findByText('claude-latest')).closest('tr')!;
  expect(row.textContent).toContain('claude-sonnet-4-20250514');
});

test('an empty log shows a hint', async () => {
  answer(listOwnLogs, pageOf([]));
  await openAs('user');
  expect(await screen.findByText('No requests in this period')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to API tokens' })).toBeTruthy();
});

test('a log that cannot be loaded shows the reason and a retry button', async () => {
  answer(listOwnLogs, { code: 'busy' });
  await openAs('user');
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
  answer(listOwnLogs, pageOf(entries));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('gpt-4o')).toBeTruthy();
});
