import {
  getAffCode,
  getSelf,
  getStatus,
  listOwnLogs,
  listTokens,
  login,
  register,
  requestPasswordReset,
  saveOption,
  sendEmailCode,
} from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import type { TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';

const password = 'a long enough secret';
let app: MailApp;
beforeAll(async () => {
  app = await buildMailApp();
});
afterAll(async () => {
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
  await app.close();
});

const signUp = (input: Record<string, unknown>) =>
  app.as('visitor').callLoosely(register, { password, ...input });
const codeOf = async (input: Record<string, unknown>) => (await signUp(input)).body.code;

async function signedIn(username: string) {
  const { id } = await app.as('visitor').get(login, { username, password });
  return createClient(app.app, app.ctx, { id });
}

// @spec H047
test('a visitor registers and signs in, and registration answers plain success without a session', async () => {
  const answer = await app.as('visitor').send('POST', '/api/user/register?turnstile=', {
    body: {
      username: 'fresh',
      password,
      password2: password,
      email: '',
      verification_code: '',
      aff_code: '',
    },
  });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { success: true, message: '' }]);
  expect(answer.headers).not.toHaveProperty('set-cookie');
  const self = await (await signedIn('fresh')).get(getSelf, {});
  expect(self).toMatchObject({
    display_name: 'fresh',
    role: 1,
    status: 1,
    group: 'default',
    email: '',
    quota: 0,
  });
});

test('a refused registration answers 200 with success false', async () => {
  const { status, body } = await signUp({ username: 'user' });
  expect([status, body.success, body.code]).toEqual([200, false, 'username_taken']);
});

// @spec F005 F007 J098
test('registration needs a name and an uncommon password of 8 to 128 characters', async () => {
  expect((await signUp({ username: '' })).body).toMatchObject({
    code: 'invalid_input',
    details: { field: 'username' },
  });
  expect((await signUp({ username: 'x', password: undefined })).body).toMatchObject({
    details: { field: 'password' },
  });
  expect((await signUp({ username: 'x', password: '1234567' })).body).toMatchObject({
    details: { field: 'password' },
  });
  expect((await signUp({ username: 'x', password: 'x'.repeat(129) })).body.code).toBe('invalid_input');
  expect(await codeOf({ username: 'x', password: 'BaseBall' })).toBe('password_common');
  expect(await codeOf({ username: 'x', password2: 'another one' })).toBe('passwords_differ');
});

test.each(['a name of 13c', 'a@b.example', 'two words', 'bell\u0007', 'x'.repeat(13)])(
  'registration refuses an ambiguous name: %j',
  async (username) => {
    expect(await codeOf({ username })).toBe('invalid_input');
  },
);

test('registration ignores additional fields', async () => {
  const extra = { role: 100, status: 2, quota: 5, group: 'vip', inviter_id: 1, aff_quota: 5, id: 999 };
  await signUp({ username: 'modest', ...extra });
  const self = await (await signedIn('modest')).get(getSelf, {});
  expect(self).toMatchObject({ role: 1, status: 1, quota: 0, group: 'default', inviter_id: 0, aff_quota: 0 });
  expect(self.id).not.toBe(999);
});

test('the name of a deleted user stays taken', async () => {
  await makeUser(app.ctx, { username: 'gone', deleted_at: 1 });
  expect(await codeOf({ username: 'gone' })).toBe('username_taken');
});

describe('switches', () => {
  const off = async (key: string, value: string, code: string) => {
    await app.set({ [key]: value });
    expect(await codeOf({ username: 'late' })).toBe(code);
    await app.set({ [key]: value === 'true' ? 'false' : 'true' });
  };
  test('close registration', () => off('RegisterEnabled', 'false', 'register_off'));
  test('close registration by password', () =>
    off('PasswordRegisterEnabled', 'false', 'password_register_off'));
});

// @spec A015 D007
test('an invitation rewards both users in the ledger, the counters and the logs', async () => {
  await app.set({ QuotaForNewUser: '1000', QuotaForInviter: '700', QuotaForInvitee: '300' });
  const inviter = await makeUser(app.ctx, { username: 'host', password });
  const host = createClient(app.app, app.ctx, inviter);
  const aff_code = await host.get(getAffCode, {});
  await signUp({ username: 'guest', aff_code });
  await signUp({ username: 'stranger', aff_code: 'none' });

  const guest = await signedIn('guest');
  expect(await guest.get(getSelf, {})).toMatchObject({ quota: 1300, inviter_id: inviter.id });
  expect(await host.get(getSelf, {})).toMatchObject({
    quota: 0,
    aff_count: 1,
    aff_quota: 700,
    aff_history_quota: 700,
  });
  expect(await (await signedIn('stranger')).get(getSelf, {})).toMatchObject({ quota: 1000, inviter_id: 0 });
  const notes = await guest.get(listOwnLogs, { p: 1, page_size: 10 });
  expect(notes.items.map(({ type, content }) => [type, content]).sort()).toEqual([
    [4, 'Sign-up bonus (invite): $0.000600'],
    [4, 'Welcome gift for a new account: $0.002000'],
  ]);
  await app.set({ QuotaForNewUser: '0', QuotaForInviter: '0', QuotaForInvitee: '0' });
});

test('a new account gets a first token when the site enables that', async () => {
  const giving: TestApp = await buildMailApp({ environment: { GENERATE_DEFAULT_TOKEN: 'true' } });
  await giving.as('visitor').get(register, { username: 'fresh', password });
  const { id } = await giving.as('visitor').get(login, { username: 'fresh', password });
  const tokens = await createClient(giving.app, giving.ctx, { id }).get(listTokens, {});
  expect(tokens).toMatchObject([{ name: "fresh's first token", unlimited_quota: true, expired_time: -1 }]);
  await giving.close();
});

test('the status contains the switches for the pages', async () => {
  await app.as('root').get(saveOption, { key: 'EmailVerificationEnabled', value: 'true' });
  expect(await app.as('visitor').get(getStatus, {})).toMatchObject({
    email_verification: true,
    register_enabled: true,
  });
  await app.set({ EmailVerificationEnabled: 'false' });
});

test('a demo site refuses registrations and sends no mail', async () => {
  const demo = await buildMailApp();
  await demo.set({ DemoSiteEnabled: 'true' });
  const email = 'a@example.org';
  const visitor = demo.as('visitor');
  const answers = [
    await visitor.call(register, { username: 'fresh', password }),
    await visitor.call(sendEmailCode, { email }),
    await visitor.call(requestPasswordReset, { email }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([405, 405, 405]);
  await demo.close();
});
