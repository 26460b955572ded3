import { listNotifications, saveUserSetting } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outbound } from '../../net/outbound.ts';
import { createClient } from '../../testing/client.ts';
import { makeChannel, makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';
import { deliverWebhooks } from '../notifications/mail.ts';
import { sendEndingWarnings } from './ending-warnings.ts';
import * as models from './repository/models.ts';

let app: MailApp;
let clock = Date.UTC(2030, 0, 1, 12);
const calls: { type: string; models: object[] }[] = [];

beforeAll(async () => {
  app = await buildMailApp({ now: () => clock });
  const { outbound } = app.ctx as { outbound: Outbound };
  outbound.request = async (_, _url, { body } = {}) => {
    calls.push(JSON.parse(String(body)));
    return { status: 200, headers: {}, text: '', json: undefined };
  };
  await makeChannel(app.ctx, { models: 'ends-soon,ends-later,stays' });
  await models.saveFacts(app.ctx.db, 'ends-soon', { deprecated: '2030-01-31' });
  await models.saveFacts(app.ctx.db, 'ends-later', { deprecated: '2030-02-01' });
  await models.saveFacts(app.ctx.db, 'not-offered', { deprecated: '2030-01-02' });
  await makeUser(app.ctx, { role: 10, email: 'admin@example.org', setting: '{"language":"en"}' });
  await makeUser(app.ctx, { email: 'user@example.org' });
  const hook = {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    webhook_url: 'https://hooks.example.org',
  } as const;
  await createClient(app.app, app.ctx, app.people.root).get(saveUserSetting, hook);
});
afterAll(() => app.close());

test('administrators are warned 30 days ahead by mail and webhook, once for each model', async () => {
  expect(await Promise.all([sendEndingWarnings(app.ctx), sendEndingWarnings(app.ctx)])).toContain(1);
  const mail = await app.mailTo('admin@example.org');
  expect(mail.text).toContain('ends-soon (2030-01-31)');
  expect(mail.text).toContain('/prices?show=ending');
  expect(mail.text).not.toMatch(/ends-later|stays|not-offered/);
  const inbox = await createClient(app.app, app.ctx, app.people.root).get(listNotifications, {});
  expect(inbox).toMatchObject([{ kind: 'models_ending', link: '/prices?show=ending' }]);
  expect(inbox[0]?.text).toContain('ends-soon (2030-01-31)');
  await deliverWebhooks(app.ctx);
  await expect
    .poll(() => calls)
    .toMatchObject([{ type: 'models_ending', models: [{ model: 'ends-soon', day: '2030-01-31' }] }]);

  expect(await sendEndingWarnings(app.ctx)).toBe(0);
  // A mail that is not yet marked as sent would be sent again a day later.
  const waiting = () => app.ctx.db.selectFrom('outbox').select('id').where('topic', '=', 'mail').execute();
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
  clock += 86_400_000;
  expect(await sendEndingWarnings(app.ctx)).toBe(1);
  expect((await app.mailTo('admin@example.org', 1)).text).toContain('ends-later (2030-02-01)');
  expect(await sendEndingWarnings(app.ctx)).toBe(0);
  expect(app.mailbox.mails.filter(({ to }) => to === 'admin@example.org')).toHaveLength(2);
  expect(app.mailbox.mails.filter(({ to }) => to === 'user@example.org')).toEqual([]);
});
