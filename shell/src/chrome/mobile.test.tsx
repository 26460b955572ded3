import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setWidth } from '../testing/set-width.ts';
import { ada } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';

// @spec C201 E121 J103
test('at 600 px and below the sidebar is behind a button', async () => {
  setWidth(600);
  visit({ url: '/token', user: ada });
  const button = await screen.findByRole('button', { name: 'Open menu' });
  expect(screen.queryByRole('link', { name: 'log' })).toBeNull();
  fireEvent.click(button);
  const drawer = within(screen.getByRole('dialog'));
  fireEvent.click(drawer.getByRole('link', { name: 'log' }));
  await waitFor(() => expect(window.location.pathname).toBe('/log'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('above 600 px the sidebar is next to the page', async () => {
  setWidth(601);
  visit({ url: '/token', user: ada });
  expect(await screen.findByRole('link', { name: 'log' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull();
});

// @spec C179
test('a visitor can open the registration page', async () => {
  visit({ url: '/about' });
  const register = await screen.findByRole('link', { name: 'Sign up' });
  expect(register.getAttribute('href')).toBe('/register');
});

test.each([
  // @spec C025 C181 G053
  ['in self-use mode', { self_use_mode_enabled: true }, 1280],
  // @spec C180
  ['on a phone', {}, 390],
  ['where registration is closed', { register_enabled: false }, 1280],
])('%s there is no link to register', async (_, status, width) => {
  setWidth(width);
  visit({ url: '/about', status });
  await screen.findByRole('link', { name: 'Sign in' });
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
});
