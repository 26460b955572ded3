import {
  bindEmail,
  bindWechat,
  createAccessToken,
  deleteSelf,
  type Endpoint,
  getSelf,
  listAudit,
  unbind,
  updateSelf,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type TestClient } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';

/** A person who finds an open browser or a system access token must not be able to keep the account. */

const password = 'correct horse';
let app: MailApp;
let clock = Date.parse('2026-01-01T00:00:00Z');
beforeAll(async () => {
  app = await buildMailApp({ now: () => clock });
});
afterAll(() => app.close());

/** A user with a session of the given age, and with the given traits. */
async function signedIn(secondsAgo: number, traits: Parameters<typeof makeUser>[1] = {}) {
  const person = await makeUser(app.ctx, traits);
  const browser = createClient(app.app, app.ctx, person);
  await browser.get(getSelf, {});
  clock += secondsAgo * 1000;
  return { person, browser };
}

const doors: [what: string, endpoint: Endpoint, input: Record<string, unknown>, traits?: object][] = [
  ['another e-mail address', bindEmail, { email: 'new@example.org', code: '12345678' }],
  ['an identity at WeChat', bindWechat, { code: 'wechat-code' }],
  ['taking an identity off', unbind, { provider: 'github' }],
  ['another name', updateSelf, { username: 'renamed' }],
  ['the first password', updateSelf, { password }],
  ['the end of the account', deleteSelf, {}],
  ['an access token of an administrator', createAccessToken, {}, { role: 10 }],
];

test.each(doors)('%s needs a sign-in within the last hour', async (_, endpoint, input, traits) => {
  const { person, browser } = await signedIn(3601, traits);
  const before = await browser.get(getSelf, {});
  const { status, body } = await browser.callLoosely(endpoint, input);
  expect([status, body.success, body.code]).toEqual([200, false, 'sign_in_again']);
  expect(body.message).toMatch(/sign in again/i);
  expect(await browser.get(getSelf, {})).toEqual(before);

  const fresh = createClient(app.app, app.ctx, person);
  expect((await fresh.callLoosely(endpoint, input)).body.code).not.toBe('sign_in_again');
});

test.each(doors)('%s refuses an access token', async (_, endpoint, input, traits) => {
  const { person, browser } = await signedIn(0, traits);
  const token = await browser.get(createAccessToken, {});
  const program = createClient(app.app, app.ctx);
  const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(person.id) };
  const method = endpoint.address.split(' ')[0] as 'GET' | 'PUT' | 'DELETE';
  const path = (endpoint.address.split(' ')[1] as string).replace(':provider', 'github');
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const sent = method === 'PUT' ? { body: input, headers } : { headers };
  const { body } = await program.send(method, `${path}${query}`, sent);
  expect(body.code).toBe('sign_in_again');
});

test('an address is bound within the hour and recorded in the audit log', async () => {
  const { person, browser } = await signedIn(3500);
  await app.as('visitor').send('GET', '/api/verification?email=mine@example.org');
  const code = await app.codeFor('mine@example.org');
  expect((await browser.call(bindEmail, { email: 'mine@example.org', code })).body.success).toBe(true);
  const root = createClient(app.app, app.ctx, app.people.root);
  const { items } = await root.get(listAudit, { target: `user:${person.id}`, action: 'user.email' });
  expect(items).toHaveLength(1);
});

test('a refusal because of an old sign-in does not use up the mailed code', async () => {
  const { person, browser } = await signedIn(3601);
  await app.as('visitor').send('GET', '/api/verification?email=later@example.org');
  const code = await app.codeFor('later@example.org');
  expect((await browser.call(bindEmail, { email: 'later@example.org', code })).body.code).toBe(
    'sign_in_again',
  );
  const fresh: TestClient = createClient(app.app, app.ctx, person);
  expect((await fresh.call(bindEmail, { email: 'later@example.org', code })).body.success).toBe(true);
});

test('no new sign-in is needed with the old password, for the display name or for a user who is no administrator', async () => {
  const { browser } = await signedIn(7200, { password });
  const next = { password: 'another long secret', original_password: password };
  expect((await browser.call(updateSelf, next)).body.success).toBe(true);
  expect((await browser.call(updateSelf, { display_name: 'Ana' })).body.success).toBe(true);
  expect((await browser.call(createAccessToken, {})).body.success).toBe(true);
});
