import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  createToken,
  getToken,
  listOwnGroups,
  listOwnLimits,
  listOwnModels,
  type Token,
  updateToken,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { TokenDrawer } from './token-drawer.tsx';
import { expired, groups, limited, models, production, tokenLimits } from './tokens.fixtures.ts';

const onClose = vi.fn();
const onCreated = vi.fn();
beforeEach(() => {
  answer(listOwnLimits, []);
  answer(listOwnGroups, groups);
  answer(listOwnModels, models);
  answer(createToken, production);
  answer(updateToken, production);
});
afterEach(() => {
  forgetAnswers();
  onClose.mockReset();
  onCreated.mockReset();
});

async function open(token?: Token, role: 'user' | 'admin' = 'user') {
  if (token) answer(getToken, token);
  const children = <TokenDrawer token={token} onCreated={onCreated} onClose={onClose} />;
  await renderArea({ id: 'user', area, role, path: '/token', children });
  return userEvent.setup({ pointerEventsCheck: 0 }); // the drawer is still sliding in
}
const button = (name: string) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

// @spec C096 H152 A010 J017 J018 I082
test('a name alone creates a token', async () => {
  const person = await open();
  await enter(person, field('Name'), 'production');
  await person.click(button('Create token'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(callsOf(createToken)).toEqual([
    {
      name: 'production',
      expired_time: -1,
      remain_quota: 500_000,
      unlimited_quota: false,
      model_limits_enabled: false,
      model_limits: '',
      allow_ips: '',
      group: '',
    },
  ]);
  expect(onCreated).toHaveBeenCalledWith(production);
});

// @spec F080
test('a token needs a name', async () => {
  const person = await open();
  await person.click(button('Create token'));
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  expect(callsOf(createToken)).toEqual([]);
});

// @spec F081
test('an expiry that is no date is rejected', async () => {
  const person = await open(limited);
  await person.clear(field('Expires'));
  await enter(person, field('Expires'), 'next week');
  await person.tab();
  await person.click(button('Save token'));
  expect(await screen.findByText(/Invalid date/)).toBeTruthy();
  expect(callsOf(updateToken)).toEqual([]);
});

// @spec J020 J021 J022 J023 J024 J025
test.each([
  ['$1', 500_000],
  ['$10', 5_000_000],
  ['$50', 25_000_000],
  ['$100', 50_000_000],
  ['$500', 250_000_000],
  ['$1,000', 500_000_000],
])('the preset %s fills in %d units', async (name, units) => {
  const person = await open();
  await person.type(field('Name'), 'a');
  await person.click(button(name));
  await person.click(button('Create token'));
  await waitFor(() => expect(callsOf(createToken)[0]?.remain_quota).toBe(units));
});

// @spec J027 J028 J029
test.each([
  ['In 1 hour', 3600],
  ['In 1 day', 86_400],
  ['In 1 month', 30 * 86_400],
])('the shortcut “%s” sets the expiry', async (name, seconds) => {
  const person = await open();
  await person.type(field('Name'), 'a');
  await person.click(button(name));
  await person.click(button('Create token'));
  await waitFor(() => expect(callsOf(createToken)).toHaveLength(1));
  const expiry = callsOf(createToken)[0]?.expired_time as number;
  expect(Math.abs(expiry - Date.now() / 1000 - seconds)).toBeLessThan(60);
});

// @spec J026
test('the shortcut “never” removes an expiry', async () => {
  const person = await open();
  await person.type(field('Name'), 'a');
  await person.click(button('In 1 day'));
  await person.click(button('Never expires'));
  await person.click(button('Create token'));
  await waitFor(() => expect(callsOf(createToken)[0]?.expired_time).toBe(-1));
});

// @spec J019
test('common numbers of tokens are one click away', async () => {
  await open();
  for (const count of ['10', '20', '30', '100']) expect(button(count)).toBeTruthy();
});

test('an unlimited token has no amount field', async () => {
  const person = await open();
  await person.type(field('Name'), 'a');
  await person.click(screen.getByRole('switch', { name: 'Unlimited quota' }));
  expect(screen.queryByLabelText('Quota')).toBeNull();
  await person.click(button('Create token'));
  await waitFor(() => expect(callsOf(createToken)[0]).toMatchObject({ unlimited_quota: true }));
});

// @spec F083
test('several tokens are created one after the other, the later ones with a suffix', async () => {
  const person = await open();
  await enter(person, field('Name'), 'batch');
  await person.click(button('10'));
  await person.click(button('Create token'));
  await waitFor(() => expect(callsOf(createToken)).toHaveLength(10));
  const names = callsOf(createToken).map(({ name }) => name);
  expect(names[0]).toBe('batch');
  for (const name of names.slice(1)) expect(name).toMatch(/^batch-.{6}$/);
  expect(await screen.findByText(/10 tokens created/)).toBeTruthy();
});

test('creating again after a failed batch creates only the missing tokens', async () => {
  let calls = 0;
  answer(createToken, () => (++calls === 4 ? { code: 'busy' } : production));
  const person = await open();
  await enter(person, field('Name'), 'batch');
  await person.click(button('10'));
  await person.click(button('Create token'));
  expect(await screen.findByText(/3 of 10 created/)).toBeTruthy();
  expect(screen.getByText('The server is busy. Try again in a moment.')).toBeTruthy();
  await person.click(button('Create token'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls).toBe(11);
});

// @spec D231
test('an invalid address is reported', async () => {
  const person = await open();
  await person.type(field('Name'), 'a');
  await person.type(field('Allowed addresses'), '203.0.113.7{Enter}example.com');
  await person.click(button('Create token'));
  expect(await screen.findByText('Not a valid IP address or range: example.com')).toBeTruthy();
});

// @spec H154 I083
test('an expired token can be renamed without touching its expiry', async () => {
  const person = await open(expired);
  await person.clear(field('Name'));
  await enter(person, field('Name'), 'workshop 2');
  await person.click(button('Save token'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(callsOf(updateToken)).toEqual([{ id: expired.id, name: 'workshop 2' }]);
});

test('saving a token keeps what it spent while its form was open', async () => {
  const person = await open(limited);
  await enter(person, field('Name'), ' 2');
  await person.click(button('Save token'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(callsOf(updateToken)).toEqual([{ id: limited.id, name: `${limited.name} 2` }]);
});

// @spec H035
test('groups are offered with their ratio', async () => {
  const person = await open();
  await person.click(screen.getByRole('combobox', { name: 'Group' }));
  expect(await screen.findByText('vip · ratio 0.8 · Prepaid customers')).toBeTruthy();
});

test('a server error stays in the form', async () => {
  answer(createToken, { code: 'token_group_refused' });
  const person = await open();
  await person.type(field('Name'), 'a');
  await person.click(button('Create token'));
  expect(await screen.findByText("You can't use this group. Choose another one.")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

test('the drawer leads administrators to the limits of its token, and no other person', async () => {
  await open(production, 'admin');
  const link = await screen.findByRole('link', { name: 'Set limits' });
  expect(link.getAttribute('href')).toContain(`/limit?scope=token&scope_id=${production.id}`);
  cleanup();
  await open(production);
  await screen.findByRole('button', { name: 'Save token' });
  expect(screen.queryByRole('link', { name: 'Set limits' })).toBeNull();
});

test('the drawer shows the limits of its token, and not those of others', async () => {
  answer(listOwnLimits, [
    ...tokenLimits,
    { ...tokenLimits[0]!, id: 7, name: 'of another', scope_id: limited.id },
  ]);
  await open(production);
  const limits = await screen.findByRole('region', { name: 'Limits' });
  expect(within(limits).getByText('14 of 600 requests used')).toBeTruthy();
  expect(within(limits).getByText('Pocket money')).toBeTruthy();
  expect(within(limits).queryByText('of another')).toBeNull();
});
