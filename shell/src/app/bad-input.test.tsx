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

test.each(garbage)('a stored user of %j counts as nobody', (text) => {
  localStorage.setItem('user', text);
  expect(readStoredUser()).toBeNull();
});

test.each(garbage)('a stored status of %j is not believed', (text) => {
  localStorage.setItem('status', text);
  expect(readStoredStatus()).toBeUndefined();
});

test.each(['[{', '{}', 'null', '[null]', '[7]', '["a"]', '[[]]'])(
  'I015 stored chats of %j are not read',
  (text) => {
    localStorage.setItem('chats', text);
    expect(readChats()).toBeUndefined();
    localStorage.removeItem('chats');
  },
);

test.each(['purple', '{}', ''])('a stored theme of %j is like none', async (text) => {
  localStorage.setItem('theme-mode', text);
  visit({ url: '/about' });
  await screen.findByRole('banner');
  expect(['light', 'dark']).toContain(document.documentElement.dataset.theme);
  localStorage.removeItem('theme-mode');
});

test('A036 A037 both themes exist', async () => {
  for (const theme of ['light', 'dark']) {
    localStorage.setItem('theme-mode', theme);
    const { unmount } = visit({ url: '/about' });
    await screen.findByRole('banner');
    expect(document.documentElement.dataset.theme).toBe(theme);
    unmount();
  }
  localStorage.removeItem('theme-mode');
});

test('a logo that cannot be shown gives way to ours', async () => {
  visit({ url: '/about', status: { logo: 'https://nowhere.example/logo.png', system_name: 'Acme' } });
  const brand = await screen.findByRole('link', { name: 'Acme' });
  fireEvent.error(brand.querySelector('img') as HTMLImageElement);
  await waitFor(() => expect(brand.querySelector('svg')).toBeTruthy());
});

test('I013 a status that never comes is said not to come, and asking again helps', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  localStorage.removeItem('status');
  visit({ url: '/about', status: 'never' });
  await vi.waitFor(() => expect(screen.getByText('Loading')).toBeTruthy());
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  await vi.waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Unable to connect to server' })).toBeTruthy(),
  );
  answer(getStatus, makeStatus());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.getByRole('banner')).toBeTruthy());
});

test('without a network the page says so, and stops saying it', async () => {
  visit({ url: '/about' });
  await screen.findByRole('banner');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText(/You are offline/)).toBeTruthy();
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
});
