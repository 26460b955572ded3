import { listOptions, saveOption, saveUserSetting } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replace } from '../../modules/identity/credentials/access-tokens.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeToken, makeUser } from '../../testing/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const options = async () => new Map((await app.as('root').get(listOptions, {})).map((row) => [row.key, row]));

test.each([
  ['SMTPAccount', 'SMTPFrom', 'SMTPToken'],
  ['GitHubClientSecret', 'LinuxDOClientSecret', 'WeChatAccountQRCodeImageURL'],
  ['WeChatServerToken', 'TurnstileSecretKey', 'TelegramBotToken'],
  ['WorkerValidKey', 'CustomCallbackAddress', 'EpayKey'],
])('fields that a page left empty are saved, and no secret is erased (%s, %s, %s)', async (...keys) => {
  const root = app.as('root');
  const before = await options();
  const secrets = keys.filter((key) => before.get(key)?.configured !== undefined);
  for (const key of secrets) await root.call(saveOption, { key, value: 'kept-secret-1' });
  for (const key of keys) {
    for (const body of [{ key }, { key, value: null }]) {
      const { body: answer } = await root.callLoosely(saveOption, body);
      expect(answer).toMatchObject({ success: true });
    }
  }
  const after = await options();
  for (const key of secrets) expect(after.get(key)?.configured).toBe(true);
  for (const key of keys.filter((each) => !secrets.includes(each))) expect(after.get(key)?.value).toBe('');
});

test('an absent text empties an option that has one', async () => {
  const root = app.as('root');
  await root.call(saveOption, { key: 'SMTPAccount', value: 'me@x.test' });
  await root.callLoosely(saveOption, { key: 'SMTPAccount' });
  expect((await options()).get('SMTPAccount')?.value).toBe('');
});

test('programs may send JSON under any type, and browsers may not', async () => {
  const person = await makeUser(app.ctx, { username: 'scripted', password: 'correct-horse-9' });
  const types = ['application/x-www-form-urlencoded', 'text/plain'];
  const url = await app.listen();
  for (const type of types) {
    const body = JSON.stringify({ username: 'scripted', password: 'correct-horse-9' });
    const login = (headers: Record<string, string>) =>
      fetch(`${url}/api/user/login`, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
    expect(await (await login({})).json()).toMatchObject({ success: true });
    expect(await (await login({ cookie: 'session=x' })).json()).toMatchObject({ code: 'json_type_required' });
    expect(await (await login({ origin: 'https://evil.test' })).json()).toMatchObject({ success: false });
  }
  const token = await replace(app.ctx, person.id, { name: '', expiresAt: null });
  const answer = await fetch(`${url}/api/token/`, {
    method: 'POST',
    headers: { authorization: token, 'new-api-user': String(person.id), 'content-type': 'text/plain' },
    body: '{"name":"by script"}',
  });
  expect(await answer.json()).toMatchObject({ success: true });
});

test('a webhook over plain http is refused for its scheme', async () => {
  const setting = {
    notify_type: 'webhook',
    quota_warning_threshold: 5,
    webhook_url: 'http://example.com/hook',
  };
  const { body } = await app.as('user').callLoosely(saveUserSetting, setting);
  expect(body).toMatchObject({ success: false, details: { field: 'webhook_url', reason: 'https' } });
  expect(body.message).toContain('https://');
});

test('logs are not deleted without a time', async () => {
  const { body } = await app.as('admin').send('DELETE', '/api/log/?target_timestamp=0');
  expect(body).toMatchObject({ success: false, code: 'invalid_input' });
});

test('a repeated query parameter counts as it is written first', async () => {
  const person = await makeUser(app.ctx, { username: 'paging' });
  for (const name of ['one', 'two', 'three']) await makeToken(app.ctx, person, { name });
  const accessToken = await replace(app.ctx, person.id, { name: '', expiresAt: null });
  const headers = { authorization: accessToken, 'new-api-user': String(person.id) };
  const { body } = await app.as('visitor').send('GET', '/api/token/?p=0&size=2&p=1&size=1', { headers });
  expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual(['three', 'two']);
});
