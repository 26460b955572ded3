import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepSignIns } from '../../jobs/sweep-sign-ins.ts';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { openBrowser, type TestBrowser } from '../../testing/browser.ts';
import { makeUser } from '../../testing/factories.ts';
import { redirectOutbound, type SignInProvider, startGithub } from '../../testing/sign-in-providers.ts';

/** Rows 13 and 14 of the console API: `GET /api/oauth/state`, `GET /api/oauth/{github|oidc|linuxdo}`. */

let app: TestApp;
let github: SignInProvider;
let clock = Date.now();

beforeAll(async () => {
  app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.0/8' }, now: () => clock });
  github = await startGithub();
  redirectOutbound(app.ctx, { 'https://github.com': github.url, 'https://api.github.com': github.url });
  for (const [key, value] of [
    ['GitHubClientId', github.client.id],
    ['GitHubClientSecret', github.client.secret],
    ['GitHubOAuthEnabled', 'true'],
    ['QuotaForNewUser', '700'],
    ['QuotaForInviter', '50'],
  ]) {
    await app.as('root').send('PUT', '/api/option/', { body: { key, value } });
  }
});
afterAll(async () => {
  expect((await audit(app.ctx.db, app.ctx.logDb)).failures).toEqual([]);
  await Promise.all([app.close(), github.close()]);
});

const mona = { id: 583231, login: 'mona', name: 'Mona Lisa Octocat the First', email: 'mona@example.org' };

async function start(browser: TestBrowser, body: object = {}) {
  const answer = await browser.send<{ url: string }>('POST', '/api/oauth/github/start', { body });
  return answer.body.data.url;
}

async function signInAs(browser: TestBrowser, person: Record<string, unknown>) {
  const back = github.agree(await start(browser), person);
  return browser.signIn('GET', `/api/oauth/github?${back}`);
}

async function signedInWithPassword(columns: object = {}): Promise<TestBrowser> {
  const password = 'correct horse';
  const { id, username } = await makeUser(app.ctx, { ...columns, password });
  const browser = openBrowser(app);
  await browser.send('POST', '/api/user/login', { body: { username, password } });
  browser.userId = id;
  return browser;
}

const save = (key: string, value: string) =>
  app.as('root').send('PUT', '/api/option/', { body: { key, value } });

const usersOf = (column: 'github_id' | 'email', value: string) =>
  app.ctx.db.selectFrom('users').selectAll().where(column, '=', value).execute();

// @spec H059
test('the first sign-in creates an account, the second finds it, and both answer the user', async () => {
  const first = openBrowser(app);
  const { body, headers } = await signInAs(first, mona);
  expect(body).toMatchObject({ success: true, message: '' });
  expect(body.data).toMatchObject({
    username: expect.stringMatching(/^github_\d+$/),
    display_name: 'Mona Lisa Octocat th',
    role: 1,
    status: 1,
    group: 'default',
    password: '',
    access_token: null,
  });
  expect(String(headers['set-cookie'])).toMatch(/sid=[\w-]{43};.*HttpOnly; SameSite=Lax/);
  const self = await first.send<{ quota: number; github_id: string; email: string }>('GET', '/api/user/self');
  expect(self.body.data).toMatchObject({ quota: 700, github_id: 'mona', email: '' });

  const again = await signInAs(openBrowser(app), { ...mona, login: 'renamed' });
  expect(again.body.data.id).toBe(body.data.id);
});

test('a GitHub login that another user took over, or that an import brought, does not sign in to the old account', async () => {
  await signInAs(openBrowser(app), { id: 11, login: 'shortname' });
  const imported = await makeUser(app.ctx, { github_id: 'imported-login' });
  const attacker = await signInAs(openBrowser(app), { id: 12, login: 'shortname' });
  const finder = await signInAs(openBrowser(app), { id: 13, login: 'imported-login' });
  expect(await usersOf('github_id', 'shortname')).toHaveLength(2);
  expect(attacker.body.success).toBe(true);
  expect(finder.body.data.id).not.toBe(imported.id);
});

test('an e-mail equal to that of an account is neither linked nor taken over', async () => {
  const victim = await makeUser(app.ctx, { email: 'victim@example.org' });
  const { body } = await signInAs(openBrowser(app), { id: 20, login: 'x', email: 'victim@example.org' });
  expect(body.data.id).not.toBe(victim.id);
  expect((await usersOf('email', 'victim@example.org')).map(({ id }) => id)).toEqual([victim.id]);
});

test('the address of the provider contains challenge, state and return address', async () => {
  const url = new URL(await start(openBrowser(app)));
  expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: github.client.id,
    redirect_uri: 'http://gate.test/oauth/github',
    state: expect.stringMatching(/^\w{32}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

// @spec H056 H057
test('a page that builds the address itself gets a state, and the inviter is rewarded', async () => {
  const inviter = await makeUser(app.ctx, { aff_code: 'inv1' });
  const browser = openBrowser(app);
  const state = await browser.send<string>('GET', '/api/oauth/state?aff=inv1');
  expect(state.body).toEqual({ success: true, message: '', data: expect.stringMatching(/^\w{32}$/) });
  const url = `https://github.com/login/oauth/authorize?client_id=${github.client.id}&state=${state.body.data}`;
  const { body } = await browser.signIn(
    'GET',
    `/api/oauth/github?${github.agree(url, { id: 30, login: 'guest' })}`,
  );
  expect(body.success).toBe(true);
  const row = await app.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', body.data.id)
    .executeTakeFirst();
  expect(row?.inviter_id).toBe(inviter.id);
});

const wrongState = { success: false, code: 'sign_in_state_wrong' };

test('a state works once, in its own browser, before its expiry and for its own provider', async () => {
  const browser = openBrowser(app);
  const back = github.agree(await start(browser), mona);
  const stranger = openBrowser(app);
  await start(stranger); // gets its own cookie
  for (const other of [stranger, openBrowser(app)]) {
    const answer = await other.send('GET', `/api/oauth/github?${back}`);
    expect([answer.status, answer.body.code]).toEqual([403, 'sign_in_state_wrong']);
  }
  expect((await browser.signIn('GET', `/api/oauth/github?${back}`)).body.success).toBe(true);
  const again = github.agree(
    `https://github.com/?client_id=${github.client.id}&state=${back.get('state')}`,
    mona,
  );
  expect((await browser.send('GET', `/api/oauth/github?${again}`)).body).toMatchObject(wrongState);

  const late = github.agree(await start(browser), mona);
  clock += 601_000;
  expect((await browser.send('GET', `/api/oauth/github?${late}`)).body).toMatchObject(wrongState);
});

test('unfinished sign-ins are deleted', async () => {
  const count = async () => (await app.ctx.db.selectFrom('sign_in_states').selectAll().execute()).length;
  clock += 601_000;
  const browser = openBrowser(app);
  const back = github.agree(await start(browser), mona);
  await sweepSignIns.run(app.ctx);
  expect(await count()).toBe(1);
  expect((await browser.signIn('GET', `/api/oauth/github?${back}`)).body.success).toBe(true);
  expect(await count()).toBe(0);
});

test('a missing, empty or invented state is refused with 403, whatever the code', async () => {
  const browser = openBrowser(app);
  await start(browser);
  for (const query of ['code=abc', 'code=abc&state=', 'code=abc&state=invented', 'state=x', '']) {
    const answer = await browser.send('GET', `/api/oauth/github?${query}`);
    expect([query, answer.status, answer.body.success]).toEqual([query, 403, false]);
  }
});

test('a used code, a refusal of the provider and a wrong challenge get the same answer', async () => {
  const browser = openBrowser(app);
  const used = github.agree(await start(browser), mona);
  await browser.signIn('GET', `/api/oauth/github?${used}`);
  const url = new URL(await start(browser));
  const refusals = [`code=${used.get('code')}&state=${url.searchParams.get('state')}`];
  refusals.push(`error=access_denied&state=${new URL(await start(browser)).searchParams.get('state')}`);
  const swapped = new URL(await start(browser));
  swapped.searchParams.set('code_challenge', 'A'.repeat(43));
  refusals.push(String(github.agree(swapped.href, mona)));
  for (const query of refusals) {
    const { body } = await browser.send('GET', `/api/oauth/github?${query}`);
    expect(body).toMatchObject({ success: false, code: 'sign_in_refused', details: { provider: 'GitHub' } });
  }
});

test('a provider that does not answer is named without its secret', async () => {
  const browser = openBrowser(app);
  const back = github.agree(await start(browser), mona);
  const { script } = github;
  github.script = (_, response) => {
    response.destroy();
  };
  const { body, text } = await browser.send('GET', `/api/oauth/github?${back}`);
  github.script = script;
  expect(body).toMatchObject({ code: 'sign_in_unreachable', details: { provider: 'GitHub' } });
  expect(text).not.toContain(github.client.secret);
});

test('a provider is off when it is disabled or has no secret', async () => {
  const browser = openBrowser(app);
  const expectOff = async () => {
    expect((await browser.send('POST', '/api/oauth/github/start', { body: {} })).body.code).toBe(
      'sign_in_off',
    );
    expect((await browser.send('GET', '/api/oauth/github?code=a&state=b')).body.code).toBe('sign_in_off');
  };
  await save('GitHubOAuthEnabled', 'false');
  await expectOff();
  await save('GitHubOAuthEnabled', 'true');
  await loseOption('GitHubClientSecret');
  await expectOff();
  await save('GitHubClientSecret', github.client.secret);
});

test('closed registration refuses new users of a provider and signs known ones in', async () => {
  const root = app.as('root');
  await signInAs(openBrowser(app), { id: 40, login: 'member' });
  await root.send('PUT', '/api/option/', { body: { key: 'RegisterEnabled', value: 'false' } });
  expect((await signInAs(openBrowser(app), { id: 41, login: 'late' })).body.code).toBe('register_off');
  expect((await signInAs(openBrowser(app), { id: 40, login: 'member' })).body.success).toBe(true);
  expect(await usersOf('github_id', 'late')).toEqual([]);
  await root.send('PUT', '/api/option/', { body: { key: 'RegisterEnabled', value: 'true' } });
});

test('a disabled or deleted user is refused without a cookie', async () => {
  const person = { id: 50, login: 'gone' };
  const { id } = (await signInAs(openBrowser(app), person)).body.data;
  for (const [changes, code] of [
    [{ status: 2 }, 'account_banned'],
    [{ status: 1, deleted_at: 1 }, 'account_deleted'],
  ] as const) {
    await app.ctx.db.updateTable('users').set(changes).where('id', '=', id).execute();
    const browser = openBrowser(app);
    expect((await signInAs(browser, person)).body.code).toBe(code);
    expect(browser.cookies.has('sid')).toBe(false);
  }
});

test('signing in ends the former session of the browser, also when the page did not name its user', async () => {
  const browser = await signedInWithPassword();
  const before = browser.cookies.get('sid') as string;
  browser.userId = -1;
  expect((await signInAs(browser, { id: 60, login: 'second' })).body.success).toBe(true);
  const old = await openBrowser(app).send('GET', '/api/user/self', { headers: { cookie: `sid=${before}` } });
  expect(old.status).toBe(401);
});

/** The console refuses to empty a setting that a switch needs. A manually edited database may lack it. */
async function loseOption(key: string) {
  await app.ctx.db.deleteFrom('options').where('key', '=', key).execute();
  await app.ctx.options.reload();
}

test('the sign-in cookie is bound to the host behind TLS, and one that a sibling domain set is ignored', async () => {
  const secure = await buildTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
  const browser = openBrowser(secure);
  const planted = 'A'.repeat(43);
  browser.cookies.set('oauth', planted);
  const answer = await browser.send('GET', '/api/oauth/state', { headers });
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^__Host-oauth=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(String(answer.headers['set-cookie'])).not.toContain(planted);
  await secure.close();
});
