import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOwnUsage, listPricing, pageTokens, type Token } from '@tollgate/contract';
import { QuotaDisplayContext } from '@tollgate/ui/core';
import { useLocation } from '@tollgate/ui/router';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { answerForNewcomer } from './newcomer.fixtures.ts';
import { manyModels, prices, visitorPrices } from './pricing.fixtures.ts';
import { PricingPage } from './pricing-page.tsx';

beforeEach(answerForNewcomer);
afterEach(forgetAnswers);

const hour = { id: 1, user_id: 1, username: 'user', created_at: 0, token_used: 1 };

async function open({ path = '/pricing', role = 'user' as 'user' | 'public', list = prices } = {}) {
  answer(listPricing, list);
  const children = (
    <>
      <PricingPage />
      <Address />
    </>
  );
  await renderArea({ id: 'user', area, role, path, children });
  await screen.findAllByRole('table');
  return userEvent.setup({ pointerEventsCheck: 0 });
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

const address = () => screen.getByTestId('address').textContent;
const rowOf = (name: string) => screen.getByRole('button', { name: `Copy name: ${name}` }).closest('tr')!;
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
const shownNames = () =>
  screen.getAllByRole('button', { name: /^Copy name: / }).map(({ textContent }) => textContent);

// @spec H095 C116
test("the user's group and its ratio are above the prices", async () => {
  await open();
  expect(screen.getByText(/Your group: default, ratio 1\.$/)).toBeTruthy();
  expect(callsOf(listPricing)).toEqual([{}]);
});

// @spec G051 C117
test('a visitor sees prices with a warning that they are for the default group', async () => {
  await open({ role: 'public', list: visitorPrices });
  expect(alerts()[0]).toContain("You're not signed in. Prices of the group default are shown, ratio 1.");
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(rowOf('gpt-4o').textContent).toContain('$2.50');
});

test('a model without a price is marked as refused and shows no price', async () => {
  const unpriced = { ...prices.data[0]!, model_name: 'mock-a', unpriced: true, available: false };
  await open({ list: { ...prices, data: [unpriced] } });
  const row = await screen.findByRole('button', { name: 'Copy name: mock-a' });
  expect(row.closest('tr')!.textContent).toContain('No price');
  expect(row.closest('tr')!.textContent).not.toContain('$');
});

// @spec C118 J031
test('the pay-as-you-go formula is shown', async () => {
  await open({ path: '/pricing?show=ratios' });
  expect(alerts()[0]).toContain(
    'group ratio × model ratio × (input tokens + output tokens × output ratio) ÷ 500,000',
  );
});

// @spec J093 C126 C127
test('buyers read dollars per million tokens of all models on one page', async () => {
  await open({ list: manyModels(150) });
  const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columns.slice(-6)).toEqual([
    'Model',
    'Input / 1M',
    'Output / 1M',
    'Cached / 1M',
    'Context',
    'Availability',
  ]);
  expect(shownNames()).toHaveLength(150);
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByText(/per page/i)).toBeNull();
});

// @spec C122
test('how prices are counted is one click away: billing, groups and ratios', async () => {
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'How it is counted' }));
  const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columns).toEqual(expect.arrayContaining(['Availability', 'Model', 'Billing', 'Groups', 'Ratios']));
  expect(address()).toBe('?show=ratios');
  await person.click(screen.getByRole('button', { name: 'Hide ratios' }));
  expect(screen.queryByRole('columnheader', { name: 'Ratios' })).toBeNull();
});

test('models are filtered by vendor, type, capability, context and price, and sorted by price', async () => {
  await open({ path: '/pricing?vendor=Anthropic' });
  expect(shownNames()).toEqual(['claude-sonnet-4-20250514']);
  cleanup();
  await open({ path: '/pricing?kind=image' });
  expect(shownNames()).toEqual(['dall-e-3']);
  cleanup();
  await open({ path: '/pricing?can=vision&context=200000' });
  expect(shownNames()).toEqual(['claude-sonnet-4-20250514']);
  cleanup();
  await open({ path: '/pricing?sort=input' });
  expect(shownNames().slice(0, 2)).toEqual(['gpt-4o-mini', 'deepseek-chat']);
  cleanup();
  await open({ path: '/pricing?price=0.5' });
  expect(shownNames()).toEqual(['gpt-4o-mini', 'deepseek-chat']);
});

test('the sheet of a model has its price in each group, a calculator and code', async () => {
  answer(listOwnUsage, [{ ...hour, model_name: 'gpt-4o', quota: 1_500_000, count: 42 }]);
  const person = await open({ path: '/pricing?model=gpt-4o' });
  const sheet = await screen.findByRole('dialog', { name: 'gpt-4o' });
  const prices = within(sheet).getByRole('row', { name: /^vip/ });
  expect(prices.textContent).toBe('vip$1.25$5.00$0.625');
  // 10,000 requests of 1,500 and 500 tokens: $37.50 and $50.
  expect(within(sheet).getByText('≈ $87.50')).toBeTruthy();
  const requests = within(sheet).getByRole('spinbutton', { name: 'Requests' });
  await person.clear(requests);
  await enter(person, requests, '100');
  expect(await within(sheet).findByText('≈ $0.875')).toBeTruthy();
  expect(await within(sheet).findByText('$3.00 for 42 requests')).toBeTruthy();
  expect(within(sheet).getByText(/The vendor stops this model on 2027-01-14/)).toBeTruthy();
  expect(within(sheet).getByText(/v1\/chat\/completions/)).toBeTruthy();
});

test('a site that shows yuan shows prices and estimates in yuan', async () => {
  const display = { quotaPerUnit: 500_000, displayInCurrency: true, currency: { code: 'CNY', rate: 7.3 } };
  answer(listPricing, prices);
  const children = (
    <QuotaDisplayContext value={display}>
      <PricingPage />
    </QuotaDisplayContext>
  );
  await renderArea({ id: 'user', area, role: 'user', path: '/pricing?model=gpt-4o', children });
  const sheet = await screen.findByRole('dialog', { name: 'gpt-4o' });
  expect(within(sheet).getByRole('row', { name: /^vip/ }).textContent).toBe('vip¥9.125¥36.50¥4.5625');
  expect(within(sheet).getByText('≈ ¥638.75')).toBeTruthy();
  expect(document.body.textContent).not.toContain('$');
});

test('a price by the second is shown as such, and estimated by the length of recordings', async () => {
  await open({ path: '/pricing?model=whisper-large' });
  const sheet = await screen.findByRole('dialog', { name: 'whisper-large' });
  expect(within(sheet).getByRole('row', { name: /^vip/ }).textContent).toBe('vip$0.00005 / second');
  // 10,000 recordings of a minute.
  expect(within(sheet).getByText('≈ $60.00')).toBeTruthy();
  expect(within(sheet).getByRole('spinbutton', { name: 'Seconds each' })).toBeTruthy();
});

const token = (part: Partial<Token>) =>
  ({
    id: 1,
    status: 1,
    name: 'production',
    key: 'abcdWXYZ0123',
    model_limits: '',
    unlimited_quota: true,
    accessed_time: 0,
    ...part,
  }) as Token;

test('the code has a key of the user that can call the model, masked on screen and whole when copied', async () => {
  const items = [
    token({ id: 9, name: 'switched off', status: 2 }),
    token({ id: 8, name: 'others only', model_limits_enabled: true, model_limits: 'dall-e-3' }),
    token({ id: 7, name: 'empty', unlimited_quota: false, remain_quota: 0 }),
    token({ accessed_time: 5 }),
    token({ id: 2, name: 'second', key: 'efghSTUV4567' }),
  ];
  answer(pageTokens, { items, total: 4, page: 1, page_size: 100, next_cursor: null });
  const person = await open({ path: '/pricing?model=gpt-4o' });
  const sheet = await screen.findByRole('dialog', { name: 'gpt-4o' });
  const choice = await within(sheet).findByRole<HTMLSelectElement>('combobox', { name: 'API token' });
  expect([...choice.options].map(({ text }) => text)).toEqual(['production', 'second']);
  await person.selectOptions(choice, 'second');
  expect(sheet.textContent).toContain('sk-efgh••••4567');
  expect(document.body.innerHTML).not.toContain('efghSTUV4567');
  expect(address()).not.toMatch(/sk-|efgh/);
  await person.click(within(sheet).getAllByRole('button', { name: /^Copy/ }).at(-1)!);
  expect(await navigator.clipboard.readText()).toContain('sk-efghSTUV4567');
});

// @spec E097 E098
test('billing is per usage or per call', async () => {
  await open({ path: '/pricing?show=ratios' });
  expect(within(rowOf('gpt-4o')).getByText('Per token')).toBeTruthy();
  expect(within(rowOf('dall-e-3')).getByText('Per request')).toBeTruthy();
  expect(rowOf('dall-e-3').textContent).toContain('$0.04 / request');
});

// @spec J036
test('the completion ratio has three decimals', async () => {
  await open({ path: '/pricing?show=ratios' });
  expect(rowOf('deepseek-chat').textContent).toContain('Output 4.074 ');
});

// @spec C123 C125
test('a click on a group shows its prices and its available models', async () => {
  const person = await open({ path: '/pricing?show=ratios' });
  expect(within(rowOf('gpt-4o-mini')).getByText('Not available')).toBeTruthy();
  await person.click(within(rowOf('gpt-4o')).getByRole('button', { name: 'vip' }));
  expect(within(rowOf('gpt-4o-mini')).getByText('Available')).toBeTruthy();
  expect(rowOf('gpt-4o').textContent).toContain('$1.25');
  expect(rowOf('gpt-4o').textContent).toContain('$5.00');
  expect(alerts()[0]).toContain('Prices of the group vip, ratio 0.5.');
  expect(address()).toBe('?show=ratios&group=vip');
  await person.click(screen.getByRole('button', { name: 'Back to default' }));
  expect(address()).toBe('?show=ratios');
});

// @spec C119
test('names are searched while typing, and the URL gets the final search', async () => {
  const person = await open();
  await enter(person, screen.getByRole('searchbox'), 'gpt4');
  await waitFor(() => expect(shownNames()).toEqual(['gpt-4o', 'gpt-4o-mini']));
  expect(address()).toBe('');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('?keyword=gpt4'));
  expect(shownNames()).toEqual(['gpt-4o', 'gpt-4o-mini']);
  await person.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(shownNames()).toHaveLength(6));
});

test('a search without matches shows a notice', async () => {
  const person = await open();
  await enter(person, screen.getByRole('searchbox'), 'no such model{Enter}');
  expect(await screen.findByText('No models with this name')).toBeTruthy();
});

// @spec C124
test('a click on a name copies it', async () => {
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Copy name: gpt-4o' }));
  expect(await navigator.clipboard.readText()).toBe('gpt-4o');
});

// @spec C120 C121 C128
test('selected names are copied together, and copying requires a selection', async () => {
  const person = await open();
  const copy = screen.getByRole<HTMLButtonElement>('button', { name: 'Copy selected names' });
  expect(copy.disabled).toBe(true);
  await person.click(within(rowOf('gpt-4o')).getByRole('checkbox'));
  await person.click(within(rowOf('dall-e-3')).getByRole('checkbox'));
  await person.click(copy);
  expect(await navigator.clipboard.readText()).toBe('gpt-4o,dall-e-3');
});

// @spec C129
test('the info icon opens a diagram of how ratios make a price', async () => {
  const person = await open({ path: '/pricing?show=ratios' });
  await person.click(screen.getByRole('button', { name: 'How pricing works' }));
  expect(await screen.findByRole('img', { name: /Input tokens plus output tokens/ })).toBeTruthy();
});
