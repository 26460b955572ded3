import {
  createToken,
  deleteSelf,
  endOtherSessions,
  endSession,
  getAffCode,
  getSelf,
  listSessions,
  listTokens,
  login,
  saveUserSetting,
  transferAffQuota,
  updateSelf,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import * as accounts from '../../modules/billing/accounts.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { type MadeUser, makeUser } from '../../testing/factories.ts';

const password = 'a long enough secret';
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(async () => {
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
  await app.close();
});

const browserOf = (person: MadeUser) => createClient(app.app, app.ctx, person);
const somebody = async (username: string) => makeUser(app.ctx, { username, password });

// @spec H018 G041
test('a user changes their own names, blank fields stay, and protected fields do not change', async () => {
  const me = browserOf(await somebody('mona'));
  const before = await me.get(getSelf, {});
  const body = {
    ...before,
    username: 'monika',
    display_name: '莫妮卡',
    password: '',
    role: 100,
    quota: 9,
    group: 'vip',
  };
  const answer = await me.send('PUT', '/api/user/self', { body });
  expect(JSON.parse(answer.text)).toEqual({ success: true, message: '' });
  const after = { username: 'monika', display_name: '莫妮卡' };
  expect(await me.get(getSelf, {})).toEqual({ ...before, ...after });
  await me.get(updateSelf, { username: '', display_name: '' });
  expect(await me.get(getSelf, {})).toMatchObject(after);
});

test('a taken or invalid name is refused, and no other field of the form is stored', async () => {
  const me = browserOf(await somebody('nina'));
  const taken = await me.call(updateSelf, { username: 'user', display_name: 'Nina' });
  expect([taken.status, taken.body.code]).toEqual([200, 'username_taken']);
  expect((await me.call(updateSelf, { username: 'thirteen chars' })).body.code).toBe('invalid_input');
  expect((await me.call(updateSelf, { display_name: 'x'.repeat(21) })).body.code).toBe('invalid_input');
  expect(await me.get(getSelf, {})).toMatchObject({ username: 'nina', display_name: '' });
});

// @spec H019
test('a password changes with the old one alone and ends the other sessions at once', async () => {
  const person = await somebody('olga');
  const [here, there] = [browserOf(person), browserOf(person)];
  await there.get(getSelf, {});
  const change = (original_password?: string, next = 'another long secret') =>
    here.callLoosely(updateSelf, { password: next, original_password });

  expect((await change()).body.code).toBe('current_password_required');
  expect((await change('wrong')).body.code).toBe('current_password_wrong');
  expect((await change(password, 'password1')).body.code).toBe('password_common');
  expect((await change(password, 'short')).body.code).toBe('invalid_input');
  expect((await there.call(getSelf, {})).status).toBe(200);

  expect((await change(password)).body.success).toBe(true);
  expect((await there.call(getSelf, {})).status).toBe(401);
  expect((await here.call(getSelf, {})).status).toBe(200);
  const signIn = (secret: string) => app.as('visitor').call(login, { username: 'olga', password: secret });
  expect((await signIn(password)).body.success).toBe(false);
  expect((await signIn('another long secret')).body.success).toBe(true);
});

// @spec H019
test('an account that signed in only through a provider sets its first password without an old one', async () => {
  const me = browserOf(await makeUser(app.ctx, { username: 'paula' }));
  expect((await me.call(updateSelf, { password })).body.success).toBe(true);
  expect((await app.as('visitor').call(login, { username: 'paula', password })).body.success).toBe(true);
});

test('wrong old passwords are slowed down like a sign-in', async () => {
  const me = browserOf(await somebody('quinn'));
  const answers = [];
  for (let tries = 0; tries < 6; tries += 1) {
    answers.push(await me.call(updateSelf, { password: 'another long secret', original_password: 'wrong' }));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
});

// @spec H024 D017
test('deleting the account ends its sessions and keeps its name, and root cannot be deleted', async () => {
  const person = await somebody('rita');
  const [me, elsewhere] = [browserOf(person), browserOf(person)];
  await elsewhere.get(createToken, { name: 't' });
  const answer = await me.send('DELETE', '/api/user/self');
  expect(JSON.parse(answer.text)).toEqual({ success: true, message: '' });
  expect((await elsewhere.call(listTokens, {})).status).toBe(401);
  expect((await app.as('visitor').call(login, { username: 'rita', password })).body.code).toBe(
    'login_failed',
  );
  const root = await app.as('root').call(deleteSelf, {});
  expect([root.status, root.body.code]).toEqual([200, 'root_stays']);
});

// @spec H039
test('the invitation code is created once', async () => {
  const me = browserOf(await somebody('sara'));
  const [first, second] = await Promise.all([me.get(getAffCode, {}), me.get(getAffCode, {})]);
  expect(first).toMatch(/^\w{4}$/);
  expect(second).toBe(first);
  expect((await me.get(getSelf, {})).aff_code).toBe(first);
});

// @spec H041 F021
test('a transfer moves invitation earnings of at least one dollar and at most what there is', async () => {
  const person = await somebody('tara');
  const me = browserOf(person);
  const owner = { type: 'aff', id: person.id } as const;
  await accounts.open(app.ctx, owner, { balance: 1_200_000, kind: 'import', by: 0 });
  const move = (quota: number) => me.callLoosely(transferAffQuota, { quota });

  expect((await move(499_999)).body).toMatchObject({
    code: 'aff_transfer_too_small',
    message: 'Minimum transfer: $1.00.',
  });
  expect((await move(-500_000)).body.code).toBe('invalid_input');
  expect((await move(1_200_001)).body.code).toBe('aff_transfer_insufficient');
  const moved = await move(700_000);
  expect(JSON.parse(moved.text)).toEqual({ success: true, message: 'Earnings moved to your balance.' });
  expect(await me.get(getSelf, {})).toMatchObject({ quota: 700_000, aff_quota: 500_000 });
});

// @spec H043 D020 D022 D024 D026 D028
test('the setting is stored as JSON without the fields of the other notification type', async () => {
  const me = browserOf(await somebody('ursula'));
  const setting = async () => JSON.parse((await me.get(getSelf, {})).setting) as unknown;
  const basics = { quota_warning_threshold: 100_000, accept_unset_model_ratio_model: true };
  const hook = {
    notify_type: 'webhook',
    webhook_url: 'https://hooks.example.org/x',
    webhook_secret: 'canary-hook',
  } as const;

  const saved = await me.call(saveUserSetting, { ...basics, ...hook, notification_email: 'x@example.org' });
  expect(JSON.parse(saved.text)).toEqual({ success: true, message: 'Settings saved.' });
  const { webhook_secret: _, ...shown } = hook;
  expect(await setting()).toEqual({ ...basics, ...shown, webhook_secret_configured: true });
  await me.get(saveUserSetting, { ...basics, ...hook, webhook_secret: '' });
  expect(await setting()).toMatchObject({ webhook_secret_configured: true });
  const rows = await app.ctx.db.selectFrom('users').select('setting').execute();
  expect(JSON.stringify(rows)).not.toContain('canary-hook');

  await me.get(saveUserSetting, {
    ...basics,
    ...hook,
    notify_type: 'email',
    notification_email: 'X@example.org',
  });
  expect(await setting()).toEqual({ ...basics, notify_type: 'email', notification_email: 'x@example.org' });
});

test.each([
  [{ notify_type: 'pigeon' }, 'notify_type'],
  [{ quota_warning_threshold: 0 }, 'quota_warning_threshold'],
  [{ notify_type: 'webhook' }, 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'http://hooks.example.org' }, 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'https://a:b@hooks.example.org' }, 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'https://10.0.0.7/x' }, 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'https://2130706433/x' }, 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'https://[::1]/x' }, 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'https://hooks.internal' }, 'webhook_url'],
  [{ notification_email: 'unknown' }, 'notification_email'],
])('%j is refused at its field', async (changes, field) => {
  const input = { notify_type: 'email', quota_warning_threshold: 1, ...changes };
  const { status, body } = await app.as('user').callLoosely(saveUserSetting, input);
  expect([status, body.code, body.details.field]).toEqual([200, 'invalid_input', field]);
});

test('a user lists their own sessions without secrets and ends one or all others', async () => {
  const person = await somebody('vera');
  const [here, second, third] = [browserOf(person), browserOf(person), browserOf(person)];
  for (const browser of [here, second, third]) await browser.get(getSelf, {});
  const list = await here.get(listSessions, {});
  expect(list.map(({ current }) => current).sort()).toEqual([false, false, true]);
  expect(list[0]).toMatchObject({ ip: '127.0.0.1', user_agent: 'test' });
  for (const browser of [here, second, third])
    expect(JSON.stringify(list)).not.toContain(await browser.cookie());

  const own = (await second.get(listSessions, {})).find(({ current }) => current);
  await here.get(endSession, { id: own?.id as string });
  expect((await second.call(getSelf, {})).status).toBe(401);
  expect(await here.get(endOtherSessions, {})).toBe(1);
  expect((await third.call(getSelf, {})).status).toBe(401);
  expect((await here.call(getSelf, {})).status).toBe(200);
});

test('a session of another user is not found', async () => {
  const [mine] = await browserOf(await somebody('wanda')).get(listSessions, {});
  const answer = await app.as('root').call(endSession, { id: mine?.id as string });
  expect(answer.body.code).toBe('session_not_found');
});
