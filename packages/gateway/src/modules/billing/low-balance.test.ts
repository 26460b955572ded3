import { createHmac } from 'node:crypto';
import { listNotifications, saveOption, saveUserSetting } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Outbound, RequestOptions } from '../../net/outbound.ts';
import { createClient } from '../../testing/client.ts';
import { type MadeUser, makeLogs, makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';
import { deliverWebhooks } from '../notifications/mail.ts';
import * as accounts from './accounts.ts';
import { sendLowBalanceWarnings, thresholdOf } from './low-balance.ts';

let app: MailApp;
let clock = Date.UTC(2026, 0, 1, 12);
let calls: [string, RequestOptions][] = [];
let status = 200;

beforeAll(async () => {
  app = await buildMailApp({ now: () => clock });
  // The remote server belongs to the user; the SSRF guard on the way to it is tested in net/.
  const { outbound } = app.ctx as { outbound: Outbound };
  outbound.request = async (purpose, url, options = {}) => {
    expect(purpose).toBe('user_webhook');
    calls.push([url, options]);
    return { status, headers: {}, text: '', json: undefined };
  };
});
afterAll(() => app.close());
beforeEach(async () => {
  calls = [];
  status = 200;
  clock += 24 * 3600_000; // users who spent in the test before get no more warnings
});

const spend = (user: MadeUser) =>
  makeLogs(app.ctx, [{ user_id: user.id, username: user.username, model_name: 'm', quota: 1 }]);
const give = (user: MadeUser, amount: number, ref: string) =>
  accounts.credit(app.ctx, { type: 'user', id: user.id }, { amount, kind: 'grant', ref });

async function hooked(threshold: number, secret?: string): Promise<MadeUser> {
  const user = await makeUser(app.ctx, { quota: 5000 });
  await createClient(app.app, app.ctx, user).get(saveUserSetting, {
    notify_type: 'webhook',
    quota_warning_threshold: threshold,
    webhook_url: 'https://hooks.example.org/tollgate',
    ...(secret && { webhook_secret: secret }),
  });
  await spend(user);
  return user;
}

test('a user gets one mail below the threshold, and another one after being above it', async () => {
  const user = await makeUser(app.ctx, { username: 'low', email: 'low@example.org', quota: 99_999 });
  const rich = await makeUser(app.ctx, { username: 'rich', email: 'rich@example.org', quota: 100_000 });
  await spend(user);
  await spend(rich);
  expect(await sendLowBalanceWarnings(app.ctx)).toBe(1);
  expect(await sendLowBalanceWarnings(app.ctx)).toBe(0);
  expect((await app.mailTo('low@example.org')).text).toContain('low');
  const inbox = () => createClient(app.app, app.ctx, user).get(listNotifications, {});
  expect(await inbox()).toMatchObject([{ kind: 'quota_warning', link: '/topup', is_read: false }]);

  await give(user, 1, 'above');
  expect(await sendLowBalanceWarnings(app.ctx)).toBe(0);
  await give(user, -1, 'below');
  expect(await sendLowBalanceWarnings(app.ctx)).toBe(1);
  await app.mailTo('low@example.org', 1);
  expect(app.mailbox.mails.map(({ to }) => to)).toEqual(['low@example.org', 'low@example.org']);
});

test('concurrent processes send one warning', async () => {
  await hooked(10_000);
  const sentCounts = await Promise.all([
    sendLowBalanceWarnings(app.ctx),
    sendLowBalanceWarnings(app.ctx),
    sendLowBalanceWarnings(app.ctx),
  ]);
  expect(sentCounts.reduce((sum, count) => sum + count)).toBe(1);
  await expect.poll(() => calls.length).toBe(1);
});

test('a webhook gets the facts, signed with its secret', async () => {
  const user = await hooked(10_000, 'hook secret');
  await sendLowBalanceWarnings(app.ctx);
  await expect.poll(() => calls.length).toBe(1);
  const [url, { method, headers = {}, body }] = calls[0] as (typeof calls)[number];
  expect([url, method]).toEqual(['https://hooks.example.org/tollgate', 'POST']);
  expect(JSON.parse(String(body))).toEqual({
    type: 'quota_warning',
    username: user.username,
    quota: 5000,
    threshold: 10_000,
    timestamp: clock / 1000,
  });
  const expected = createHmac('sha256', 'hook secret').update(String(body)).digest('hex');
  expect(headers['x-webhook-signature']).toBe(expected);
});

test('a webhook that fails is called again', async () => {
  await hooked(10_000);
  status = 500;
  await sendLowBalanceWarnings(app.ctx);
  await expect.poll(() => calls.length).toBe(1);
  const waiting = () =>
    app.ctx.db.selectFrom('outbox').select('next_at').where('topic', '=', 'webhook').execute();
  await expect.poll(waiting).toEqual([{ next_at: clock / 1000 + 5 }]);
  clock += 5000;
  status = 204;
  expect(await deliverWebhooks(app.ctx)).toBe(1);
  expect(await waiting()).toEqual([]);
});

// @spec J009
test('the threshold is 100000 without a saved setting, and 500000 in settings without a threshold', () => {
  expect(thresholdOf(app.ctx, '')).toBe(100_000);
  expect(thresholdOf(app.ctx, '{"notify_type":"email"}')).toBe(500_000);
  expect(thresholdOf(app.ctx, '{"quota_warning_threshold":7}')).toBe(7);
});

test('users without a setting of their own are warned at the threshold of the administrator', async () => {
  await app.as('root').get(saveOption, { key: 'QuotaRemindThreshold', value: '2000' });
  const user = await makeUser(app.ctx, { email: 'default@example.org', quota: 2000 });
  const own = await hooked(10_000);
  await spend(user);
  expect(await sendLowBalanceWarnings(app.ctx)).toBe(1);
  await expect.poll(() => calls.length).toBe(1);
  expect(JSON.parse(String(calls[0]?.[1].body))).toMatchObject({ username: own.username, threshold: 10_000 });
  await give(user, -1, 'below the option');
  expect(await sendLowBalanceWarnings(app.ctx)).toBe(1);
  await app.mailTo('default@example.org');
});
