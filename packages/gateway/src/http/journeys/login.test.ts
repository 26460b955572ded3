import { createAccessToken, getSelf, login, logout } from '@tollgate/contract';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeUser } from '../../testing/factories.ts';

const password = 'correct horse';
let app: TestApp;
let clock = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  app = await buildTestApp({ now: () => clock });
  await makeUser(app.ctx, { username: 'ana', email: 'ana@example.org', password, quota: 700 });
});
afterAll(() => app.close());

const signIn = (username: string, secret = password) =>
  app.as('visitor').call(login, { username, password: secret });

async function sessionOf(username: string) {
  const answer = await signIn(username);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] as string;
  return { answer, headers: { cookie, 'new-api-user': String(answer.body.data.id) } };
}

// @spec C013 H045
test('the name and the e-mail both sign in, and the answer contains no secret', async () => {
  for (const name of ['ana', 'ana@example.org', ' ana ']) {
    const { status, body, headers, text } = await signIn(name);
    expect([status, body.success]).toEqual([200, true]);
    expect(body.data).toMatchObject({ username: 'ana', role: 1, status: 1, group: 'default', password: '' });
    expect([headers['set-cookie']].flat()[0]).toMatch(
      /^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(text).not.toMatch(/argon2|correct horse/);
  }
});

test('the session cookie is bound to the host behind a proxy with TLS', async () => {
  const secure = await buildTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  await makeUser(secure.ctx, { username: 'ana', password });
  const body = { username: 'ana', password };
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
  const answer = await secure.as('visitor').send('POST', '/api/user/login', { body, headers });
  expect([answer.headers['set-cookie']].flat()[0]).toMatch(
    /^__Host-sid=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  await secure.close();
});

test('a wrong password, an unknown name and a disabled account get the same answer', async () => {
  await makeUser(app.ctx, { username: 'banned', password, status: 2 });
  const answers = await Promise.all([signIn('ana', 'wrong horse'), signIn('unknown'), signIn('banned')]);
  const seen = answers.map(({ status, body: { success, code, message, details } }) => {
    return { status, success, code, message, details };
  });
  expect(seen[0]).toMatchObject({ status: 200, success: false, code: 'login_failed' });
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

test('an imported bcrypt password works and is stored as Argon2id afterwards', async () => {
  const password_hash = await bcrypt.hash(password, 4);
  const { id } = await makeUser(app.ctx, { username: 'imported', password_hash });
  await app.ctx.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  expect((await signIn('imported', 'wrong horse')).body.success).toBe(false);
  expect((await signIn('imported')).body.success).toBe(true);
  const row = await app.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.password_hash).toMatch(/^\$argon2id\$/);
  expect((await signIn('imported')).body.success).toBe(true);
});

test('wrong passwords for one account are slowed down, and the owner signs in after the wait', async () => {
  await makeUser(app.ctx, { username: 'target', password });
  for (let tries = 0; tries < 5; tries += 1) await signIn('target', 'wrong horse');
  const refused = await signIn('target');
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  clock += 1001;
  expect((await signIn('target')).body.success).toBe(true);
});

// @spec H026
test('logout ends the session at once, on the server too', async () => {
  const { headers } = await sessionOf('ana');
  const visitor = app.as('visitor');
  expect((await visitor.send('GET', '/api/user/self', { headers })).body.success).toBe(true);
  const left = await visitor.send('GET', '/api/user/logout', { headers });
  expect(left.body.success).toBe(true);
  expect(String(left.headers['set-cookie'])).toContain('sid=;');
  expect((await visitor.send('GET', '/api/user/self', { headers })).status).toBe(401);
  expect((await app.as('visitor').call(logout, {})).body.success).toBe(true);
});

test('logout clears cached pages of the browser but neither its storage nor other cookies', async () => {
  const { headers } = await sessionOf('ana');
  const left = await app.as('visitor').send('GET', '/api/user/logout', { headers });
  expect(left.headers['clear-site-data']).toBe('"cache"');
});

test('signing in again starts a new session and ends the old one of this browser', async () => {
  const { headers } = await sessionOf('ana');
  const body = { username: 'ana', password };
  const again = await app.as('visitor').send('POST', '/api/user/login', { body, headers });
  expect(String(again.headers['set-cookie'])).not.toContain(headers.cookie);
  expect((await app.as('visitor').send('GET', '/api/user/self', { headers })).status).toBe(401);
});

// @spec D014
test('a ban, a demotion and a deletion take effect with the next request', async () => {
  const root = await makeUser(app.ctx, { username: 'shortlived', password, role: 100 });
  const { headers } = await sessionOf('shortlived');
  const ask = () => app.as('visitor').send('GET', '/api/option/', { headers });
  const set = (changes: object) =>
    app.ctx.db.updateTable('users').set(changes).where('id', '=', root.id).execute();

  expect((await ask()).body.success).toBe(true);
  await set({ role: 10 });
  expect((await ask()).body).toMatchObject({ success: false, code: 'not_allowed' });
  await set({ role: 100, status: 2 });
  expect((await ask()).body).toMatchObject({ success: false, code: 'account_banned' });
  await set({ status: 1, deleted_at: 1 });
  expect((await ask()).status).toBe(401);
});

test('a session ends after 7 idle days, and after 30 days in any case', async () => {
  const day = 24 * 3600_000;
  const { headers } = await sessionOf('ana');
  const ask = async () => (await app.as('visitor').send('GET', '/api/user/self', { headers })).status;
  for (let at = 0; at < 4; at += 1) {
    clock += 6 * day;
    expect(await ask()).toBe(200);
  }
  clock += 7 * day;
  expect(await ask()).toBe(401);

  const idle = await sessionOf('ana');
  clock += 7 * day + 1000;
  expect((await app.as('visitor').send('GET', '/api/user/self', { headers: idle.headers })).status).toBe(401);
});

// @spec H037
test('a system access token needs the user header, is stored as a hash and ends when replaced', async () => {
  const user = app.as('user');
  const token = await user.get(createAccessToken, {});
  expect(token).toMatch(/^\w{32}$/);
  const id = String(app.people.user.id);
  const ask = (headers: Record<string, string>) =>
    app.as('visitor').send('GET', '/api/user/self', { headers });

  expect((await ask({ authorization: token, 'new-api-user': id })).body.data).toMatchObject({
    username: 'user',
  });
  expect((await ask({ authorization: `Bearer ${token}`, 'new-api-user': id })).body.success).toBe(true);
  expect((await ask({ authorization: token })).body.code).toBe('user_header_missing');
  expect((await ask({ authorization: 'wrong', 'new-api-user': id })).body.code).toBe('access_token_invalid');
  const rows = await app.ctx.db.selectFrom('access_tokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);

  await user.get(createAccessToken, {});
  expect((await ask({ authorization: token, 'new-api-user': id })).body.code).toBe('access_token_invalid');
});

// @spec D001 D005 D006 D018 D019 H012
test("the user's own record has the money of the ledger and no secrets", async () => {
  const { headers, answer } = await sessionOf('ana');
  const { body, text } = await app.as('visitor').send('GET', '/api/user/self', { headers });
  expect(body.data).toMatchObject({
    id: answer.body.data.id,
    username: 'ana',
    display_name: '',
    email: 'ana@example.org',
    group: 'default',
    quota: 700,
    used_quota: 0,
    request_count: 0,
    aff_count: 0,
    aff_quota: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    github_id: '',
    oidc_id: '',
    wechat_id: '',
    telegram_id: '',
    linux_do_id: '',
    setting: '',
    DeletedAt: null,
  });
  expect(text).not.toContain('argon2');
});

// @spec D002
test('password and access token are always blank', async () => {
  const self = await app.as('user').get(getSelf, {});
  expect(self).toMatchObject({ password: '', access_token: null, verification_code: '' });
});
