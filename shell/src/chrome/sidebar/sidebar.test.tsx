import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SiteStatus, User } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { ada, admin } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';

afterEach(() => vi.useRealTimers());

async function links(user: User, status: Partial<SiteStatus> = {}, url = '/token'): Promise<string[]> {
  visit({ url, user, status });
  const nav = await screen.findByRole('navigation', { name: 'Console' });
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '');
}

test('C183 C186 C188 C189 C194 a user finds playground, console and personal pages in order', async () => {
  expect(await links(ada)).toEqual([
    '/playground',
    '/detail',
    '/token',
    '/log',
    '/midjourney',
    '/task',
    '/topup',
    '/personal',
  ]);
});

test('C192 C193 G012 G013 an admin finds the admin pages too', async () => {
  expect(await links(admin)).toEqual(
    expect.arrayContaining(['/channel', '/redemption', '/user', '/setting']),
  );
});

test.each([
  ['C187', 'enable_data_export', '/detail'],
  ['C190', 'enable_drawing', '/midjourney'],
  ['C191', 'enable_task', '/task'],
])('%s without %s there is no %s', async (_, flag, path) => {
  expect(await links(ada, { [flag]: false })).not.toContain(path);
});

test('C184 C185 D266 each configured chat has an entry of its own', async () => {
  const chats: Record<string, string>[] = [
    { 'Cherry Studio': 'cherry://x' },
    { 'Next Chat': 'https://chat.example' },
  ];
  expect(await links(ada, { chats })).toEqual(expect.arrayContaining(['/chat/0', '/chat/1']));
  expect(screen.getByRole('link', { name: 'Next Chat' }).getAttribute('href')).toBe('/chat/1');
});

test('the entry of the page on screen is marked, also on pages below it', async () => {
  await links(admin, {}, '/channel/edit/3');
  expect(screen.getByRole('link', { name: 'channel' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'token' }).getAttribute('aria-current')).toBeNull();
});

test.each([
  ['C198', '/'],
  ['C199', '/chat/0'],
  ['C200', '/setup'],
])('%s there is no sidebar on %s', async (_, url) => {
  visit({ url, user: ada });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('navigation', { name: 'Console' })).toBeNull();
});

test('C195 C196 D268 E120 a collapsed sidebar stays collapsed on the next visit', async () => {
  await links(ada);
  fireEvent.click(screen.getByRole('button', { name: 'Collapse the sidebar' }));
  expect(screen.getByRole('button', { name: 'Expand the sidebar' })).toBeTruthy();
  expect(localStorage.getItem('default_collapse_sidebar')).toBe('true');
  expect(screen.getByRole('link', { name: 'token' })).toBeTruthy(); // icons keep their names
});

test('C197 the site can have it collapsed at first, and the user decides otherwise', async () => {
  await links(ada, { default_collapse_sidebar: true });
  fireEvent.click(screen.getByRole('button', { name: 'Expand the sidebar' }));
  expect(localStorage.getItem('default_collapse_sidebar')).toBe('false');
});

test('an entry that the pointer rests on is fetched ahead, one that it passes is not', async () => {
  const preload = vi.fn();
  visit({ url: '/token', user: admin, preload });
  const channels = await screen.findByRole('link', { name: 'channel' });
  const logs = screen.getByRole('link', { name: 'log' });
  fireEvent.pointerEnter(logs);
  fireEvent.pointerLeave(logs);
  fireEvent.pointerEnter(channels);
  await waitFor(() => expect(preload).toHaveBeenCalled());
  expect(preload.mock.calls).toEqual([['channels', '/channel']]);
});

test('an entry that is pressed is fetched at once, for fingers that never rest on anything', async () => {
  const preload = vi.fn();
  visit({ url: '/token', user: admin, preload });
  fireEvent.pointerDown(await screen.findByRole('link', { name: 'channel' }));
  expect(preload.mock.calls).toEqual([['channels', '/channel']]);
});

test('I016 chats that cannot be read are said to be broken', async () => {
  visit({ url: '/token', user: ada, status: { chats: 'nonsense' as never } });
  expect(await screen.findByText(/Failed to parse chat data/)).toBeTruthy();
});
