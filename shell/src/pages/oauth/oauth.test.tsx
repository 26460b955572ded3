import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { getSelf, signInByOauth } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { ada } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';

afterEach(() => vi.useRealTimers());

// @spec B024 B025 B026 B027 E114 E115 H062
test.each([['github'], ['oidc'], ['linuxdo']])(
  'a return from %s signs in and opens the tokens',
  async (provider) => {
    visit({ url: `/oauth/${provider}?code=c0de&state=st4te` });
    answer(signInByOauth, ada);
    answer(getSelf, ada);
    expect(await screen.findByRole('heading', { name: 'Area user' })).toBeTruthy();
    expect(window.location.pathname).toBe('/token');
    expect(callsOf(signInByOauth)).toEqual([{ provider, code: 'c0de', state: 'st4te' }]);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: 7, username: 'ada' });
  },
);

// @spec C156
test("the page shows progress while the provider's code is exchanged", async () => {
  visit({ url: '/oauth/github?code=c0de&state=st4te' });
  answer(signInByOauth, ada, { delayMs: Number.POSITIVE_INFINITY });
  expect(await screen.findByRole('heading', { name: 'Signing in with GitHub' })).toBeTruthy();
  expect(screen.getByText('Signing you in')).toBeTruthy();
});

// @spec E111 E112
test('a signed-in user binds the provider and returns to the personal settings', async () => {
  visit({ url: '/oauth/github?code=c0de&state=st4te', user: ada });
  answer(signInByOauth, undefined);
  expect(await screen.findByText('GitHub connected.')).toBeTruthy();
  await waitFor(() => expect(window.location.pathname).toBe('/personal'));
});

// @spec E116 E117 I046
test('an error shows its reason and a return to the login page', async () => {
  visit({ url: '/oauth/oidc?code=c0de&state=st4te' });
  answer(signInByOauth, { code: 'account_banned' });
  expect((await screen.findByRole('alert')).textContent).toMatch(/This account is disabled/);
  expect(screen.getByText('Operation failed. Redirecting to the sign-in page...')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Go now' }));
  expect(await screen.findByRole('heading', { name: 'Sign in to Tollgate' })).toBeTruthy();
});

// @spec E118
test.each([
  [undefined, '/login'],
  [ada, '/personal'],
])('after a while the browser goes back by itself', async (user, path) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  visit({ url: '/oauth/github', ...(user && { user }) });
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/The callback is missing/));
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(window.location.pathname).toBe(path));
});

test('a denied consent shows a message and sends no request', async () => {
  visit({ url: '/oauth/linuxdo?error=access_denied&state=st4te' });
  answer(signInByOauth, ada);
  expect((await screen.findByRole('alert')).textContent).toMatch(/Access was denied/);
  expect(callsOf(signInByOauth)).toEqual([]);
});

test('an unknown provider is an unknown page', async () => {
  visit({ url: '/oauth/unknown?code=c0de&state=st4te' });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});
