import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  deleteToken,
  exportTokens,
  getStatus,
  getToken,
  listOwnGroups,
  listOwnLimits,
  listOwnModels,
  listTokenUsage,
  pageTokens,
  type SiteStatus,
  updateToken,
} from '@tollgate/contract';
import { useLocation } from '@tollgate/ui/router';
import { chooseInMenu } from '@tollgate/ui/testing/choose-in-menu';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { disabled, expired, groups, models, pageOf, production, tokens } from './tokens.fixtures.ts';
import { TokensPage } from './tokens-page.tsx';

beforeEach(() => {
  answer(listOwnLimits, []);
  answer(pageTokens, pageOf(tokens, 45));
  answer(listOwnGroups, groups);
  answer(listOwnModels, models);
  answer(listTokenUsage, []);
  answer(getStatus, { chats: [], server_address: '' } as unknown as SiteStatus);
});
afterEach(forgetAnswers);

const open = (path = '/token') => renderArea({ id: 'user', area, role: 'user', path });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

/** The menu is still fading in when it is clicked. */
const user = () => userEvent.setup({ pointerEventsCheck: 0 });

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

async function choose(name: string, action: string) {
  await user().click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }));
  await user().click(await screen.findByRole('menuitem', { name: action }));
}

// @spec C093
test('the page states that tokens are for personal use only', async () => {
  await open();
  expect(await screen.findByText(/for your own use only/i)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

// @spec C095 H147
test('the table shows a page of tokens', async () => {
  await open('/token?page=2');
  const names = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(names).toEqual(
    expect.arrayContaining(['Name', 'Status', 'Used', 'Remaining', 'Created', 'Expires']),
  );
  expect(callsOf(pageTokens)[0]).toEqual({ p: '2', page_size: '20' });
});

// @spec C094 H150 (the page endpoint searches: decision 0003)
test('a typed name is searched for, within the status of the URL', async () => {
  await open('/token?status=1');
  await rowOf('production');
  await enter(user(), screen.getByRole('searchbox'), 'prod{Enter}');
  await waitFor(() => expect(callsOf(pageTokens).at(-1)).toMatchObject({ keyword: 'prod', status: '1' }));
});

test('a search by name is read from the URL together with a status', async () => {
  await open('/token?keyword=prod&status=1');
  await rowOf('production');
  expect(callsOf(pageTokens)[0]).toMatchObject({ keyword: 'prod', status: '1' });
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('prod');
});

test('a searched key is looked up as a key and stays out of the URL', async () => {
  const page = (
    <>
      <TokensPage />
      <Address />
    </>
  );
  await renderArea({ id: 'user', area, role: 'user', path: '/token?status=1', children: page });
  await enter(user(), await screen.findByRole('searchbox'), 'sk-Qv3mT8{Enter}');
  await waitFor(() => expect(callsOf(pageTokens).at(-1)).toMatchObject({ token: 'sk-Qv3mT8', status: '1' }));
  expect(callsOf(pageTokens).at(-1)).not.toHaveProperty('keyword');
  expect(screen.getByTestId('address').textContent).toBe('?status=1');
  await user().click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(callsOf(pageTokens).at(-1)).toEqual({ p: '1', page_size: '20' }));
});

// @spec D224
test('the key is masked with its prefix sk- and copied completely', async () => {
  await open();
  const person = user();
  const row = await rowOf('production');
  expect(row.textContent).toContain('sk-Qv3m••••BnCz');
  expect(row.textContent).not.toContain(production.key);
  await person.click(within(row).getByRole('button', { name: 'Copy key' }));
  expect(await navigator.clipboard.readText()).toBe(`sk-${production.key}`);
});

test('an unreadable key shows a notice and cannot be copied', async () => {
  answer(pageTokens, pageOf([{ ...production, key: '' }, disabled]));
  await open();
  const row = await rowOf('production');
  expect(within(row).getByText('Unreadable')).toBeTruthy();
  for (const button of within(row).queryAllByRole('button', { name: /copy/i }))
    expect(button).toHaveProperty('disabled', true);
  const person = user();
  await person.click(screen.getByRole('checkbox', { name: /^Select production/ }));
  await person.click(screen.getByRole('checkbox', { name: /^Select old laptop/ }));
  const bar = screen.getByRole('region', { name: '2 selected' });
  await person.click(within(bar).getByRole('button', { name: 'Copy keys' }));
  expect(await navigator.clipboard.readText()).toBe(`${disabled.name}\tsk-${disabled.key}`);
});

// @spec D227
test('a token without an expiry shows never', async () => {
  await open();
  expect((await rowOf('production')).textContent).toContain('Never');
});

// @spec E038 E042
test.each([
  ['support bot', 'Limited'],
  ['production', 'Enabled'],
  ['old laptop', 'Disabled'],
  ['workshop', 'Expired'],
  ['trial', 'Exhausted'],
])('the token “%s” reads %s', async (name, status) => {
  await open();
  expect(within(await rowOf(name)).getByText(status)).toBeTruthy();
});

// @spec E043 H156
test('disabling and enabling change only the status', async () => {
  answer(updateToken, production);
  await open();
  await choose('production', 'Disable');
  await waitFor(() =>
    expect(callsOf(updateToken)).toEqual([{ id: production.id, status: 2, status_only: 'true' }]),
  );
  await choose(disabled.name, 'Enable');
  await waitFor(() =>
    expect(callsOf(updateToken).at(-1)).toEqual({ id: disabled.id, status: 1, status_only: 'true' }),
  );
});

test("enabling an expired token shows the server's reason", async () => {
  answer(updateToken, { code: 'token_expired' });
  await open();
  await choose(expired.name, 'Enable');
  expect(await screen.findByText('This token has expired. Set a later expiry first.')).toBeTruthy();
});

// @spec H158
test('deleting names the token and the consequence and runs after a confirmation', async () => {
  answer(deleteToken, undefined);
  await open();
  await choose('production', 'Delete');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Delete the token “production”?');
  expect(dialog.textContent).toContain('Requests with this token stop working immediately');
  expect(callsOf(deleteToken)).toEqual([]);
  await user().click(within(dialog).getByRole('button', { name: 'Delete token' }));
  await waitFor(() => expect(callsOf(deleteToken)).toEqual([{ id: String(production.id) }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

// @spec H145
test("the edit form shows the server's current data", async () => {
  answer(getToken, { ...production, remain_quota: 1_500_000 });
  await open();
  await user().click(within(await rowOf('production')).getByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Remaining quota').value).toBe('3'));
  expect(callsOf(getToken)).toEqual([{ id: String(production.id) }]);
});

test('an account without tokens shows a button to create one', async () => {
  answer(pageTokens, pageOf([]));
  await open();
  expect(await screen.findByText('No tokens yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Create token' })).toHaveLength(2);
});

test('deleting the only token of the last page shows the previous page', async () => {
  answer(pageTokens, ({ p }) => (p === '2' ? pageOf([], 10) : pageOf(tokens, 10)));
  await open('/token?page=2');
  expect(await screen.findByText('production')).toBeTruthy();
});

test('the list is exported with its filters but never with a key in the URL', async () => {
  answer(exportTokens, {} as never);
  const first = await open('/token?status=1&keyword=prod');
  await chooseInMenu('Export', /^CSV/);
  await waitFor(() =>
    expect(callsOf(exportTokens)).toEqual([{ format: 'csv', status: '1', keyword: 'prod' }]),
  );
  first.unmount();
  await open();
  await enter(user(), await screen.findByRole('searchbox'), 'sk-Qv3mT8{Enter}');
  await chooseInMenu('Export', /^JSON/);
  await waitFor(() => expect(callsOf(exportTokens).at(-1)).toEqual({ format: 'jsonl' }));
});
