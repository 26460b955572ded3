import { act, screen, waitFor } from '@testing-library/react';
import { answer } from '@tollgate/api-client/testing';
import { getSelf } from '@tollgate/contract';
import { expect, test, vi } from 'vitest';
import { ada, admin } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';
import { storeUser } from './stored-user.ts';

function tellFromOtherTab(): void {
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })));
}

test('a role that changed on the server shows without signing in again', async () => {
  visit({ url: '/about', user: ada });
  answer(getSelf, { ...ada, role: 10 });
  expect(await screen.findByRole('link', { name: 'channel' })).toBeTruthy();
});

test('logging out in another tab logs out here', async () => {
  visit({ url: '/token', user: ada });
  await screen.findByRole('heading', { name: 'Area user' });
  storeUser(null);
  tellFromOtherTab();
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
});

test('another user in another tab is the user here too', async () => {
  visit({ url: '/token', user: ada });
  await screen.findByRole('button', { name: 'Account of Ada' });
  answer(getSelf, admin);
  storeUser(admin);
  tellFromOtherTab();
  expect(await screen.findByRole('button', { name: 'Account of Grace' })).toBeTruthy();
});

test('H003 H004 every call names the user and forbids storing', async () => {
  visit({ url: '/about', user: ada });
  const spy = vi.spyOn(globalThis, 'fetch');
  await screen.findByRole('button', { name: 'Account of Ada' });
  const headers = spy.mock.calls.map(([, init]) => init?.headers as Record<string, string>);
  expect(headers.length).toBeGreaterThan(0);
  for (const sent of headers)
    expect(sent).toMatchObject({ 'new-api-user': '7', 'cache-control': 'no-store' });
  spy.mockRestore();
});

test('a stored user that cannot be read counts as nobody', async () => {
  visit({ url: '/about' });
  localStorage.setItem('user', '{"id":"seven"');
  tellFromOtherTab();
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy();
});
