import { screen, waitFor } from '@testing-library/react';
import { answer } from '@tollgate/api-client/testing';
import { getSelf } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { ada, admin } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';

const address = () => window.location.pathname + window.location.search;

// @spec B053
test('every page leads to the setup until it is done', async () => {
  visit({ url: '/token', user: ada, status: { setup: false } });
  expect(await screen.findByRole('heading', { name: 'Area settings' })).toBeTruthy();
  expect(address()).toBe('/setup');
});

// @spec B053
test('the home page does not redirect once the setup is done', async () => {
  visit({ url: '/' });
  expect(await screen.findByRole('heading', { name: 'One address for every model' })).toBeTruthy();
  expect(address()).toBe('/');
});

// @spec B010 B012 B035 B037 B039 B041 B048 B050 B054
test.each([
  ['/token'],
  ['/playground'],
  ['/log'],
  ['/detail'],
  ['/midjourney'],
  ['/task'],
  ['/chat/0'],
  ['/chat2link'],
])('a visitor of %s signs in first', async (url) => {
  visit({ url });
  expect(await screen.findByRole('heading', { name: 'Sign in to Tollgate' })).toBeTruthy();
  expect(address()).toBe('/login');
});

// @spec B009 B010
test('a signed-in user sees the tokens', async () => {
  visit({ url: '/token', user: ada });
  expect(await screen.findByRole('heading', { name: 'Area user' })).toBeTruthy();
  expect(document.title).toBe('token – Tollgate');
});

// @spec B036 B038 B040 B046 B047 B049
test.each([
  ['/detail', 'logs'],
  ['/midjourney', 'logs'],
  ['/task', 'logs'],
  ['/chat/0', 'playground'],
  ['/chat', 'playground'],
  ['/chat2link', 'playground'],
])('a signed-in user opens %s', async (url, area) => {
  visit({ url, user: ada });
  expect(await screen.findByRole('heading', { name: `Area ${area}` })).toBeTruthy();
  expect(address()).toBe(url);
});

// @spec B008
test('a user without the role sees the reason and the area is not opened', async () => {
  visit({ url: '/channel', user: ada });
  expect(await screen.findByRole('heading', { name: "You don't have access to this page" })).toBeTruthy();
  expect(screen.getByText(/for administrators\. You're signed in as ada/)).toBeTruthy();
  expect(screen.queryByText('Area channels')).toBeNull();
  expect(document.title).toBe('No access – Tollgate');
});

// @spec B005 B006 G005
test.each(['/channel', '/channel/edit/3'])('role 10 opens %s', async (url) => {
  visit({ url, user: admin });
  expect(await screen.findByRole('heading', { name: 'Area channels' })).toBeTruthy();
});

// @spec B043
test('prices are public', async () => {
  visit({ url: '/pricing' });
  expect(await screen.findByRole('heading', { name: 'Area user' })).toBeTruthy();
});

// @spec B051 B052
test('an unknown address shows "not found", also to a visitor', async () => {
  visit({ url: '/nothing/here' });
  const heading = await screen.findByRole('heading', { name: 'Page not found' });
  expect(heading).toBeTruthy();
  expect(screen.getByText("We couldn't find /nothing/here. Check the address.")).toBeTruthy();
});

// @spec E012 I001
test('an ended session redirects to the login page, which returns afterwards', async () => {
  visit({ url: '/log?model=x', user: ada });
  answer(getSelf, { code: 'not_signed_in' });
  expect(
    await screen.findByText("You're not signed in, or your session has expired. Sign in again."),
  ).toBeTruthy();
  expect(address()).toBe('/login?expired=true');
  expect(window.history.state.usr).toEqual({ from: '/log?model=x' });
  expect(localStorage.getItem('user')).toBeNull();
});

// @spec E012
test('an ended session also redirects from public pages', async () => {
  visit({ url: '/about', user: ada });
  answer(getSelf, { code: 'not_signed_in' });
  await waitFor(() => expect(address()).toBe('/login?expired=true'));
});

// @spec I011
test('a session from before the setup ends on the setup page with its own notice', async () => {
  visit({ url: '/setup', user: ada, status: { setup: false } });
  answer(getSelf, { code: 'not_signed_in' });
  expect(
    await screen.findByText("You're not signed in, or your session has expired. Sign in again"),
  ).toBeTruthy();
  expect(address()).toBe('/setup');
  expect(localStorage.getItem('user')).toBeNull();
});

// @spec B023
test.each(['/login', '/register', '/reset'])('%s is public', async (url) => {
  visit({ url });
  await screen.findByRole('heading', { level: 1, name: /Sign in|Create your|Reset/ });
  expect(address()).toBe(url);
});
