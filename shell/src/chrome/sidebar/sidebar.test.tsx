import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SiteStatus, User } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { ada, admin } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function links(user: User, status: Partial<SiteStatus> = {}, url = '/token'): Promise<string[]> {
  visit({ url, user, status });
  const nav = await screen.findByRole('navigation', { name: 'Console' });
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '');
}

// @spec C183 C186 C188 C189 C194
test('a user sees playground, console and personal pages in order', async () => {
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

// @spec C192 C193 G012 G013
test('an admin also sees the admin pages', async () => {
  expect(await links(admin)).toEqual(
    expect.arrayContaining(['/channel', '/redemption', '/user', '/setting']),
  );
});

// @spec C187 C190 C191
test.each([
  ['enable_data_export', '/detail'],
  ['enable_drawing', '/midjourney'],
  ['enable_task', '/task'],
])('without %s there is no %s', async (flag, path) => {
  expect(await links(ada, { [flag]: false })).not.toContain(path);
});

// @spec C184 C185 D266
test('each configured chat has its own entry', async () => {
  const chats: Record<string, string>[] = [
    { 'Cherry Studio': 'cherry://x' },
    { 'Next Chat': 'https://chat.example' },
  ];
  expect(await links(ada, { chats })).toEqual(expect.arrayContaining(['/chat/0', '/chat/1']));
  expect(screen.getByRole('link', { name: 'Next Chat' }).getAttribute('href')).toBe('/chat/1');
});

test('the entry of the current page is marked, also on pages below it', async () => {
  await links(admin, {}, '/channel/edit/3');
  expect(screen.getByRole('link', { name: 'channel' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'token' }).getAttribute('aria-current')).toBeNull();
});

test('the entry of the current page scrolls into view', async () => {
  const scrolled: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function note(this: Element) {
    scrolled.push(this.textContent ?? '');
  });
  await links(ada, {}, '/personal');
  await waitFor(() => expect(scrolled).toContain('personal'));
});

// @spec C198 C199 C200
test.each([['/'], ['/chat/0'], ['/setup']])('there is no sidebar on %s', async (url) => {
  visit({ url, user: ada });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('navigation', { name: 'Console' })).toBeNull();
});

// @spec C195 C196 D268 E120
test('a collapsed sidebar stays collapsed on the next visit', async () => {
  await links(ada);
  fireEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  expect(screen.getByRole('button', { name: 'Expand sidebar' })).toBeTruthy();
  expect(localStorage.getItem('default_collapse_sidebar')).toBe('true');
  expect(screen.getByRole('link', { name: 'token' })).toBeTruthy(); // icons keep their names
});

// @spec C197
test("the site can collapse it by default, and the user's choice wins", async () => {
  await links(ada, { default_collapse_sidebar: true });
  fireEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }));
  expect(localStorage.getItem('default_collapse_sidebar')).toBe('false');
});

test('hovering an entry prefetches it, and passing over it does not', async () => {
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

test('pressing an entry prefetches it at once for touch screens', async () => {
  const preload = vi.fn();
  visit({ url: '/token', user: admin, preload });
  fireEvent.pointerDown(await screen.findByRole('link', { name: 'channel' }));
  expect(preload.mock.calls).toEqual([['channels', '/channel']]);
});

// @spec I016
test('unreadable chats show an error', async () => {
  visit({ url: '/token', user: ada, status: { chats: 'nonsense' as never } });
  expect(await screen.findByText(/Couldn't read the chat links/)).toBeTruthy();
});
