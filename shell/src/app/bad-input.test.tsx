import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { answer } from '@tollgate/api-client/testing';
import { getStatus } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { readChats } from '../chrome/sidebar/read-chats.ts';
import { readStoredUser } from '../session/stored-user.ts';
import { readStoredStatus } from '../status/stored-status.ts';
import { makeStatus } from '../testing/make-status.ts';
import { visit } from '../testing/visit.tsx';

afterEach(() => vi.useRealTimers());

const garbage = ['', '{', 'null', '[]', '7', '"x"', '{"id":"seven"}', '{"id":1,"role":[]}', '\u0000'];

test.each(garbage)('a stored user of %j is ignored', (text) => {
  localStorage.setItem('user', text);
  expect(readStoredUser()).toBeNull();
});

test.each(garbage)('a stored status of %j is ignored', (text) => {
  localStorage.setItem('status', text);
  expect(readStoredStatus()).toBeUndefined();
});

// @spec I015
test.each(['[{', '{}', 'null', '[null]', '[7]', '["a"]', '[[]]'])(
  'stored chats of %j are ignored',
  (text) => {
    localStorage.setItem('chats', text);
    expect(readChats()).toBeUndefined();
    localStorage.removeItem('chats');
  },
);

test.each(['purple', '{}', ''])('a stored theme of %j is ignored', async (text) => {
  localStorage.setItem('theme-mode', text);
  visit({ url: '/about' });
  await screen.findByRole('banner');
  expect(['light', 'dark']).toContain(document.documentElement.dataset.theme);
  localStorage.removeItem('theme-mode');
});

// @spec A036 A037
test('both themes exist', async () => {
  for (const theme of ['light', 'dark']) {
    localStorage.setItem('theme-mode', theme);
    const { unmount } = visit({ url: '/about' });
    await screen.findByRole('banner');
    expect(document.documentElement.dataset.theme).toBe(theme);
    unmount();
  }
  localStorage.removeItem('theme-mode');
});

test('a logo that cannot be loaded is replaced by the default one', async () => {
  visit({ url: '/about', status: { logo: 'https://nowhere.example/logo.png', system_name: 'Acme' } });
  const brand = await screen.findByRole('link', { name: 'Acme' });
  fireEvent.error(brand.querySelector('img') as HTMLImageElement);
  await waitFor(() => expect(brand.querySelector('svg')).toBeTruthy());
});

// @spec I013
test('a missing status shows an error, and a retry succeeds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  localStorage.removeItem('status');
  visit({ url: '/about', status: 'never' });
  await vi.waitFor(() => expect(screen.getByText('Loading')).toBeTruthy());
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  await vi.waitFor(() =>
    expect(screen.getByRole('heading', { name: "Couldn't connect to the server" })).toBeTruthy(),
  );
  answer(getStatus, makeStatus());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.getByRole('banner')).toBeTruthy());
});

test('the page shows a notice while the network is missing', async () => {
  visit({ url: '/about' });
  await screen.findByRole('banner');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText(/You're offline/)).toBeTruthy();
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText(/You're offline/)).toBeNull());
});
