import { login, register, requestPasswordReset, saveOption, sendEmailCode } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Outbound } from '../../../net/outbound.ts';
import { makeUser } from '../../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../../testing/mail-app.ts';

const password = 'a long enough secret';
let app: MailApp;
let requests: URLSearchParams[] = [];
/** The answer of the remote server; undefined when it is not reachable. */
let verification: unknown;

beforeAll(async () => {
  app = await buildMailApp();
  await makeUser(app.ctx, { username: 'ana', password });
  await app.set({
    TurnstileSiteKey: 'site',
    TurnstileSecretKey: 'canary-secret',
    ServerAddress: 'https://gate.example.org',
  });
  await app.set({ TurnstileCheckEnabled: 'true' });
  // The remote server is Cloudflare's; its answers are those of its documentation.
  const { outbound } = app.ctx as { outbound: Outbound };
  outbound.request = async (purpose, url, { body } = {}) => {
    expect([purpose, url]).toEqual([
      'turnstile',
      'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    ]);
    requests.push(new URLSearchParams(String(body)));
    if (verification === undefined) throw new Error('away');
    return { status: 200, headers: {}, text: '', json: verification };
  };
});
afterAll(() => app.close());
beforeEach(() => {
  requests = [];
  verification = { success: true, hostname: 'gate.example.org', action: 'login' };
});

const signIn = async (turnstile?: string) =>
  (await app.as('visitor').callLoosely(login, { username: 'ana', password, turnstile: turnstile ?? '' }))
    .body;

test('signing in needs a token that Cloudflare confirms when the check is on', async () => {
  expect((await signIn()).code).toBe('turnstile_required');
  expect(requests).toEqual([]);
  expect((await signIn('token-1')).success).toBe(true);
  expect(Object.fromEntries(requests[0] ?? [])).toEqual({
    secret: 'canary-secret',
    response: 'token-1',
    remoteip: '127.0.0.1',
  });
});

test('one solved check does not allow a second try', async () => {
  await signIn('token-1');
  verification = { success: false, 'error-codes': ['timeout-or-duplicate'] };
  expect((await signIn('token-1')).code).toBe('turnstile_failed');
  expect(requests).toHaveLength(2);
});

test.each([
  ['refused', { success: false }],
  ['solved on another site', { success: true, hostname: 'evil.example', action: 'login' }],
  ['solved for another form', { success: true, hostname: 'gate.example.org', action: 'register' }],
  ['without a site', { success: true }],
  ['not an answer', 'yes'],
  ['away', undefined],
])('the check fails when the answer of Cloudflare is %s', async (_, answer) => {
  verification = answer;
  expect((await signIn('token')).code).toBe('turnstile_failed');
});

test('a widget without the name of a form is accepted', async () => {
  verification = { success: true, hostname: 'gate.example.org', action: '' };
  expect((await signIn('token')).success).toBe(true);
});

// @spec F097 H047
test('registration, codes and reset links each need their own check', async () => {
  const email = 'a@example.org';
  const visitor = app.as('visitor');
  const send = [
    ['register', (turnstile: string) => visitor.call(register, { username: 'fresh', password, turnstile })],
    ['verification', (turnstile: string) => visitor.call(sendEmailCode, { email, turnstile })],
    ['reset', (turnstile: string) => visitor.call(requestPasswordReset, { email, turnstile })],
  ] as const;
  for (const [action, call] of send) {
    expect((await call('')).body.code).toBe('turnstile_required');
    expect((await call('token')).body.code).toBe('turnstile_failed');
    verification = { success: true, hostname: 'gate.example.org', action };
    expect((await call('token')).body.success, action).toBe(true);
    verification = { success: true, hostname: 'gate.example.org', action: 'login' };
  }
});

test('the check fails when the secret is empty', async () => {
  await app.ctx.db
    .updateTable('options')
    .set({ value: '' })
    .where('key', '=', 'TurnstileSecretKey')
    .execute();
  await app.ctx.options.reload();
  expect((await signIn('token')).code).toBe('turnstile_failed');
  expect(requests).toEqual([]);
  await app.as('root').get(saveOption, { key: 'TurnstileSecretKey', value: 'canary-secret' });
});
