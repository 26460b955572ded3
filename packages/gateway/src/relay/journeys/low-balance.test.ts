import { createHmac } from 'node:crypto';
import { saveUserSetting } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendLowBalanceWarnings } from '../../modules/billing/low-balance.ts';
import type { Outbound, RequestOptions } from '../../net/outbound.ts';
import { createClient } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';
import { type Mailbox, startMailbox } from '../../testing/mailbox.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';

let lab: RelayLab;
let mailbox: Mailbox;
const calls: [string, RequestOptions][] = [];
beforeAll(async () => {
  mailbox = await startMailbox();
  // A call costs 49: the second one crosses the threshold.
  lab = await startRelayLab({ quota: 100_060 });
  await lab.option('SMTPServer', '127.0.0.1');
  await lab.option('SMTPPort', String(mailbox.port));
  await lab.option('SMTPFrom', 'gate@example.org');
  const { outbound } = lab.ctx as { outbound: Outbound };
  // Only webhooks to the user's own server pass here, not calls of models.
  outbound.request = async (purpose, url, options = {}) => {
    expect(purpose).toBe('user_webhook');
    calls.push([url, options]);
    return { status: 200, headers: {}, text: '', json: undefined };
  };
});
afterAll(async () => {
  await lab.close();
  await mailbox.close();
});

test('a low balance is reported once by signed webhook and by mail when calls bring it below the threshold', async () => {
  await createClient(lab.app, lab.ctx, lab.payer).get(saveUserSetting, {
    notify_type: 'webhook',
    quota_warning_threshold: 100_000,
    webhook_url: 'https://hooks.example.org/low',
    webhook_secret: 'hook secret',
  });
  const mailed = await makeUser(lab.ctx, { username: 'mailed', email: 'mailed@example.org', quota: 100_060 });
  const key = await lab.token({}, mailed);
  const both = async () => {
    const headers = { authorization: `Bearer ${key}` };
    expect((await lab.chat(hello)).status).toBe(200);
    expect((await lab.chat(hello, headers)).status).toBe(200);
    await lab.booked();
    return sendLowBalanceWarnings(lab.ctx);
  };
  expect(await both()).toBe(0);
  expect(await both()).toBe(2);
  expect(await both()).toBe(0);

  await expect.poll(() => calls.length).toBe(1);
  const { headers = {}, body } = calls[0]?.[1] ?? {};
  expect(JSON.parse(String(body))).toMatchObject({ type: 'quota_warning', quota: 100_060 - 2 * 49 });
  const signature = createHmac('sha256', 'hook secret').update(String(body)).digest('hex');
  expect(headers['x-webhook-signature']).toBe(signature);
  await expect
    .poll(() => mailbox.mails.map(({ to }) => to), { timeout: 20_000 })
    .toEqual(['mailed@example.org']);
});
