import { type Channel, login, type Redemption, type Token, type User } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../core/context.ts';
import { post } from '../../ledger/post.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { openBrowser, type TestBrowser } from '../../testing/browser.ts';
import { makeUser } from '../../testing/factories.ts';

/**
 * A web frontend for new-api's console API, unchanged: it sends what it read back, field by field, with its
 * own extra fields, nulls and trailing slashes. Three of its calls are refused here on purpose: a new
 * password without the old one, a binding by the Telegram widget without a state, and the setup from another
 * machine without the token. See docs/decisions/0012.
 */
const password = 'a long secret 1';
let app: TestApp;
let page: TestBrowser;

beforeAll(async () => {
  app = await buildTestApp();
  await makeUser(app.ctx, { username: 'owner', role: 100, password });
  page = openBrowser(app);
});
afterAll(() => app.close());

type Method = Parameters<TestBrowser['send']>[0];

async function sendOk<T>(method: Method, url: string, body?: unknown, message = ''): Promise<T> {
  const answer = await page.send<T>(method, url, body === undefined ? {} : { body });
  expect([answer.status, answer.body?.success, answer.body?.message], answer.text).toEqual([
    200,
    true,
    message,
  ]);
  return answer.body.data;
}

test('a frontend reads the status as a visitor, signs in and has a cookie that scripts cannot read', async () => {
  const status = await sendOk<Record<string, unknown>>('GET', '/api/status');
  expect([status.setup, status.turnstile_check]).toEqual([true, false]);
  const refused = await page.send('GET', '/api/user/self');
  expect([refused.status, refused.body.success]).toEqual([401, false]);

  const body = { username: 'owner', password };
  const answer = await page.send<User>('POST', '/api/user/login?turnstile=', { body });
  expect(String(answer.headers['set-cookie'])).toMatch(/Path=\/; HttpOnly; SameSite=Lax/);
  expect(answer.body.data).toMatchObject({
    username: 'owner',
    role: 100,
    status: 1,
    group: 'default',
    quota: 0,
  });
  page.userId = answer.body.data.id;
  expect(await sendOk('GET', '/api/user/self')).toMatchObject({
    id: page.userId,
    password: '',
    access_token: null,
  });
});

test('a frontend registers a user without an inviter, which it sends as null', async () => {
  const form = { username: 'invited-not', password, password2: password, email: '', verification_code: '' };
  await sendOk('POST', '/api/user/register?turnstile=', { ...form, aff_code: null });
  const body = { username: 'invited-not', password };
  expect((await openBrowser(app).send('POST', '/api/user/login', { body })).body.success).toBe(true);
});

test('a frontend may spell the user id header in any case', async () => {
  for (const name of ['New-API-User', 'New-Api-User', 'new-api-user']) {
    const headers = { 'new-api-user': undefined, [name]: String(page.userId) };
    expect((await page.send('GET', '/api/user/self', { headers })).status, name).toBe(200);
  }
});

test('a frontend creates, finds, sends back, disables, enables and deletes tokens', async () => {
  const form = {
    ...{ name: 'mine', remain_quota: 500_000, expired_time: -1, unlimited_quota: true },
    ...{ model_limits_enabled: false, model_limits: '', allow_ips: '', group: '' },
  };
  await sendOk('POST', '/api/token/', form);
  const [token] = await sendOk<Token[]>('GET', '/api/token/?p=0&size=10');
  expect(token?.key).toMatch(/^\w{48}$/);
  expect(await sendOk('GET', `/api/token/search?keyword=&token=sk-${token?.key}`)).toHaveLength(1);

  await spend(token?.id as number, 700_000);
  const used = await sendOk<Token>('GET', `/api/token/${token?.id}`);
  expect(used.remain_quota).toBe(-200_000);
  const edited = await sendOk<Token>('PUT', '/api/token/', { ...used, name: 'renamed' });
  expect(edited).toMatchObject({ name: 'renamed', remain_quota: -200_000, unlimited_quota: true });
  const { body } = await page.send('PUT', '/api/token/', { body: { ...used, unlimited_quota: false } });
  expect(body).toMatchObject({ code: 'invalid_input', details: { field: 'remain_quota' } });

  const blanks = {
    ...used,
    name: 'again',
    group: null,
    model_limits: null,
    allow_ips: null,
    expired_time: null,
  };
  expect(await sendOk<Token>('PUT', '/api/token/', blanks)).toMatchObject({
    name: 'again',
    expired_time: -1,
  });
  const nameless = await page.send('PUT', '/api/token/', { body: { ...used, id: null } });
  expect(nameless.body).toMatchObject({ code: 'invalid_input', details: { field: 'id' } });

  const url = '/api/token/?status_only=true';
  expect(await sendOk('PUT', url, { id: used.id, status: 2 })).toMatchObject({ status: 2, name: 'again' });
  expect(await sendOk('PUT', url, { id: used.id, status: 1 })).toMatchObject({ status: 1 });
  await sendOk('DELETE', `/api/token/${used.id}/`);
  expect(await sendOk('GET', '/api/token/?p=0&size=100')).toEqual([]);
});

test('a frontend creates channels with unknown fields, copies them, and edits them whole or by one field', async () => {
  const form = {
    ...{
      name: 'one',
      type: 1,
      key: 'sk-canary-1',
      openai_organization: '',
      max_input_tokens: 0,
      base_url: '',
    },
    ...{ other: '', model_mapping: '', status_code_mapping: '', models: 'gpt-4o', groups: ['default'] },
    ...{ auto_ban: 1, test_model: '', priority: 0, weight: 0, tag: '', group: 'default' },
  };
  await sendOk('POST', '/api/channel/', form);
  const [row] = await sendOk<Channel[]>('GET', '/api/channel/?p=0&page_size=10&id_sort=false&tag_mode=false');
  const copy = {
    ...row,
    id: undefined,
    key: String(row?.id),
    name: 'one_copy',
    created_time: null,
    balance: 0,
    used_quota: 0,
  };
  await sendOk('POST', '/api/channel/', copy);
  const found = await sendOk<Channel[]>(
    'GET',
    '/api/channel/search?keyword=one_copy&group=&model=&id_sort=true',
  );
  expect(found).toMatchObject([{ name: 'one_copy', models: 'gpt-4o', key: '', type: 1 }]);

  const read = await sendOk<Channel>('GET', `/api/channel/${row?.id}`);
  await sendOk('PUT', '/api/channel/', { ...read, groups: ['default'], models: 'gpt-4o,gpt-4', auto_ban: 0 });
  await sendOk('PUT', '/api/channel/', { id: row?.id, priority: 7 });
  await sendOk('PUT', '/api/channel/', { id: row?.id, weight: 2 });
  const blank = { name: '', type: 0, models: '', group: '', status: 0, other: '' };
  expect(await sendOk('PUT', '/api/channel/', { id: row?.id, ...blank })).toMatchObject({
    ...{
      name: 'one',
      type: 1,
      models: 'gpt-4o,gpt-4',
      group: 'default',
      status: 1,
      auto_ban: 0,
      priority: 7,
      weight: 2,
    },
  });
  await sendOk('DELETE', `/api/channel/${found[0]?.id}/`);
});

test("a frontend sends codes, users and its user's settings back with one change", async () => {
  await sendOk('POST', '/api/redemption/', { name: '$0.20', quota: 100_000, count: 1 });
  const { items } = await sendOk<{ items: Redemption[] }>('GET', '/api/redemption/?p=0&page_size=10');
  const code = items[0] as Redemption;
  await sendOk('PUT', '/api/redemption/', { ...code, id: code.id, name: 'gift', quota: 100_001 });
  await sendOk('PUT', '/api/redemption/?status_only=true', { id: code.id, status: 2 });
  await sendOk('PUT', '/api/redemption/?status_only=true', { id: code.id, status: 1 });
  expect(await sendOk('POST', '/api/user/topup', { key: code.key })).toBe(100_001);

  const { id } = await makeUser(app.ctx, { username: 'guest' });
  const user = await sendOk<User>('GET', `/api/user/${id}`);
  await sendOk('PUT', '/api/user/', { ...user, id, display_name: 'Guest', password: '', quota: 12 });
  expect(await sendOk('GET', `/api/user/${id}`)).toMatchObject({
    display_name: 'Guest',
    quota: 12,
    group: 'default',
  });
  const { items: users } = await sendOk<{ items: User[] }>('GET', '/api/user/?p=0&page_size=10');
  expect(users[0]).toMatchObject({ id, quota: 12 });

  const setting = { notify_type: 'email', quota_warning_threshold: 100_000, notification_email: '' };
  const sent = { ...setting, webhook_url: '', webhook_secret: '', accept_unset_model_ratio_model: true };
  await sendOk('PUT', '/api/user/setting', sent, 'Settings saved.');
  const self = await sendOk<User>('GET', '/api/user/self');
  expect(JSON.parse(self.setting)).toMatchObject({
    notify_type: 'email',
    accept_unset_model_ratio_model: true,
  });
});

test('a frontend saves options again one by one and all at once', async () => {
  const rows = await sendOk<{ key: string; value: string }[]>('GET', '/api/option/');
  const maps = [
    'ModelRatio',
    'GroupRatio',
    'UserUsableGroups',
    'CompletionRatio',
    'ModelPrice',
    'CacheRatio',
    'TopupGroupRatio',
    'Chats',
  ];
  for (const key of maps)
    expect(() => JSON.parse(rows.find((row) => row.key === key)?.value ?? ''), key).not.toThrow();
  const saved = await Promise.all(
    rows
      .filter(({ value }) => value !== '')
      .map(({ key, value }) => page.send('PUT', '/api/option/', { body: { key, value } })),
  );
  expect(saved.filter(({ body }) => !body.success).map(({ text }) => text)).toEqual([]);
});

test('a frontend gets empty lists as lists', async () => {
  for (const url of [
    ...[
      '/api/mj/?p=0',
      '/api/mj/self/?p=0',
      '/api/task/?p=0',
      '/api/task/self?p=0',
      '/api/data/',
      '/api/data/self/',
    ],
    ...[
      '/api/channel/?p=99&page_size=10',
      '/api/token/?p=99&size=10',
      '/api/log/search?keyword=x',
      '/api/user/models',
    ],
  ]) {
    expect(Array.isArray(await sendOk('GET', url)), url).toBe(true);
  }
});

test('a new password without the old one is refused with an instruction in the language of the page', async () => {
  const headers = { 'accept-language': 'zh-CN' };
  const body = { password: 'another long secret', username: '', display_name: '' };
  const bare = await page.send('PUT', '/api/user/self', { body, headers });
  expect([bare.status, bare.body.success, bare.body.code]).toEqual([200, false, 'current_password_required']);
  expect(bare.body.message).toContain('忘记密码');
  await sendOk('PUT', '/api/user/self', { ...body, password, original_password: password });
});

test('a frontend signs out, and the next call answers 401', async () => {
  await sendOk('GET', '/api/user/logout');
  expect((await page.send('GET', '/api/user/self')).status).toBe(401);
  expect((await app.as('visitor').call(login, { username: 'owner', password })).body.success).toBe(true);
});

/** Writes the rows of a call without making one. */
async function spend(id: number, amount: number): Promise<void> {
  const account = { ownerType: 'token', ownerId: id } as const;
  await transact(app.ctx, (tx) =>
    post(tx.db, {
      ref: `spent-${id}`,
      kind: 'adjust',
      account,
      amount: -amount,
      meta: {},
      beyondFloor: true,
    }),
  );
}
