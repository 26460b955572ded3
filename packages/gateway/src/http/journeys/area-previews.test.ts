import {
  endPreview,
  makePublishToken,
  pinBuild,
  type RegistrySnapshot,
  setAreaMember,
  startPreview,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import type { Actor, TestApp } from '../../testing/app.ts';
import { BUNDLED, ONE, openAreaConsole, TWO } from '../../testing/area-console.ts';

const file = `/assets/areas/logs/${ONE}/remoteEntry.0123456789.js`;

test('a member of the team previews a build that no other user gets, until it ends', async () => {
  const clock = { nowMs: 1_790_000_000_000 };
  const { app } = await openAreaConsole({ now: () => clock.nowMs });
  await app.as('root').get(setAreaMember, { id: 'logs', user_id: app.people.user.id, rights: ['watch'] });
  const started = await app.as('user').get(startPreview, { id: 'logs', build_id: ONE, hours: 2 });
  expect(started).toEqual({ path: '/logs', expires_at: clock.nowMs / 1000 + 7200 });
  expect(await buildOf(app, 'user')).toEqual([ONE, 'preview']);
  expect(await buildOf(app, 'other')).toEqual([BUNDLED, 'stable']);
  expect((await app.as('user').send('GET', file)).status).toBe(200);
  expect((await app.as('other').send('GET', file)).status).toBe(404);

  await app.as('user').get(startPreview, { id: 'logs', build_id: TWO });
  expect(await buildOf(app, 'user')).toEqual([TWO, 'preview']);
  await app.as('user').get(endPreview, { id: 'logs' });
  expect(await buildOf(app, 'user')).toEqual([BUNDLED, 'stable']);

  await app.as('user').get(startPreview, { id: 'logs', build_id: ONE, hours: 2 });
  clock.nowMs += 2 * 3_600_000 + 1000;
  expect(await buildOf(app, 'user')).toEqual([BUNDLED, 'stable']);
});

test('an administrator may preview, other users and deploy tokens may not', async () => {
  const { app } = await openAreaConsole();
  await app.as('admin').get(startPreview, { id: 'logs', build_id: ONE });
  expect(await buildOf(app, 'admin')).toEqual([ONE, 'preview']);
  const { body } = await app.as('user').call(startPreview, { id: 'logs', build_id: ONE });
  expect(body.code).toBe('not_allowed');
  const { token } = await app
    .as('root')
    .get(makePublishToken, { id: 'logs', name: 'ci', rights: ['publish', 'release', 'watch'] });
  const response = await app.app.inject({
    method: 'PUT',
    url: '/api/console/areas/logs/preview',
    headers: { authorization: `Bearer ${token}` },
    payload: { build_id: ONE },
  });
  expect(response.json()).toMatchObject({ code: 'area_preview_person' });
});

test('a preview of an unknown build is refused, and a pin by root is not ended as a preview', async () => {
  const { app } = await openAreaConsole();
  const { id: user_id } = app.people.admin;
  const unknown = await app.as('admin').call(startPreview, { id: 'logs', build_id: 'ffffffffff' });
  expect(unknown.body.code).toBe('area_build_unknown');
  await app.as('root').get(pinBuild, { id: 'logs', user_id, build_id: ONE, reason: 'looks into it' });
  expect((await app.as('admin').call(endPreview, { id: 'logs' })).body.code).toBe('area_preview_unknown');
  expect(await buildOf(app, 'admin')).toEqual([ONE, 'pin']);
});

async function buildOf(app: TestApp, actor: Actor): Promise<unknown[]> {
  const { text } = await app.as(actor).send('GET', '/api/console/registry');
  const { areas } = JSON.parse(text) as RegistrySnapshot;
  const logs = areas.find(({ id }) => id === 'logs');
  return [logs?.active?.buildId, logs?.why];
}
