import {
  ChannelStatus,
  countNotifications,
  listNotifications,
  MAX_NOTIFICATIONS,
  readNotifications,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transact } from '../../core/context.ts';
import { trip } from '../../modules/channels/health/channel-trip.ts';
import { sweep } from '../../modules/notifications/inbox.ts';
import { type News, notify } from '../../modules/notifications/notify.ts';
import { notifyOfExpiringTokens } from '../../modules/tokens/expiring-tokens.ts';
import { type Actor, buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel, makeToken } from '../../testing/factories.ts';

let app: TestApp;
let now = Date.parse('2026-11-25T10:00:00Z');
const DAY_MS = 86_400_000;
beforeEach(async () => {
  now = Date.parse('2026-11-25T10:00:00Z');
  app = await buildTestApp({ now: () => now });
});
afterEach(() => app.close());

const inboxOf = (actor: Actor) => app.as(actor).get(listNotifications, {});
const unreadOf = async (actor: Actor) => (await app.as(actor).get(countNotifications, {})).unread;
const paid = (order: number): News => ({
  ...{ kind: 'payment_received', subject: `topup:${order}`, link: '/topup' },
  facts: { quota: 500_000 * order },
});
const tell = (actor: 'user' | 'other', news: News) =>
  transact(app.ctx, (tx) => notify(tx, [app.people[actor].id], news));

test('a notification is in the inbox of its user alone, in the language of the reader', async () => {
  await tell('user', paid(2));
  const [english] = await inboxOf('user');
  expect(english).toMatchObject({ title: 'Payment received: $2.00', link: '/topup', is_read: false });
  expect(english?.created_at).toBe(now / 1000);
  const chinese = await app
    .as('user')
    .send('GET', '/api/notification/', { headers: { 'accept-language': 'zh' } });
  expect(JSON.parse(chinese.text).data[0].title).toBe('充值成功：$2.00');
  expect([await inboxOf('other'), await inboxOf('admin')]).toEqual([[], []]);
});

test('one is marked as read, then all', async () => {
  for (const order of [1, 2, 3]) await tell('user', paid(order));
  await tell('other', paid(9));
  const [newest] = await inboxOf('user');
  expect(await app.as('user').get(readNotifications, { id: newest?.id })).toEqual({ unread: 2 });
  expect((await inboxOf('user')).map(({ is_read }) => is_read)).toEqual([true, false, false]);
  expect(await app.as('user').get(readNotifications, {})).toEqual({ unread: 0 });
  expect(await unreadOf('other')).toBe(1);
});

test('an inbox keeps the newest hundred, for 90 days', async () => {
  for (let order = 1; order <= MAX_NOTIFICATIONS + 2; order += 1) await tell('user', paid(order));
  const kept = await inboxOf('user');
  expect(kept).toHaveLength(MAX_NOTIFICATIONS);
  expect(kept[0]?.title).toBe('Payment received: $102.00');
  now += 91 * DAY_MS;
  await tell('user', paid(500));
  await sweep(app.ctx);
  expect((await inboxOf('user')).map(({ title }) => title)).toEqual(['Payment received: $500.00']);
});

test('administrators alone learn of a channel that was disabled, and again when it happens again', async () => {
  const id = await makeChannel(app.ctx, { name: 'Team account' });
  await trip(app.ctx, id, 'invalid api key');
  const [tripped] = await inboxOf('admin');
  expect(tripped).toMatchObject({
    kind: 'channel_tripped',
    title: 'Channel Team account was disabled automatically',
    text: 'invalid api key',
    link: `/channel/edit/${id}`,
  });
  expect([await unreadOf('root'), await unreadOf('user')]).toEqual([1, 0]);

  await app.as('admin').get(readNotifications, {});
  await app.ctx.db.updateTable('channels').set({ status: ChannelStatus.enabled }).execute();
  await trip(app.ctx, id, 'no credit left');
  expect(await inboxOf('admin')).toMatchObject([{ text: 'no credit left', is_read: false }]);
});

test('tokens that end within three days are named once, but not those made for a few days', async () => {
  const { user } = app.people;
  const end = (days: number) => Math.floor(now / 1000) + days * 86_400;
  await makeToken(app.ctx, user, { name: 'ci', expired_time: end(30) });
  await makeToken(app.ctx, user, { name: 'laptop', expired_time: end(30) });
  await makeToken(app.ctx, user, { name: 'later', expired_time: end(40) });
  now += 26 * DAY_MS;
  expect(await notifyOfExpiringTokens(app.ctx)).toBe(0);
  await makeToken(app.ctx, user, { name: 'workshop', expired_time: end(2) });
  now += 2 * DAY_MS;
  expect([await notifyOfExpiringTokens(app.ctx), await notifyOfExpiringTokens(app.ctx)]).toEqual([1, 0]);
  expect(await inboxOf('user')).toMatchObject([
    { title: 'API tokens expire on 2026-12-25', link: '/token', is_read: false },
  ]);
  expect((await inboxOf('user'))[0]?.text).toContain('ci, laptop.');
});
