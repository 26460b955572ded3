import {
  getAbout,
  getHomePageContent,
  getNotice,
  getStatus,
  register,
  saveOption,
  siteStatus,
  testStatus,
} from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchDemo } from '../../cli/demo.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  // Some switches cannot be on without these settings.
  for (const key of ['TurnstileSecretKey', 'GitHubClientSecret', 'oidc.client_secret', 'LinuxDOClientSecret'])
    await save(key, 'status-canary-secret');
  await save('oidc.well_known', 'https://id.example/.well-known/openid-configuration');
});
afterAll(() => app.close());

const save = async (key: string, value: string) => {
  const { body, text } = await app.as('root').call(saveOption, { key, value });
  expect(body.success, text).toBe(true);
};

// @spec D032 D033 D034 D035 D038 D039 D040 D063 H001 H079
test('a visitor reads every field of the site status', async () => {
  const { body, headers } = await app.as('visitor').call(getStatus, {});
  expect(Object.keys(body.data).sort()).toEqual(Object.keys(siteStatus.shape).sort());
  expect(body).toMatchObject({ success: true, message: '' });
  expect(body.data).toMatchObject({
    system_name: 'Tollgate',
    logo: '',
    footer_html: '',
    docs_link: '',
    setup: true,
    quota_per_unit: 500_000,
    display_currency: 'USD',
    display_currency_rate: 1,
    version: expect.stringMatching(/^v\d+\.\d+\.\d+/),
  });
  expect(Math.abs(body.data.start_time - Date.now() / 1000)).toBeLessThan(600);
  expect(headers['x-oneapi-request-id']).toMatch(/^\d{23}\w{8}$/);
});

// @spec D041 D042 D043 D044 D045 D046 D047 D048 D049 D051 D050 D053 D052 D055 D054 D056 D058 D057
// @spec D060 D062 D064 D066 D067 D068
test.each([
  ['DisplayInCurrencyEnabled', 'false', 'display_in_currency', false],
  ['DefaultCollapseSidebar', 'true', 'default_collapse_sidebar', true],
  ['DataExportDefaultTime', 'week', 'data_export_default_time', 'week'],
  ['QuotaRemindThreshold', '2000', 'quota_remind_threshold', 2000],
  ['DataExportInterval', '10', 'data_export_interval', 10],
  ['DrawingEnabled', 'false', 'enable_drawing', false],
  ['TaskEnabled', 'false', 'enable_task', false],
  ['DataExportEnabled', 'false', 'enable_data_export', false],
  ['MjNotifyEnabled', 'true', 'mj_notify_enabled', true],
  ['Chats', '[{"Lobe":"https://chat.example/{key}"}]', 'chats', [{ Lobe: 'https://chat.example/{key}' }]],
  ['EmailVerificationEnabled', 'true', 'email_verification', true],
  ['TurnstileSiteKey', 'site-key', 'turnstile_site_key', 'site-key'],
  ['TurnstileCheckEnabled', 'true', 'turnstile_check', true],
  ['GitHubClientId', 'gh-id', 'github_client_id', 'gh-id'],
  ['GitHubOAuthEnabled', 'true', 'github_oauth', true],
  ['oidc.client_id', 'oidc-id', 'oidc_client_id', 'oidc-id'],
  ['oidc.enabled', 'true', 'oidc_enabled', true],
  [
    'oidc.authorization_endpoint',
    'https://id.example/auth',
    'oidc_authorization_endpoint',
    'https://id.example/auth',
  ],
  ['LinuxDOClientId', 'ld-id', 'linuxdo_client_id', 'ld-id'],
  ['LinuxDOOAuthEnabled', 'true', 'linuxdo_oauth', true],
  ['WeChatAccountQRCodeImageURL', 'https://w.example/qr.png', 'wechat_qrcode', 'https://w.example/qr.png'],
  ['TelegramBotName', 'bot', 'telegram_bot_name', 'bot'],
  ['SelfUseModeEnabled', 'true', 'self_use_mode_enabled', true],
  ['ServerAddress', 'https://gate.example', 'server_address', 'https://gate.example'],
  ['TopUpLink', 'https://shop.example', 'top_up_link', 'https://shop.example'],
  ['MinTopUp', '5', 'min_topup', 5],
] as const)('option %s = %s is shown in the status as %s', async (key, value, field, shown) => {
  await save(key, value);
  expect((await app.as('visitor').get(getStatus, {}))[field]).toEqual(shown);
});

test('the status says whether the site can send mail', async () => {
  const canMail = async () => (await app.as('visitor').get(getStatus, {})).mail_enabled;
  expect(await canMail()).toBe(false);
  await save('SMTPServer', 'mail.example');
  await save('SMTPFrom', 'gate@example.com');
  expect(await canMail()).toBe(true);
});

// @spec D059 D061 D069
test('a switch that needs another setting is shown when the setting exists', async () => {
  await save('WeChatServerAddress', 'https://wechat.example');
  await save('WeChatServerToken', 'wechat-token-canary');
  await save('WeChatAuthEnabled', 'true');
  await save('TelegramBotToken', '123:bot-token-canary');
  await save('TelegramOAuthEnabled', 'true');
  await save('PayAddress', 'https://pay.example');
  await save('EpayId', '1001');
  expect(await app.as('visitor').get(getStatus, {})).toMatchObject({ enable_online_topup: false });
  await save('EpayKey', 'epay-key-canary');
  const { body, text } = await app.as('visitor').call(getStatus, {});
  expect(body.data).toMatchObject({ wechat_login: true, telegram_oauth: true, enable_online_topup: true });
  expect(text).not.toContain('canary');
});

// @spec D036 D037
test('the first two chat links are also served under their old names', async () => {
  await save('Chats', '[{"A":"https://a.example"},{"B":"https://b.example"},{"C":"https://c.example"}]');
  expect(await app.as('visitor').get(getStatus, {})).toMatchObject({
    chat_link: 'https://a.example',
    chat_link2: 'https://b.example',
  });
  await save('Chats', '[]');
  expect(await app.as('visitor').get(getStatus, {})).toMatchObject({ chat_link: '', chat_link2: '' });
});

test('self-use mode reports registration as closed, whatever the switch says', async () => {
  await save('RegisterEnabled', 'true');
  await save('SelfUseModeEnabled', 'true');
  expect((await app.as('visitor').get(getStatus, {})).register_enabled).toBe(false);
  await save('SelfUseModeEnabled', 'false');
  expect((await app.as('visitor').get(getStatus, {})).register_enabled).toBe(true);
});

test('the health check for admins answers that the server is running', async () => {
  const { status, body } = await app.as('admin').call(testStatus, {});
  expect([status, body]).toEqual([200, { success: true, message: 'Server is running' }]);
});

test('notice, about and home page are public texts', async () => {
  await save('Notice', '# Hello');
  await save('About', 'https://about.example');
  await save('HomePageContent', '<h1>Home</h1>');
  const visitor = app.as('visitor');
  expect(await visitor.get(getNotice, {})).toBe('# Hello');
  expect(await visitor.get(getAbout, {})).toBe('https://about.example');
  expect(await visitor.get(getHomePageContent, {})).toBe('<h1>Home</h1>');
});

// @spec A032 D065
test('every write on a demo site answers 405, for root too', async () => {
  await save('TurnstileCheckEnabled', 'false');
  await save('DemoSiteEnabled', 'true');
  expect((await app.as('visitor').get(getStatus, {})).demo_site_enabled).toBe(true);
  const writes = endpoints.filter((each) => each.changes || !each.address.startsWith('GET '));
  for (const endpoint of writes.filter(({ onDemoSite }) => !onDemoSite)) {
    const answer = await app.as('root').callLoosely(endpoint, { id: 1, provider: 'github' });
    expect([answer.status, answer.body.code], endpoint.address).toEqual([405, 'demo_read_only']);
  }
  const { body } = await app.as('visitor').callLoosely(register, {});
  expect(body).toMatchObject({
    success: false,
    message: expect.stringContaining('This is a read-only demo'),
  });
  expect((await app.as('root').send('GET', '/api/option/')).body.success).toBe(true);
  expect(
    (await app.as('visitor').send('POST', '/api/user/login', { body: { username: 'x', password: 'y' } })).body
      .code,
  ).toBe('login_failed');
  const refused = await app.as('user').send('POST', '/api/token/', { body: { name: 'mine' } });
  expect([refused.status, refused.body.code]).toEqual([405, 'demo_read_only']);
  expect((await app.as('admin').send('DELETE', '/api/channel/1')).status).toBe(405);
  await switchDemo(app.ctx.db, false);
  await expect.poll(() => app.ctx.options.current.DemoSiteEnabled, { timeout: 5000 }).toBe(false);
  expect((await app.as('user').send('POST', '/api/token/', { body: { name: 'mine' } })).body.success).toBe(
    true,
  );
});
