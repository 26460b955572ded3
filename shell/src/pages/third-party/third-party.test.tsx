import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import {
  createOauthState,
  getSelf,
  login,
  type SiteStatus,
  signInByTelegram,
  signInByWechat,
  startSignIn,
} from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { makeStatus } from '../../testing/make-status.ts';
import { ada } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';
import { sayFromWidget } from '../../testing/widgets.ts';
import { authorizeUrl } from './authorize-url.ts';

afterEach(() => vi.restoreAllMocks());

const everything: Partial<SiteStatus> = {
  github_oauth: true,
  github_client_id: 'gh-id',
  oidc_enabled: true,
  oidc_client_id: 'oidc-id',
  oidc_authorization_endpoint: 'https://id.example/authorize?tenant=1',
  linuxdo_oauth: true,
  linuxdo_client_id: 'ld-id',
  wechat_login: true,
  wechat_qrcode: 'https://img.example/qr.png',
  telegram_oauth: true,
  telegram_bot_name: 'gate_bot',
};

function catchDeparture(): string[] {
  const gone: string[] = [];
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void gone.push(String(url)));
  return gone;
}

test('the login page shows no providers when all are off', async () => {
  visit({ url: '/login' });
  await screen.findByLabelText('Password');
  expect(screen.queryByRole('region', { name: 'Other ways to sign in' })).toBeNull();
});

// @spec C014 C015 C016 C017 C018
test('the login page shows every enabled provider', async () => {
  visit({ url: '/login', status: everything });
  const others = within(await screen.findByRole('region', { name: 'Other ways to sign in' }));
  expect(others.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Continue with GitHub',
    'Continue with OIDC',
    'Continue with LINUX DO',
    'Continue with WeChat',
  ]);
  expect(others.getByTitle('Sign in with Telegram').getAttribute('src')).toMatch(/^\/embed\/telegram\?/);
});

const status = makeStatus(everything);
const trip = { state: 'st4te', baseUrl: 'https://gate.example' };

// @spec H073
test('the GitHub link contains client and state', () => {
  const url = new URL(authorizeUrl('github', status, trip) ?? '');
  expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ client_id: 'gh-id', state: 'st4te' });
});

// @spec H074
test('the LINUX DO link contains client and state', () => {
  const url = new URL(authorizeUrl('linuxdo', status, trip) ?? '');
  expect(url.origin).toBe('https://connect.linux.do');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ client_id: 'ld-id', state: 'st4te' });
});

// @spec B060 H075 H076
test('the OIDC link requests a code and returns to /oauth/oidc', () => {
  const url = new URL(authorizeUrl('oidc', status, trip) ?? '');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: '1',
    client_id: 'oidc-id',
    redirect_uri: 'https://gate.example/oauth/oidc',
    response_type: 'code',
    scope: 'openid profile email',
    state: 'st4te',
  });
});

test.each(['', 'javascript:alert(1)', 'http://'])(
  'an OIDC address of %j is not followed',
  async (address) => {
    const gone = catchDeparture();
    visit({ url: '/login', status: { oidc_enabled: true, oidc_authorization_endpoint: address } });
    answer(startSignIn, { code: 'endpoint_not_found' });
    answer(createOauthState, 'st4te');
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with OIDC' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /Sign-in with OIDC isn't set up completely/,
    );
    expect(gone).toEqual([]);
  },
);

test('the browser goes to the address that the gateway built', async () => {
  const gone = catchDeparture();
  visit({ url: '/login?aff=Xy12', status: everything });
  answer(startSignIn, { url: 'https://id.example/authorize?state=st4te&code_challenge=c', state: 'st4te' });
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with OIDC' }));
  await waitFor(() => expect(gone).toEqual(['https://id.example/authorize?state=st4te&code_challenge=c']));
  expect(callsOf(startSignIn)).toEqual([{ provider: 'oidc', intent: 'login', aff: 'Xy12' }]);
});

// @spec H058
test('a server that builds no address gets a state request with the invite code first', async () => {
  const gone = catchDeparture();
  visit({ url: '/login?aff=Xy12', status: everything });
  answer(startSignIn, { code: 'endpoint_not_found' });
  answer(createOauthState, 'st4te');
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with GitHub' }));
  await waitFor(() => expect(gone).toHaveLength(1));
  expect(callsOf(createOauthState)).toEqual([{ aff: 'Xy12' }]);
  expect(gone[0]).toContain('state=st4te');
});

// @spec H064 J102
test('a code from WeChat signs in', async () => {
  visit({ url: '/login', status: everything });
  answer(signInByWechat, ada);
  answer(getSelf, ada);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with WeChat' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Sign in with WeChat' }));
  expect(dialog.getByRole('img', { name: /QR code/ }).getAttribute('src')).toBe('https://img.example/qr.png');
  expect(dialog.getByText(/valid for 3 minutes/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Enter the code');
  fireEvent.change(dialog.getByLabelText('Code'), { target: { value: ' 1234 ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'Area user' })).toBeTruthy();
  expect(callsOf(signInByWechat)).toEqual([{ code: '1234' }]);
});

test('a QR code that cannot be loaded shows a notice', async () => {
  visit({ url: '/login', status: everything });
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with WeChat' }));
  fireEvent.error(screen.getByRole('img', { name: /QR code/ }));
  expect(screen.getByText(/Couldn't load the QR code/)).toBeTruthy();
});

const telegram = { id: 42, first_name: 'Ada', auth_date: 1_763_640_000, hash: 'ab12' };

// @spec H070
test('the data of the Telegram widget signs in', async () => {
  visit({ url: '/login', status: everything });
  answer(signInByTelegram, ada);
  answer(getSelf, ada);
  sayFromWidget(await screen.findByTitle('Sign in with Telegram'), { kind: 'user', user: telegram });
  expect(await screen.findByRole('heading', { name: 'Area user' })).toBeTruthy();
  expect(callsOf(signInByTelegram)).toEqual([
    { id: '42', first_name: 'Ada', auth_date: '1763640000', hash: 'ab12', lang: 'en' },
  ]);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another nonce', { nonce: 'guessed' }],
  ['another window', { source: window }],
])('a message from %s is ignored', async (_, forged) => {
  visit({ url: '/login', status: everything });
  answer(signInByTelegram, ada);
  const frame = await screen.findByTitle('Sign in with Telegram');
  sayFromWidget(frame, { kind: 'user', user: telegram }, forged);
  sayFromWidget(frame, { kind: 'user', user: { id: 'x' } });
  sayFromWidget(frame, { kind: 'error' });
  expect((await screen.findByRole('alert')).textContent).toMatch(/Couldn't load/);
  expect(callsOf(signInByTelegram)).toEqual([]);
});

const checked = { turnstile_check: true, turnstile_site_key: 'site' };

// @spec C019 F012 H046
test('with the CAPTCHA on, a login waits for its token and sends it', async () => {
  visit({ url: '/login', status: checked });
  answer(login, ada);
  answer(getSelf, ada);
  fireEvent.change(await screen.findByLabelText('Username or email'), { target: { value: 'ada' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a long password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Try again in a few seconds/);
  expect(callsOf(login)).toEqual([]);
  sayFromWidget(screen.getByTitle("Verify you're human"), { kind: 'token', token: 'proof' });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(callsOf(login)).toMatchObject([{ username: 'ada', turnstile: 'proof' }]));
});

test('a CAPTCHA that cannot be loaded shows an error and can be retried', async () => {
  visit({ url: '/login', status: checked });
  sayFromWidget(await screen.findByTitle("Verify you're human"), { kind: 'error' });
  expect(screen.getByRole('alert').textContent).toMatch(/challenges.cloudflare.com/);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByTitle("Verify you're human")).toBeTruthy();
});
