import { killArea, listNotifications, saveUserSetting, setAreaMember, setCanary } from '@tollgate/contract';
import { expect, test } from 'vitest';
import type { Outbound } from '../../net/outbound.ts';
import type { TestApp } from '../../testing/app.ts';
import { ONE, openAreaConsole, TWO } from '../../testing/area-console.ts';
import { deliverWebhooks } from '../notifications/mail.ts';
import { guardCanaries } from './area-guard.ts';
import { windowOf } from './area-health.ts';
import * as counts from './repository/area-counts.ts';

test('users who may watch an area get a webhook call when a build is switched off, and others do not', async () => {
  const { app } = await openAreaConsole();
  const calls = await hookUsers(app);
  await app.as('root').get(killArea, { id: 'logs', build_id: TWO, reason: 'shows foreign rows' });
  await deliverWebhooks(app.ctx);
  await expect.poll(() => calls.length).toBe(1);
  expect(calls).toMatchObject([
    { type: 'area_killed', area: 'logs', build: TWO, reason: 'shows foreign rows' },
  ]);
  const kindsOf = async (who: 'user' | 'other' | 'root') =>
    (await app.as(who).get(listNotifications, {})).map(({ kind }) => kind);
  expect(await kindsOf('user')).toEqual(['area_killed']);
  expect(await kindsOf('other')).toEqual([]);
  expect((await kindsOf('root')).sort()).toEqual(['area_build', 'area_killed']);
});

test('users who may watch an area get a webhook call when the guard withdraws a canary', async () => {
  const { app } = await openAreaConsole();
  const calls = await hookUsers(app);
  await app.as('root').get(setCanary, { id: 'logs', build_id: ONE, percent: 5 });
  const counters = { load: 10, 'fail.evaluation': 50, account: 9, troubled: 9 };
  const window_at = windowOf(Math.floor(app.ctx.now() / 1000));
  const rows = Object.entries(counters).map(([counter, count]) => ({
    window_at,
    area_id: 'logs',
    build_id: ONE,
    counter,
    count,
  }));
  await counts.add(app.ctx.db, rows);
  await guardCanaries(app.ctx);
  await deliverWebhooks(app.ctx);
  await expect.poll(() => calls.length).toBe(1);
  expect(calls).toMatchObject([{ type: 'area_canary_frozen', area: 'logs', build: ONE }]);
});

/** `user` may watch the area, `other` only release builds of it. Returns the bodies of their webhook calls. */
async function hookUsers(app: TestApp): Promise<object[]> {
  const calls: object[] = [];
  const { outbound } = app.ctx as { outbound: Outbound };
  outbound.request = async (_, _url, { body } = {}) => {
    calls.push(JSON.parse(String(body)));
    return { status: 200, headers: {}, text: '', json: undefined };
  };
  const setting = {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    webhook_url: 'https://hooks.example.org/areas',
  } as const;
  for (const who of ['user', 'other'] as const) await app.as(who).get(saveUserSetting, setting);
  const { user, other } = app.people;
  const root = app.as('root');
  await root.get(setAreaMember, { id: 'logs', user_id: user.id, rights: ['watch'] });
  await root.get(setAreaMember, { id: 'logs', user_id: other.id, rights: ['release'] });
  return calls;
}
