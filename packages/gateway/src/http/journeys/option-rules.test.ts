import { listOptions, saveOption, saveOptions } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a switch needs its secret, and the secret cannot be removed while it is on', async () => {
  await save('GitHubClientId', 'id');
  expect(await save('GitHubOAuthEnabled', 'true')).toMatchObject({
    code: 'option_needs',
    details: { needs: 'GitHubClientSecret' },
  });
  await save('GitHubClientSecret', 'canary-github');
  expect(await save('GitHubOAuthEnabled', 'true')).toMatchObject({ success: true });
  const emptied = await save('GitHubClientId', '');
  expect(emptied).toMatchObject({
    code: 'option_needed',
    details: { key: 'GitHubClientId', by: 'GitHubOAuthEnabled' },
  });
  expect(emptied.message).toContain('GitHubOAuthEnabled');
  await save('GitHubOAuthEnabled', 'false');
  expect(await save('GitHubClientId', '')).toMatchObject({ success: true });
  await save('GitHubClientSecret', '');
});

test('an option is not saved over the change of somebody else', async () => {
  const put = (options: { key: string; value: string; previous?: string }[]) =>
    app.as('root').call(saveOptions, { options });
  const opened = (await read('GroupRatio'))?.value ?? '';
  const theirs = '{"default": 1, "vip": 0.8}';
  expect((await put([{ key: 'GroupRatio', value: theirs, previous: opened }])).body.success).toBe(true);
  const mine = { key: 'GroupRatio', value: '{"default": 2}', previous: opened };
  const refused = await put([{ key: 'Footer', value: 'not alone' }, mine]);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { success: false, code: 'option_changed', details: { key: 'GroupRatio' } },
  ]);
  expect(refused.body.message).toContain('save again to replace it');
  expect((await read('GroupRatio'))?.value).toBe(theirs);
  expect((await read('Footer'))?.value).toBe('');
  expect((await app.as('root').call(saveOption, mine)).status).toBe(409);
  expect((await app.as('root').call(saveOption, { ...mine, previous: theirs })).body.success).toBe(true);
});

// @spec F031
test('an e-mail whitelist takes effect only with a domain, and its names are normalized', async () => {
  await save('EmailDomainWhitelist', '');
  expect(await save('EmailDomainRestrictionEnabled', 'true')).toMatchObject({
    code: 'option_needs',
    details: { needs: 'EmailDomainWhitelist' },
  });
  await save('EmailDomainWhitelist', ' Example.com,,b.example , example.com');
  expect((await read('EmailDomainWhitelist'))?.value).toBe('example.com,b.example');
  expect(await save('EmailDomainRestrictionEnabled', 'true')).toMatchObject({ success: true });
  await save('EmailDomainRestrictionEnabled', 'false');
});

// @spec F028
test('the address of the payment service is refused without the address of the site', async () => {
  await save('PayAddress', '');
  await save('ServerAddress', '');
  expect(await save('PayAddress', 'https://pay.example')).toMatchObject({ code: 'option_needs' });
  await save('ServerAddress', 'https://g.example');
  expect(await save('PayAddress', 'https://pay.example')).toMatchObject({ success: true });
});

test('options that depend on each other are saved in one step, and one mistake refuses all', async () => {
  const together = async (texts: Record<string, string>) => {
    const sent = Object.entries(texts).map(([key, value]) => ({ key, value }));
    return (await app.as('root').call(saveOptions, { options: sent })).body;
  };
  const oidc = {
    'oidc.enabled': 'true',
    'oidc.client_id': 'id',
    'oidc.client_secret': 'canary',
    'oidc.well_known': 'https://id.example/.well-known/openid-configuration',
  };
  const broken = await together({ ...oidc, RetryTimes: 'many', About: 'new words' });
  expect(broken).toMatchObject({ code: 'option_invalid', details: { key: 'RetryTimes' } });
  expect((await read('About'))?.value).not.toBe('new words');
  expect(await together(oidc)).toEqual({ success: true, message: '' });
  expect(app.ctx.options.current['oidc.enabled']).toBe(true);
  await together({ 'oidc.enabled': 'false', 'oidc.client_id': '', 'oidc.client_secret': '' });
});
