import {
  createLimit,
  type LimitRuleDraft,
  listNotifications,
  readNotifications,
  saveUserSetting,
} from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LimitClaim } from '../../ledger/index.ts';
import { windowId } from '../../ledger/index.ts';
import type { Outbound } from '../../net/outbound.ts';
import { createClient } from '../../testing/client.ts';
import { type MadeUser, makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';
import { reservation, usageRecord } from '../../testing/records.ts';
import { deliver as deliverMails, deliverWebhooks } from '../notifications/mail.ts';
import { sendLimitWarnings } from './limit-warnings.ts';
import { windowAt } from './window-time.ts';

let app: MailApp;
let clock = Date.UTC(2026, 0, 1, 12);
let calls: { type: string; percent: number; rule: string }[] = [];
beforeAll(async () => {
  app = await buildMailApp({ now: () => clock });
  const { outbound } = app.ctx as { outbound: Outbound };
  outbound.request = async (_, _url, { body } = {}) => {
    calls.push(JSON.parse(String(body)));
    return { status: 200, headers: {}, text: '', json: undefined };
  };
});
afterAll(() => app.close());
beforeEach(async () => {
  await deliverWebhooks(app.ctx);
  calls = [];
});

test('a user is warned at each percentage once per window, and again in the next window', async () => {
  const user = await hooked();
  const rule = await limit({ name: 'mine', scope: 'user', scope_id: user.id, warn_at: [50, 90] });
  const percents = async () => {
    await sendLimitWarnings(app.ctx);
    await deliverWebhooks(app.ctx);
    return calls.map(({ percent }) => percent);
  };

  await spend(user, rule, 49);
  expect(await percents()).toEqual([]);
  await spend(user, rule, 1);
  await expect.poll(percents).toEqual([50]);
  await expect.poll(percents).toEqual([50]);
  await spend(user, rule, 45);
  await expect.poll(percents).toEqual([50, 90]);
  expect(calls[1]).toMatchObject({ type: 'limit_warning', rule: 'mine', percent: 90, spent: 95, limit: 100 });
  clock += 24 * 3600_000;
  await spend(user, rule, 99);
  await expect.poll(percents).toEqual([50, 90, 90]);
});

test('a user without a webhook is warned by a mail with the rule and what is used', async () => {
  const user = await makeUser(app.ctx, { quota: 100_000, email: 'ada@example.org' });
  await createClient(app.app, app.ctx, user).get(saveUserSetting, {
    ...{ notify_type: 'email', quota_warning_threshold: 1 },
  });
  const rule = await limit({ name: 'pocket money', scope: 'user', scope_id: user.id, warn_at: [80] });
  await spend(user, rule, 85);
  expect(await sendLimitWarnings(app.ctx)).toBe(1);
  await deliverMails(app.ctx);
  const mail = await app.mailTo('ada@example.org');
  expect(mail.text).toContain('pocket money');
  expect(`${mail.subject} ${mail.text}`).toContain('80');
  expect(await sendLimitWarnings(app.ctx)).toBe(0);
});

test('a user without an address finds the warning in the console, once for each percentage', async () => {
  const user = await makeUser(app.ctx, { quota: 100_000 });
  const client = createClient(app.app, app.ctx, user);
  const rule = await limit({ name: 'no address', scope: 'user', scope_id: user.id, warn_at: [80, 90] });
  await spend(user, rule, 85);
  expect([await sendLimitWarnings(app.ctx), await sendLimitWarnings(app.ctx)]).toEqual([1, 0]);
  const [first] = await client.get(listNotifications, {});
  expect(first).toMatchObject({ kind: 'limit_warning', link: '/topup', is_read: false });
  expect(first?.text).toContain('no address');
  expect(first?.text).toContain('$0.00017');
  expect(first?.text).toContain('$0.0002');
  await client.get(readNotifications, {});

  await spend(user, rule, 6);
  expect(await sendLimitWarnings(app.ctx)).toBe(1);
  const shown = await client.get(listNotifications, {});
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ is_read: false, title: expect.stringContaining('90%') });
});

test('two gateways that look at the same time send one warning', async () => {
  const user = await hooked();
  const rule = await limit({ scope: 'user', scope_id: user.id, warn_at: [10] });
  await spend(user, rule, 20);
  await Promise.all([sendLimitWarnings(app.ctx), sendLimitWarnings(app.ctx)]);
  await expect.poll(() => calls.length).toBe(1);
});

test('root users are warned about limits of everybody', async () => {
  const root = createClient(app.app, app.ctx, app.people.root);
  await root.get(saveUserSetting, {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    webhook_url: 'https://hooks.example.org/root',
  });
  const user = await hooked();
  const rule = await limit({ name: 'all', scope: 'everybody', warn_at: [10] });
  await spend(user, rule, 20);
  await sendLimitWarnings(app.ctx);
  await expect
    .poll(() => calls)
    .toMatchObject([{ rule: 'all', percent: 10, username: app.people.root.username }]);
});

async function hooked(): Promise<MadeUser> {
  const user = await makeUser(app.ctx, { quota: 100_000 });
  const setting = {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    webhook_url: 'https://hooks.example.org/a',
  } as const;
  await createClient(app.app, app.ctx, user).get(saveUserSetting, setting);
  return user;
}

async function limit(draft: Omit<LimitRuleDraft, 'resource' | 'amount'>): Promise<number> {
  const { id } = await app
    .as('admin')
    .get(createLimit, { resource: 'quota', amount: 100, window: 'day', ...draft });
  return id;
}

async function spend(user: MadeUser, rule: number, amount: number): Promise<void> {
  const at = Math.floor(clock / 1000);
  const { startsAt } = windowAt('day', 'UTC', at);
  const window = windowId({ rule, series: 0, subject: '', startsAt });
  const claims: LimitClaim[] = [{ window, rule, subject: '', startsAt, period: 0, at, limit: 1000 }];
  const call = { ...reservation({ userId: user.id, amount, claims }), tokenId: null };
  expect(await app.ctx.ledger.reserve(call)).toBe('ok');
  await app.ctx.ledger.settle(call.id, amount, usageRecord({ user_id: user.id }));
  await app.ctx.ledger.settled();
}
