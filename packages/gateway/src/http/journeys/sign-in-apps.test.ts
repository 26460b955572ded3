import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { openBrowser, type TestBrowser } from '../../testing/browser.ts';
import { makeUser } from '../../testing/factories.ts';
import {
  redirectOutbound,
  type SignInProvider,
  signTelegram,
  startLinuxdo,
  startWechatServer,
} from '../../testing/sign-in-providers.ts';
import type { FakeUpstream } from '../../testing/upstream.ts';

/** Rows 14 (LINUX DO), 15, 16 (WeChat), 18 and 19 (Telegram) of the console API. */

const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const codes = new Map<string, string>();
let app: TestApp;
let linuxdo: SignInProvider;
let wechat: FakeUpstream;
let clock = Date.now();
let counter = 0; // each test has its own Telegram user

beforeAll(async () => {
  app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.0/8' }, now: () => clock });
  linuxdo = await startLinuxdo();
  wechat = await startWechatServer('wechat-token', codes);
  redirectOutbound(app.ctx, { 'https://connect.linux.do': linuxdo.url });
  const options = {
    LinuxDOClientId: linuxdo.client.id,
    LinuxDOClientSecret: linuxdo.client.secret,
    LinuxDOOAuthEnabled: 'true',
    WeChatServerAddress: wechat.url,
    WeChatServerToken: 'wechat-token',
    WeChatAuthEnabled: 'true',
    TelegramBotToken: BOT_TOKEN,
    TelegramBotName: 'gate_bot',
    TelegramOAuthEnabled: 'true',
  };
  for (const [key, value] of Object.entries(options)) await save(key, value);
});
afterAll(() => Promise.all([app.close(), linuxdo.close(), wechat.close()]));
beforeEach(() => {
  counter += 1;
});

const save = (key: string, value: string) =>
  app.as('root').send('PUT', '/api/option/', { body: { key, value } });

/**
 * A state that an imported database may have: the switch is on but the settings that it needs are missing.
 */
async function forget(key: string): Promise<void> {
  await app.ctx.db.updateTable('options').set({ value: '' }).where('key', '=', key).execute();
  await app.ctx.options.reload();
}

async function someone(): Promise<TestBrowser> {
  const password = 'correct horse';
  const { id, username } = await makeUser(app.ctx, { password });
  const browser = openBrowser(app);
  await browser.send('POST', '/api/user/login', { body: { username, password } });
  browser.userId = id;
  return browser;
}

async function byLinuxdo(member: Record<string, unknown>) {
  const browser = openBrowser(app);
  const { body } = await browser.send<{ url: string }>('POST', '/api/oauth/linuxdo/start', { body: {} });
  return browser.signIn('GET', `/api/oauth/linuxdo?${linuxdo.agree(body.data.url, member)}`);
}

// @spec H061
test('LINUX DO signs in by the member id', async () => {
  const member = { id: 77, username: 'neo', name: 'Neo', active: true, trust_level: 2 };
  const first = await byLinuxdo(member);
  expect(first.body.data).toMatchObject({
    username: expect.stringMatching(/^linuxdo_\d+$/),
    display_name: 'Neo',
  });
  const again = await byLinuxdo({ ...member, username: 'the-one' });
  expect(again.body.data.id).toBe(first.body.data.id);
  const row = await app.ctx.db
    .selectFrom('users')
    .select('linux_do_id')
    .where('id', '=', first.body.data.id)
    .execute();
  expect(row).toEqual([{ linux_do_id: '77' }]);
});

test('LINUX DO members who are inactive or below the trust level are refused', async () => {
  await save('LinuxDOMinimumTrustLevel', '2');
  const low = await byLinuxdo({ id: 78, username: 'new', active: true, trust_level: 1 });
  expect(low.body).toMatchObject({ code: 'trust_level_low', details: { level: 1, needed: 2 } });
  expect((await byLinuxdo({ id: 79, username: 'ok', active: true, trust_level: 2 })).body.success).toBe(true);
  expect((await byLinuxdo({ id: 80, username: 'off', active: false, trust_level: 4 })).body.code).toBe(
    'sign_in_refused',
  );
  await save('LinuxDOMinimumTrustLevel', '0');
});

test('an OAuth error from LINUX DO is answered in the envelope', async () => {
  const browser = openBrowser(app);
  const { body } = await browser.send<{ state: string }>('POST', '/api/oauth/linuxdo/start', { body: {} });
  const query = `error=access_denied&error_description=no&state=${body.data.state}`;
  const answer = await browser.send('GET', `/api/oauth/linuxdo?${query}`);
  expect([answer.status, answer.body.code]).toEqual([200, 'sign_in_refused']);
});

// @spec H063
test('a code of the WeChat server signs its holder in', async () => {
  codes.set('123456', 'wx-openid-1');
  const browser = openBrowser(app);
  const first = await browser.signIn('GET', '/api/oauth/wechat?code=123456');
  expect(first.body.data).toMatchObject({
    username: expect.stringMatching(/^wechat_\d+$/),
    display_name: 'WeChat User',
  });
  expect(browser.cookies.has('sid')).toBe(true);
  codes.set('654321', 'wx-openid-1');
  const again = await openBrowser(app).signIn('GET', '/api/oauth/wechat?code=654321');
  expect(again.body.data.id).toBe(first.body.data.id);
});

test('a wrong WeChat code, an unknown WeChat user and a wrong server token sign no user in', async () => {
  const ask = async (code: string) =>
    (await openBrowser(app).send('GET', `/api/oauth/wechat?code=${code}`)).body.code;
  expect(await ask('wrong')).toBe('wechat_code_wrong');
  codes.set('empty', '');
  expect(await ask('empty')).toBe('wechat_code_wrong');
  codes.set('right', 'wx-openid-2');
  await save('WeChatServerToken', 'another');
  expect(await ask('right')).toBe('wechat_code_wrong');
  await forget('WeChatServerToken');
  expect(await ask('right')).toBe('sign_in_off');
  await save('WeChatServerToken', 'wechat-token');
});

// @spec H065
test('a WeChat code binds unless another user has the identity', async () => {
  codes.set('mine', 'wx-openid-3');
  const browser = await someone();
  expect((await browser.send('GET', '/api/oauth/wechat/bind?code=mine')).body).toEqual({
    success: true,
    message: '',
  });
  const other = await someone();
  expect((await other.send('GET', '/api/oauth/wechat/bind?code=mine')).body.code).toBe('identity_taken');
  expect((await openBrowser(app).signIn('GET', '/api/oauth/wechat?code=mine')).body.data.id).toBe(
    browser.userId,
  );
});

/** The data that the widget would send now. */
function telegram(fields: Record<string, string | number> = {}, botToken = BOT_TOKEN): URLSearchParams {
  const auth_date = Math.floor(clock / 1000);
  const person = { id: 5000 + counter, first_name: 'Ada & Söhne', username: 'ada', auth_date };
  return signTelegram(botToken, { ...person, ...fields });
}

function tamper(name: string, value: string): URLSearchParams {
  const data = telegram();
  data.set(name, value);
  return data;
}

const login = (data: URLSearchParams) => openBrowser(app).signIn('GET', `/api/oauth/telegram/login?${data}`);

async function bindTelegram(browser: TestBrowser, data: URLSearchParams) {
  return browser.send('GET', `/api/oauth/telegram/bind?${data}`);
}

// @spec H069
test('a bound Telegram user signs in, and an unbound one gets no account', async () => {
  const unknown = await login(telegram({ last_name: 'L', photo_url: 'https://t.me/i/a.jpg', lang: 'en' }));
  expect(unknown.body.code).toBe('identity_unknown');
  const browser = await someone();
  clock += 1000;
  expect((await bindTelegram(browser, telegram())).status).toBe(302);
  clock += 1000;
  const { body } = await login(telegram());
  expect(body.data.id).toBe(browser.userId);
  clock += 1000;
  const withLanguageOfThePage = telegram();
  withLanguageOfThePage.set('lang', 'zh');
  expect((await login(withLanguageOfThePage)).body.data.id).toBe(browser.userId);
});

// @spec H071
test('the widget sends the browser to the bind address with a state, and on to the settings', async () => {
  const browser = await someone();
  const started = await browser.send<{ url: string }>('POST', '/api/oauth/telegram/start', {
    body: { intent: 'bind' },
  });
  const url = new URL(started.body.data.url);
  for (const [name, value] of telegram()) url.searchParams.append(name, value);
  // A browser that Telegram's page redirected here: cookies, no user header, and cross-site.
  const headers = { 'new-api-user': undefined, 'sec-fetch-site': 'cross-site' };
  const answer = await browser.send('GET', url.pathname + url.search, { headers });
  expect([answer.status, answer.headers.location]).toEqual([302, '/personal']);
  const again = await browser.send('GET', url.pathname + url.search, { headers });
  expect([again.status, again.body.code]).toEqual([403, 'sign_in_state_wrong']);
});

test('a link with the signed data of another user binds nothing', async () => {
  const victim = await someone();
  const headers = { 'new-api-user': undefined, 'sec-fetch-site': 'cross-site' };
  const data = telegram();
  const plain = await victim.send('GET', `/api/oauth/telegram/bind?${data}`, { headers });
  const attacker = await someone();
  const started = await attacker.send<{ state: string }>('POST', '/api/oauth/telegram/start', {
    body: { intent: 'bind' },
  });
  data.set('state', started.body.data.state);
  const withState = await victim.send('GET', `/api/oauth/telegram/bind?${data}`, { headers });
  expect([plain.status, plain.body.code]).toEqual([403, 'telegram_start_missing']);
  expect(plain.body.message).toMatch(/personal settings/);
  expect([withState.status, withState.body.code]).toEqual([403, 'sign_in_state_wrong']);
});

test('a Telegram identity of another user is refused', async () => {
  await bindTelegram(await someone(), telegram());
  clock += 1000;
  expect((await bindTelegram(await someone(), telegram())).body.code).toBe('identity_taken');
});

test.each([
  ['signed by another bot', () => telegram({}, '1:other')],
  ['signed with an empty token', () => telegram({}, '')],
  ['with another id than the signed one', () => tamper('id', '1')],
  ['with a field that was not signed', () => tamper('last_name', 'x')],
  ['with a hash of another length', () => tamper('hash', 'ab')],
  ['with a hash that is none', () => tamper('hash', 'z'.repeat(64))],
  ['older than ten minutes', () => telegram({ auth_date: Math.floor(clock / 1000) - 601 })],
  ['from the future', () => telegram({ auth_date: Math.floor(clock / 1000) + 120 })],
  ['with a line break in a name', () => telegram({ first_name: 'a\nid=1' })],
])('Telegram data %s is refused', async (_, make) => {
  expect((await login(make())).body.code).toBe('telegram_data_wrong');
});

test('Telegram data is accepted once', async () => {
  const browser = await someone();
  const data = telegram();
  await bindTelegram(browser, data);
  expect((await login(data)).body.code).toBe('telegram_data_wrong');
  data.set('hash', (data.get('hash') as string).toUpperCase());
  expect((await login(data)).body.code).toBe('telegram_data_wrong');
});

test('Telegram sign-in is off without the bot token, because an empty one could be forged', async () => {
  await forget('TelegramBotToken');
  expect((await login(telegram({}, ''))).body.code).toBe('sign_in_off');
  await save('TelegramBotToken', BOT_TOKEN);
});

test('Telegram data with missing fields is an input error and no failure', async () => {
  for (const query of ['', 'id=1', 'hash=abc', 'id=x&auth_date=1&hash=a', 'id=1&id=2&auth_date=1&hash=a']) {
    const { status, body } = await openBrowser(app).send('GET', `/api/oauth/telegram/login?${query}`);
    expect([query, status, body.code]).toEqual([query, 200, 'invalid_input']);
  }
});
