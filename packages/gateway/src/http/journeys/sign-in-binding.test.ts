import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { openBrowser, type TestBrowser } from '../../testing/browser.ts';
import { makeUser } from '../../testing/factories.ts';
import { redirectOutbound, type SignInProvider, startGithub } from '../../testing/sign-in-providers.ts';

/** Row 14 of the console API for signed-in users, and the related calls: start with an intent, and unbind. */

let app: TestApp;
let github: SignInProvider;
let clock = Date.now();
let counter = 0;

beforeAll(async () => {
  app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.0/8' }, now: () => clock });
  github = await startGithub();
  redirectOutbound(app.ctx, { 'https://github.com': github.url, 'https://api.github.com': github.url });
  await save('GitHubClientId', github.client.id);
  await save('GitHubClientSecret', github.client.secret);
  await save('GitHubOAuthEnabled', 'true');
});
afterAll(() => Promise.all([app.close(), github.close()]));

const save = (key: string, value: string) =>
  app.as('root').send('PUT', '/api/option/', { body: { key, value } });

/** A GitHub user who has no account here yet. */
function stranger() {
  counter += 1;
  return { id: 1000 + counter, login: `login-${counter}` };
}

async function someone(): Promise<TestBrowser> {
  const password = 'correct horse';
  const { id, username } = await makeUser(app.ctx, { password });
  const browser = openBrowser(app);
  await browser.send('POST', '/api/user/login', { body: { username, password } });
  browser.userId = id;
  return browser;
}

async function leave(browser: TestBrowser, person: object, intent: 'login' | 'bind') {
  const { body } = await browser.send<{ url: string }>('POST', '/api/oauth/github/start', {
    body: { intent },
  });
  return github.agree(body.data.url, { ...person });
}

async function bind(browser: TestBrowser, person: object) {
  return browser.send('GET', `/api/oauth/github?${await leave(browser, person, 'bind')}`);
}

async function signIn(person: object) {
  const browser = openBrowser(app);
  const answer = await browser.signIn('GET', `/api/oauth/github?${await leave(browser, person, 'login')}`);
  return { browser, answer };
}

const self = async (browser: TestBrowser) =>
  (await browser.send<{ id: number; github_id: string }>('GET', '/api/user/self')).body.data;
const unbind = (browser: TestBrowser) => browser.send('DELETE', '/api/oauth/github/bind');

// @spec E111 E113
test('a signed-in user who starts a binding is answered with bind, keeps the session and signs in by it later', async () => {
  const browser = await someone();
  const session = browser.cookies.get('sid');
  const person = stranger();
  const answer = await bind(browser, person);
  expect(answer.body).toEqual({ success: true, message: 'bind' });
  expect(browser.cookies.get('sid')).toBe(session);
  expect((await self(browser)).github_id).toBe(person.login);
  expect((await signIn(person)).answer.body.data.id).toBe(browser.userId);
  expect((await bind(browser, person)).body.success).toBe(true);
});

test('a page that builds the address itself binds for a signed-in user', async () => {
  const browser = await someone();
  const { body } = await browser.send<string>('GET', '/api/oauth/state');
  const url = `https://github.com/?client_id=${github.client.id}&state=${body.data}`;
  const answer = await browser.send('GET', `/api/oauth/github?${github.agree(url, stranger())}`);
  expect(answer.body).toEqual({ success: true, message: 'bind' });
});

test('an identity of another user is refused and stays with that user', async () => {
  const person = stranger();
  const owner = (await signIn(person)).answer.body.data.id;
  const browser = await someone();
  const { body } = await bind(browser, person);
  expect(body).toMatchObject({ success: false, code: 'identity_taken', details: { provider: 'GitHub' } });
  expect((await self(browser)).github_id).toBe('');
  expect((await signIn(person)).answer.body.data.id).toBe(owner);
});

test('a binding that one user started cannot be finished by the next user of the browser or by a visitor', async () => {
  const browser = await someone();
  const forNext = await leave(browser, stranger(), 'bind');
  const forVisitor = await leave(browser, stranger(), 'bind');
  const other = await someone();
  browser.cookies.set('sid', other.cookies.get('sid') as string);
  browser.userId = other.userId;
  expect((await browser.send('GET', `/api/oauth/github?${forNext}`)).body.code).toBe('sign_in_state_wrong');
  browser.cookies.delete('sid');
  expect((await browser.send('GET', `/api/oauth/github?${forVisitor}`)).body.code).toBe(
    'sign_in_state_wrong',
  );
  expect((await self(other)).github_id).toBe('');
});

test('a visitor, a page of another user and an access token cannot start a binding', async () => {
  const start = (browser: TestBrowser, headers: Record<string, string> = {}) =>
    browser.send('POST', '/api/oauth/github/start', { body: { intent: 'bind' }, headers });
  expect((await start(openBrowser(app))).status).toBe(401);
  const browser = await someone();
  expect((await start(browser, { 'new-api-user': '1' })).status).toBe(401);
  const token = await browser.send<string>('GET', '/api/user/token');
  const program = openBrowser(app);
  program.userId = browser.userId;
  expect((await start(program, { authorization: `Bearer ${token.body.data}` })).status).toBe(401);
});

test('a binding needs a new sign-in when the session is older than an hour', async () => {
  const browser = await someone();
  clock += 3_601_000;
  const starts = await browser.send('POST', '/api/oauth/github/start', { body: { intent: 'bind' } });
  expect(starts.body.code).toBe('sign_in_again');
  expect((await browser.send('GET', '/api/oauth/state')).body.code).toBe('sign_in_again');
  expect((await unbind(browser)).body.code).toBe('sign_in_again');
});

test('another identity of the same provider replaces the first, which is free again', async () => {
  const browser = await someone();
  const [first, second] = [stranger(), stranger()];
  await bind(browser, first);
  await bind(browser, second);
  expect((await self(browser)).github_id).toBe(second.login);
  expect((await signIn(first)).answer.body.data.id).not.toBe(browser.userId);
});

test('a user with a password can unbind an identity, which is free afterwards', async () => {
  const browser = await someone();
  const person = stranger();
  await bind(browser, person);
  expect((await unbind(browser)).body).toEqual({ success: true, message: '' });
  expect((await self(browser)).github_id).toBe('');
  expect((await unbind(browser)).body.code).toBe('identity_not_bound');
  expect((await signIn(person)).answer.body.data.id).not.toBe(browser.userId);
});

test('the last way to sign in cannot be unbound', async () => {
  const person = stranger();
  const { browser } = await signIn(person);
  expect((await unbind(browser)).body.code).toBe('last_sign_in');
  expect((await self(browser)).github_id).toBe(person.login);
  expect((await signIn(person)).answer.body.success).toBe(true);
});

test('a demo site signs known users in, but binds no identity and creates no account', async () => {
  const person = stranger();
  await signIn(person);
  const browser = await someone();
  const back = await leave(browser, stranger(), 'bind');
  await setDemo(true);
  try {
    expect((await browser.send('GET', `/api/oauth/github?${back}`)).body.code).toBe('demo_read_only');
    expect((await signIn(person)).answer.body.success).toBe(true);
    const before = await app.ctx.db.selectFrom('users').select('id').execute();
    expect((await signIn(stranger())).answer.body.code).toBe('demo_read_only');
    expect((await unbind(browser)).body.code).toBe('demo_read_only');
    expect(await app.ctx.db.selectFrom('users').select('id').execute()).toEqual(before);
  } finally {
    await setDemo(false);
  }
});

/** Written to the server's own database, because a demo site accepts no option. */
async function setDemo(isDemo: boolean): Promise<void> {
  const row = { key: 'DemoSiteEnabled', value: String(isDemo) };
  await app.ctx.db.deleteFrom('options').where('key', '=', row.key).execute();
  await app.ctx.db.insertInto('options').values(row).execute();
  await app.ctx.options.reload();
}
