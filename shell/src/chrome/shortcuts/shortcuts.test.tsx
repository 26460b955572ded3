import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { searchChannels, searchTokens, searchUsers } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { ada, admin } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';
import { chooseDensity } from '../../theme/density.ts';

const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });
const options = () => screen.getAllByRole('option').map((option) => option.textContent ?? '');
const type = async (value: string) =>
  fireEvent.change(await screen.findByRole('combobox'), { target: { value } });

test('Ctrl+K finds a page by its name and opens it', async () => {
  visit({ url: '/about', user: ada });
  answer(searchTokens, []);
  await screen.findByRole('banner');
  press('k', { ctrlKey: true });
  await type('log');
  expect(options().some((name) => name.startsWith('log'))).toBe(true);
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  await waitFor(() => expect(window.location.pathname).toBe('/log'));
});

test('a visitor finds no page that requires an account', async () => {
  visit({ url: '/about' });
  fireEvent.click(await screen.findByRole('button', { name: 'Search pages and actions' }));
  await screen.findByRole('combobox');
  expect(options().join()).not.toMatch(/token|Sign out/);
  expect(options().join()).toMatch(/Home.*About.*Sign in/);
});

test('an admin finds tokens, channels and users by name', async () => {
  visit({ url: '/about', user: admin });
  answer(searchTokens, [{ id: 4, name: 'production' }] as never);
  answer(searchChannels, [{ id: 9, name: 'OpenAI production' }] as never);
  answer(searchUsers, { items: [{ ...ada, id: 7 }], total: 1, page: 1, page_size: 5, next_cursor: null });
  await screen.findByRole('banner');
  press('k', { metaKey: true });
  await type('prod');
  await waitFor(() => expect(options().join()).toMatch(/production.*OpenAI production.*ada \(Ada\)/));
  fireEvent.click(screen.getByRole('option', { name: /OpenAI production/ }));
  await waitFor(() => expect(window.location.pathname).toBe('/channel/edit/9'));
});

test('a user’s search requests only their own tokens', async () => {
  visit({ url: '/about', user: ada });
  answer(searchTokens, []);
  answer(searchUsers, { items: [], total: 0, page: 1, page_size: 5, next_cursor: null });
  await screen.findByRole('banner');
  press('k', { ctrlKey: true });
  await type('prod');
  await waitFor(() => expect(callsOf(searchTokens)).toEqual([{ keyword: 'prod' }]));
  expect(callsOf(searchUsers)).toEqual([]);
});

test('g and a letter open a page, but not while typing', async () => {
  visit({ url: '/login' });
  const field = await screen.findByLabelText('Username or email');
  fireEvent.keyDown(field, { key: 'g' });
  fireEvent.keyDown(field, { key: 'h' });
  expect(window.location.pathname).toBe('/login');
  press('g');
  press('h');
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test('? lists the shortcuts, only of pages that this visitor has', async () => {
  visit({ url: '/about', user: ada });
  await screen.findByRole('banner');
  press('?');
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(sheet.getByText('Go to token')).toBeTruthy();
  expect(sheet.queryByText('Go to channel')).toBeNull();
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a person can switch off the shortcuts of one key, and the next person has them', async () => {
  visit({ url: '/about', user: ada });
  await screen.findByRole('banner');
  press('?');
  fireEvent.click(await screen.findByRole('checkbox', { name: /Single-key shortcuts/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const key of ['?', 'g', 'h']) press(key);
  expect(window.location.pathname).toBe('/about');
  expect(screen.queryByRole('dialog')).toBeNull();

  cleanup();
  visit({ url: '/about', user: admin });
  await screen.findByRole('banner');
  press('?');
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: /Single-key/ })).checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
});

test('compact tables are chosen in the account menu and stored', async () => {
  visit({ url: '/about', user: ada });
  fireEvent.click(await screen.findByRole('button', { name: "Ada's account" }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Compact density' }));
  expect(localStorage.getItem('density')).toBe('compact');
  fireEvent.click(screen.getByRole('button', { name: "Ada's account" }));
  expect(screen.getByRole('menuitem', { name: 'Comfortable density' })).toBeTruthy();
  chooseDensity('regular');
});
