import {
  createAccessToken,
  deleteSelf,
  getAccessToken,
  getSelf,
  login,
  manageUser,
  resetPassword,
  revokeAccessToken,
  updateSelf,
  updateUser,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../testing/client.ts';
import { type MadeUser, makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';

const password = 'a long enough secret';
const newPassword = 'another long secret';
const YEAR_SECONDS = 365 * 24 * 3600;
let app: MailApp;
let clock = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  app = await buildMailApp({ now: () => clock });
  await app.set({ ServerAddress: 'https://gate.example.org/' });
});
afterAll(() => app.close());

const nowSeconds = () => Math.floor(clock / 1000);

/** A user with a session, a system access token, and a program that uses it. */
async function makeHolder(traits: Parameters<typeof makeUser>[1] = {}, draft = {}) {
  const person = await makeUser(app.ctx, { password, ...traits });
  const browser = createClient(app.app, app.ctx, person);
  const token = await browser.get(createAccessToken, draft);
  return { person, browser, token, program: clientWith(token, person) };
}

function clientWith(token: string, { id }: MadeUser) {
  const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(id) };
  return (method: 'GET' | 'DELETE' = 'GET', path = '/api/user/self') =>
    app.as('visitor').send(method, path, { headers });
}

type Holder = Awaited<ReturnType<typeof makeHolder>>;
const manage = (action: 'disable' | 'promote' | 'demote' | 'delete') => (holder: Holder) =>
  app.as('root').get(manageUser, { id: holder.person.id, action });

async function resetByMail({ person }: Holder) {
  const email = `${person.username}@example.org`;
  await app.ctx.db.updateTable('users').set({ email }).where('id', '=', person.id).execute();
  await app.as('visitor').send('GET', `/api/reset_password?email=${email}`);
  const { text } = await app.mailTo(email, 0);
  const token = new URL(/https:\S+/.exec(text)?.[0] as string).searchParams.get('token') as string;
  await app.as('visitor').get(resetPassword, { email, token });
}

const endings: [what: string, end: (holder: Holder) => Promise<unknown>, traits?: object][] = [
  [
    'changes the password',
    ({ browser }) => browser.get(updateSelf, { password: newPassword, original_password: password }),
  ],
  ['resets the password by mail', resetByMail],
  [
    'gets a new password from an administrator',
    ({ person }) => app.as('admin').get(updateUser, { id: person.id, password: newPassword }),
  ],
  ['is disabled', manage('disable')],
  ['is promoted', manage('promote')],
  ['is demoted', manage('demote'), { role: 10 }],
  ['is deleted by an administrator', manage('delete')],
  ['deletes the account', ({ browser }) => browser.get(deleteSelf, {})],
];

test.each(endings)('a system access token ends when its holder %s', async (_, end, traits) => {
  const holder = await makeHolder(traits);
  expect((await holder.program()).body.success).toBe(true);
  await end(holder);
  expect((await holder.program()).body).toMatchObject({ success: false, code: 'access_token_invalid' });
});

test('a disabled account that is enabled again has no system access token', async () => {
  const holder = await makeHolder();
  await manage('disable')(holder);
  await app.as('root').get(manageUser, { id: holder.person.id, action: 'enable' });
  expect((await holder.program()).body.code).toBe('access_token_invalid');
});

test('the browser that changes the password stays signed in', async () => {
  const { browser } = await makeHolder();
  await browser.get(updateSelf, { password: newPassword, original_password: password });
  expect((await browser.call(getSelf, {})).body.success).toBe(true);
});

test('a system access token stays when its holder changes the display name or signs in again', async () => {
  const { person, browser, program } = await makeHolder();
  await browser.get(updateSelf, { display_name: 'Ana' });
  await app.as('visitor').get(login, { username: person.username, password });
  expect((await program()).body.success).toBe(true);
});

test('a system access token is shown with name, creation and expiry and without its value', async () => {
  const expires_at = nowSeconds() + YEAR_SECONDS;
  const { browser, token } = await makeHolder({}, { name: '  nightly export ', expires_at });
  const answer = await browser.call(getAccessToken, {});
  expect(answer.body.data).toEqual({
    name: 'nightly export',
    created_at: nowSeconds(),
    last_used_at: null,
    expires_at,
  });
  expect(answer.text).not.toContain(token);
});

test('the console shows no system access token to a user without one', async () => {
  const browser = createClient(app.app, app.ctx, await makeUser(app.ctx));
  expect((await browser.call(getAccessToken, {})).body).toMatchObject({ success: true, data: null });
});

test('a system access token from the call without a name has no name and never expires', async () => {
  const { person, browser } = await makeHolder();
  const { body } = await browser.send('GET', '/api/user/token');
  clock += 10 * YEAR_SECONDS * 1000;
  expect((await clientWith(body.data as string, person)()).body.success).toBe(true);
});

test('an expired system access token is refused with that reason', async () => {
  const { program } = await makeHolder({}, { expires_at: nowSeconds() + 60 });
  clock += 59_000;
  expect((await program()).body.success).toBe(true);
  clock += 1000;
  const { status, body } = await program();
  expect([status, body.code]).toEqual([200, 'access_token_expired']);
  expect(body.message).toBe('The access token has expired. Create a new one in your personal settings.');
});

test.each([
  ['in the past', () => nowSeconds()],
  ['not a time', () => 'soon' as unknown as number],
])('an expiry that is %s is refused and the old token stays', async (_, expiry) => {
  const { browser, program } = await makeHolder();
  const { body } = await browser.callLoosely(createAccessToken, { expires_at: expiry() });
  expect(body).toMatchObject({ code: 'invalid_input', details: { field: 'expires_at' } });
  expect((await program()).body.success).toBe(true);
});

test('the last use of a system access token is recorded once a minute', async () => {
  const { browser, program } = await makeHolder();
  const lastUse = async () => (await browser.get(getAccessToken, {}))?.last_used_at;
  const first = nowSeconds();
  await program();
  await expect.poll(lastUse).toBe(first);
  clock += 59_000;
  await program();
  clock += 1000;
  await program();
  await expect.poll(lastUse).toBe(first + 60);
});

test('a revoked system access token is refused, and revoking twice succeeds', async () => {
  const { browser, program } = await makeHolder();
  await browser.get(revokeAccessToken, {});
  expect((await program()).body.code).toBe('access_token_invalid');
  expect(await browser.get(getAccessToken, {})).toBeNull();
  expect((await browser.call(revokeAccessToken, {})).body.success).toBe(true);
});

test('a system access token that replaces itself keeps its expiry', async () => {
  const expires_at = nowSeconds() + 3600;
  const { person, browser, program } = await makeHolder({}, { name: 'backup', expires_at });
  const { body } = await program('GET', '/api/user/token');
  expect((await clientWith(body.data as string, person)()).body.success).toBe(true);
  expect(await browser.get(getAccessToken, {})).toMatchObject({ name: 'backup', expires_at });
});
