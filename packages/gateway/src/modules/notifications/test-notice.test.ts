import { createHmac } from 'node:crypto';
import { saveUserSetting, testUserSetting } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Outbound, RequestOptions } from '../../net/outbound.ts';
import { createClient } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';

let app: MailApp;
let calls: [string, RequestOptions][] = [];
let answer: () => number = () => 204;

beforeAll(async () => {
  app = await buildMailApp();
  const { outbound } = app.ctx as { outbound: Outbound };
  outbound.request = async (purpose, url, options = {}) => {
    expect(purpose).toBe('user_webhook');
    calls.push([url, options]);
    return { status: answer(), headers: {}, text: '', json: undefined };
  };
});
afterAll(() => app.close());
beforeEach(() => {
  calls = [];
  answer = () => 204;
});

async function somebody(email = '') {
  const user = await makeUser(app.ctx, { email });
  return { ...user, client: createClient(app.app, app.ctx, user) };
}
const basics = { quota_warning_threshold: 100_000 };
const hook = { ...basics, notify_type: 'webhook', webhook_url: 'https://hooks.example.org/x' } as const;

test('a test mail goes to the address of the account, or to the one for warnings when it is set', async () => {
  const { client, username } = await somebody('own@example.org');
  await client.get(testUserSetting, {});
  expect((await app.mailTo('own@example.org')).text).toContain(username);
  await client.get(saveUserSetting, { ...basics, notify_type: 'email', notification_email: 'n@example.org' });
  await client.get(testUserSetting, {});
  expect((await app.mailTo('n@example.org')).text).toContain(username);
});

test('a user without any address gets the error notification_address_missing', async () => {
  const { client } = await somebody();
  expect((await client.call(testUserSetting, {})).body.code).toBe('notification_address_missing');
});

test('a webhook gets a signed test', async () => {
  const { client, username } = await somebody();
  await client.get(saveUserSetting, { ...hook, webhook_secret: 'hook secret' });
  await client.get(testUserSetting, {});
  const [url, { headers = {}, body }] = calls[0] as (typeof calls)[number];
  expect(url).toBe('https://hooks.example.org/x');
  expect(JSON.parse(String(body))).toMatchObject({ type: 'test', username });
  expect(headers['x-webhook-signature']).toBe(
    createHmac('sha256', 'hook secret').update(String(body)).digest('hex'),
  );
});

test('a refused webhook is reported with its status, an unreachable one without a reason', async () => {
  const { client } = await somebody();
  await client.get(saveUserSetting, hook);
  answer = () => 410;
  const refused = await client.call(testUserSetting, {});
  expect(refused.body).toMatchObject({ code: 'webhook_status', details: { status: 410 } });
  answer = () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:443');
  };
  const silent = await client.call(testUserSetting, {});
  expect(silent.body.code).toBe('webhook_failed');
  expect(silent.text).not.toContain('10.0.0.7');
});
