import { listOptions, resetModelRatio, saveOption, saveOptions } from '@tollgate/contract';
import { type OptionKey, options } from '@tollgate/contract/options';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const save = async (key: string, value: string) =>
  (await app.as('root').call(saveOption, { key, value })).body;
const read = async (key: string) =>
  (await app.as('root').get(listOptions, {})).find((row) => row.key === key);

// @spec D070 D167 D168 H085
test('every option is listed as text with its default', async () => {
  const rows = await app.as('root').get(listOptions, {});
  expect(rows.map(({ key }) => key).sort()).toEqual(Object.keys(options).sort());
  expect(await read('DataExportInterval')).toEqual({ key: 'DataExportInterval', value: '5' });
  expect(await read('DataExportDefaultTime')).toEqual({ key: 'DataExportDefaultTime', value: 'hour' });
  for (const { key, value } of rows) {
    const option = options[key as OptionKey];
    if (!option.secret) expect(() => option.parse(value), key).not.toThrow();
  }
});

describe.each([
  // @spec D147
  [
    'addresses, payment and top-up',
    { ServerAddress: 'https://g.example', Price: '6.5', TopUpLink: 'https://t.example' },
  ],
  // @spec D148
  [
    'mail, sign-in and registration',
    { SMTPServer: 'smtp.example', SMTPPort: '465', RegisterEnabled: 'false' },
  ],
  // @spec D149
  [
    'branding and content',
    { SystemName: 'Gate', Logo: 'https://l.example/x.png', Notice: 'hi', Footer: '<b>f</b>' },
  ],
  // @spec D150
  ['quota, retry and display', { RetryTimes: '3', QuotaPerUnit: '1000', DisplayTokenStatEnabled: 'false' }],
  // @spec D151
  ['modes', { SelfUseModeEnabled: 'true', DemoSiteEnabled: 'false' }],
  // @spec D152
  ['drawing', { MjNotifyEnabled: 'true', MjForwardUrlEnabled: 'false' }],
  // @spec D153
  ['sensitive words', { CheckSensitiveEnabled: 'false', SensitiveWords: 'one\ntwo' }],
  // @spec D154
  ['logs and data export', { LogConsumeEnabled: 'false', DataExportInterval: '10' }],
  // @spec D155
  [
    'channel health',
    {
      ChannelDisableThreshold: '7.5',
      AutomaticDisableChannelEnabled: 'true',
      AutomaticEnableChannelEnabled: 'true',
      AutomaticDisableKeywords: 'broke',
    },
  ],
  // @spec D156
  ['quota grants', { QuotaForNewUser: '100', QuotaForInviter: '10', QuotaForInvitee: '20' }],
  // @spec D157 D164
  [
    'pricing and groups',
    { ModelRatio: '{"m":2}', ModelPrice: '{"p":0.1}', GroupRatio: '{"default":1,"vip":0.5}' },
  ],
  // @spec D158
  ['chats', { Chats: '[{"A":"https://a.example"}]' }],
  // @spec D159 F047
  ['rate limit', { ModelRequestRateLimitEnabled: 'true', ModelRequestRateLimitCount: '0' }],
  // @spec D160
  ['Gemini', { 'gemini.version_settings': '{"default":"v1"}' }],
  // @spec D161
  ['Claude', { 'claude.default_max_tokens': '{"default":4096}' }],
  // @spec D162
  ['pass-through', { 'global.pass_through_request_enabled': 'true' }],
  // @spec D163 D165 D166
  [
    'maps and lists',
    { CacheRatio: '{"m":0.5}', TopupGroupRatio: '{"vip":0.9}', EmailDomainWhitelist: 'a.example,b.example' },
  ],
])('%s', (_, values: Record<string, string>) => {
  // @spec H087
  test.each(Object.entries(values))('%s is saved, served again and applied', async (key, value) => {
    expect(await save(key, value)).toMatchObject({ success: true });
    expect(await read(key)).toEqual({ key, value });
    expect(app.ctx.options.current[key as OptionKey]).toEqual(options[key as OptionKey].parse(value));
  });
});

test.each([
  ['an unknown key', 'NoSuchOption', 'x', 'option_unknown', {}],
  ['a key of the prototype', '__proto__', 'x', 'option_unknown', {}],
  ['a word for a switch', 'RegisterEnabled', 'yes', 'option_invalid', {}],
  ['nothing for a number', 'Price', '', 'option_invalid', {}],
  ['a fraction for a whole number', 'RetryTimes', '1.5', 'option_invalid', {}],
  ['a negative quota', 'QuotaForNewUser', '-1', 'option_invalid', { reason: 'too_small' }],
  ['more than an exact number', 'QuotaForNewUser', '9007199254740993', 'option_invalid', {}],
  ['broken JSON', 'ModelRatio', '{"m":', 'option_invalid', { reason: 'not_json' }],
  ['a list for a map', 'GroupRatio', '[1]', 'option_invalid', {}],
  ['a negative ratio', 'GroupRatio', '{"default":-1}', 'option_invalid', { reason: 'too_small' }],
  ['a text for a ratio', 'ModelRatio', '{"m":"2"}', 'option_invalid', { reason: 'invalid_type', entry: 'm' }],
  ['a key in a map that reaches the prototype', 'ModelRatio', '{"__proto__":2}', 'option_invalid', {}],
  [
    'a model that is there twice',
    'ModelRatio',
    '{"m":1,"n":2, "m" :3}',
    'option_invalid',
    { reason: 'duplicate_key' },
  ],
  ['a model without a name', 'ModelPrice', '{"":1}', 'option_invalid', {}],
  ['an endless ratio', 'ModelRatio', '{"m":1e999}', 'option_invalid', {}],
  [
    'a price beyond counting',
    'ModelPrice',
    '{"m":1e15}',
    'option_invalid',
    { reason: 'too_big', limit: 1e9 },
  ],
  ['deep JSON', 'Chats', `${'['.repeat(40)}${']'.repeat(40)}`, 'option_invalid', {}],
  [
    'a chat entry with two names',
    'Chats',
    '[{"A":"https://a.example","B":"x"}]',
    'option_invalid',
    { reason: 'one_name' },
  ],
  [
    'a chat link that is a script',
    'Chats',
    '[{"A":" JavaScript:alert(1)"}]',
    'option_invalid',
    { reason: 'script' },
  ],
  // @spec F031
  [
    'a whitelist of mail addresses',
    'EmailDomainWhitelist',
    'me@example.com',
    'option_invalid',
    { reason: 'domain' },
  ],
  ['a logo that is a script', 'Logo', 'javascript:alert(1)', 'option_invalid', { reason: 'url' }],
  [
    'a logo of another site without its scheme',
    'Logo',
    '//evil.example/x.png',
    'option_invalid',
    { reason: 'url' },
  ],
  // @spec F051
  [
    'a share of thoughts above all',
    'claude.thinking_adapter_budget_tokens_percentage',
    '1.1',
    'option_invalid',
    { reason: 'too_big' },
  ],
  // @spec F044
  [
    'a negative period',
    'ModelRequestRateLimitDurationMinutes',
    '-1',
    'option_invalid',
    { reason: 'too_small' },
  ],
  // @spec F045
  [
    'a negative number of requests',
    'ModelRequestRateLimitCount',
    '-1',
    'option_invalid',
    { reason: 'too_small' },
  ],
  // @spec F050
  [
    'no successful request at all',
    'ModelRequestRateLimitSuccessCount',
    '0',
    'option_invalid',
    { reason: 'too_small' },
  ],
  // @spec D165 F029
  [
    'a top-up ratio that is no JSON',
    'TopupGroupRatio',
    'default: 1',
    'option_invalid',
    { reason: 'not_json' },
  ],
  [
    'WeChat without its server',
    'WeChatAuthEnabled',
    'true',
    'option_needs',
    { needs: 'WeChatServerAddress' },
  ],
  ['Telegram without its bot', 'TelegramOAuthEnabled', 'true', 'option_needs', { needs: 'TelegramBotToken' }],
  ['another word than offered', 'DataExportDefaultTime', 'year', 'option_invalid', {}],
  ['a script for an address', 'ServerAddress', 'javascript:alert(1)', 'option_invalid', { reason: 'url' }],
  [
    'a switch whose partner is missing',
    'GitHubOAuthEnabled',
    'true',
    'option_needs',
    { needs: 'GitHubClientId' },
  ],
  [
    'human checks without a site key',
    'TurnstileCheckEnabled',
    'true',
    'option_needs',
    { needs: 'TurnstileSiteKey' },
  ],
  ['OIDC without a client', 'oidc.enabled', 'true', 'option_needs', { needs: 'oidc.client_id' }],
] as const)('%s is refused by name and changes nothing', async (_, key, value, code, details) => {
  const before = await read(key);
  expect(await save(key, value)).toMatchObject({ success: false, code, details: { key, ...details } });
  expect(await read(key)).toEqual(before);
});

// @spec H089
test('the model ratios are reset to those of a new gateway', async () => {
  await save('ModelRatio', '{"only":3}');
  const { status, body } = await app.as('root').call(resetModelRatio, {});
  expect([status, body]).toEqual([200, { success: true, message: 'Model ratios reset.' }]);
  expect((await read('ModelRatio'))?.value).toBe(options.ModelRatio.default);
  expect(app.ctx.options.current.ModelRatio.get('gpt-4o')).toBe(1.25);
});

test('the audit log names the actor, the old and the new value of an option, and hides secrets', async () => {
  await save('SystemName', 'Before');
  await save('SystemName', 'After');
  await save('SMTPToken', 'canary-mail-password');
  const rows = await app.ctx.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(2).execute();
  expect(rows.map(({ actor_name, target }) => [actor_name, target])).toEqual([
    ['root', 'option:SMTPToken'],
    ['root', 'option:SystemName'],
  ]);
  expect([rows[1]?.before, rows[1]?.after]).toEqual(['{"SystemName":"Before"}', '{"SystemName":"After"}']);
  expect(JSON.stringify(rows)).not.toContain('canary');
  await save('SMTPToken', '');
});

test('options that are saved together are one row of the audit log, without the secrets', async () => {
  const changes = [
    { key: 'SystemName', value: 'Together' },
    { key: 'RetryTimes', value: '7' },
    { key: 'SMTPToken', value: 'canary-together' },
  ];
  await app.as('root').call(saveOptions, { options: changes });
  const rows = await app.ctx.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute();
  expect(rows[0]).toMatchObject({ actor_name: 'root', action: 'option.update', target: 'options' });
  expect(JSON.parse(rows[0]?.after ?? '')).toMatchObject({ SystemName: 'Together', RetryTimes: '7' });
  expect(JSON.stringify(rows)).not.toContain('canary');
  await save('SMTPToken', '');
  await save('RetryTimes', '0');
});

// @spec F032
test('addresses are stored without trailing slash and keywords in lower case', async () => {
  await save('PayAddress', ' https://pay.example/shop/ ');
  await save('AutomaticDisableKeywords', 'Permission DENIED');
  expect((await read('PayAddress'))?.value).toBe('https://pay.example/shop');
  expect((await read('AutomaticDisableKeywords'))?.value).toBe('permission denied');
});

test('secrets are stored sealed, and only their presence is served', async () => {
  const secrets = Object.entries(options).filter(([, option]) => option.secret);
  for (const [key] of secrets) {
    expect(await read(key)).toEqual({ key, value: '', configured: false });
    expect(await save(key, `canary-${key}`)).toMatchObject({ success: true });
    expect(await read(key)).toEqual({ key, value: '', configured: true });
    expect(app.ctx.options.current[key as OptionKey]).toBe(`canary-${key}`);
  }
  const rows = await app.ctx.db.selectFrom('options').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('canary-');
  expect(secrets.map(([key]) => key)).toContain('oidc.client_secret');
});

test('a long list is compressed when the caller accepts it', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const answer = await app.as('root').send('GET', '/api/option/', { headers });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect((await app.as('root').send('GET', '/api/option/')).headers).not.toHaveProperty('content-encoding');
});

test('another process reads a saved option within a second', async () => {
  const other = await buildTestAppOnSameData();
  await save('SystemName', 'Seen by all');
  await expect.poll(() => other.ctx.options.current.SystemName, { timeout: 2000 }).toBe('Seen by all');
  await other.close();
});

async function buildTestAppOnSameData() {
  const database = { options: { dataDir: app.dataDir }, dispose: async () => {} };
  return buildTestApp({ database, setUp: false });
}
