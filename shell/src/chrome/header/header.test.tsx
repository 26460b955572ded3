import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { logout, type SiteStatus, type User } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { areas } from '../../testing/areas.ts';
import { ada } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';

afterEach(() => vi.useRealTimers());

async function header(status: Partial<SiteStatus> = {}, user?: User): Promise<HTMLElement> {
  visit({ url: '/about', status, ...(user && { user }) });
  return screen.findByRole('banner');
}

// @spec C168 C169 C170 C173
test('the bar links to home, console, prices and the about page', async () => {
  const site = within(within(await header()).getByRole('navigation', { name: 'Site' }));
  const links = site.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Home', '/'],
    ['Console', '/token'],
    ['Pricing', '/pricing'],
    ['About', '/about'],
  ]);
});

test('the link to prices is hidden when no area has that page', async () => {
  visit({ url: '/about', areas: areas.filter(({ id }) => id !== 'user') });
  await screen.findByRole('banner');
  expect(screen.queryByRole('link', { name: 'Pricing' })).toBeNull();
});

// @spec C171 C172
test('the docs link opens in a new tab when it is configured', async () => {
  await header({ docs_link: 'https://docs.example.com' });
  const docs = screen.getByRole('link', { name: /Docs/ });
  expect(docs.getAttribute('href')).toBe('https://docs.example.com');
  expect(docs.getAttribute('target')).toBe('_blank');
});

test('a docs link that is no web address is not shown', async () => {
  await header({ docs_link: 'javascript:alert(1)' });
  expect(screen.queryByRole('link', { name: /Docs/ })).toBeNull();
});

// @spec C174 C175
test.each([
  [{ self_use_mode_enabled: true }, 'Self-use'],
  [{ demo_site_enabled: true }, 'Demo site'],
])('a badge shows the mode of the site', async (status, badge) => {
  expect(within(await header(status)).getByText(badge)).toBeTruthy();
});

// @spec C176 D267 E119
test('the theme changes at once and is stored', async () => {
  await header();
  fireEvent.click(screen.getByRole('button', { name: /^Theme/ }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme-mode')).toBe('dark');
});

test('the theme menu also sets how close the rows of tables are', async () => {
  await header();
  fireEvent.click(screen.getByRole('button', { name: /^Theme/ }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Compact density' }));
  expect(localStorage.getItem('density')).toBe('compact');
});

// @spec C177 D273 A033 A034
test('the language changes at once and is stored', async () => {
  await header();
  fireEvent.click(screen.getByRole('button', { name: /^Language/ }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: '中文' }));
  expect(await screen.findByRole('link', { name: '首页' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(localStorage.getItem('i18nextLng')).toBe('zh');
});

test('the keyboard opens a menu, moves in it and returns', async () => {
  await header();
  const button = screen.getByRole('button', { name: /^Language/ });
  fireEvent.keyDown(button, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(screen.getByRole('menuitemradio', { name: 'English' }));
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(screen.getByRole('menuitemradio', { name: '中文' }));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

// @spec C178 H027
test('the account menu logs out', async () => {
  await header({}, ada);
  answer(logout, undefined);
  fireEvent.click(screen.getByRole('button', { name: "Ada's account" }));
  expect(screen.getByText('ada · User')).toBeTruthy();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(callsOf(logout)).toHaveLength(1);
  expect(localStorage.getItem('user')).toBeNull();
});

// @spec C179
test('a visitor sees login and registration instead', async () => {
  await header();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('button', { name: /^Account/ })).toBeNull();
});

// @spec C182
test('the bar shows a greeting on New Year’s Day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2027, 0, 1, 9) });
  expect(within(await header()).getByText('Happy New Year')).toBeTruthy();
});
