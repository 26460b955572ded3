import {
  endCanary,
  killArea,
  listAreas,
  pinBuild,
  promoteBuild,
  type RegistrySnapshot,
  resolveAreas,
  reviveArea,
  rollBackArea,
  setCanary,
  unpinBuild,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import type { Actor, TestApp } from '../../testing/app.ts';
import { BUNDLED, ONE, openAreaConsole, TWO } from '../../testing/area-console.ts';

test('all users get the bundled build until a rollout names another; promoting and rolling back take one step each', async () => {
  const app = await openConsole();
  expect(await buildOf(app, 'user')).toEqual([BUNDLED, 'stable']);

  await root(app).get(promoteBuild, { id: 'logs', build_id: ONE });
  expect(await buildOf(app, 'user')).toEqual([ONE, 'stable']);
  expect(await buildOf(app, 'visitor')).toEqual([ONE, 'stable']);
  await root(app).get(promoteBuild, { id: 'logs', build_id: TWO });
  expect((await registry(app, 'user')).areas[0]?.fallbacks.map((build) => build.buildId)).toEqual([
    ONE,
    BUNDLED,
  ]);

  expect(await root(app).get(rollBackArea, { id: 'logs' })).toBe(ONE);
  expect(await buildOf(app, 'user')).toEqual([ONE, 'stable']);
  expect(await root(app).get(rollBackArea, { id: 'logs' })).toBe('');
  expect(await buildOf(app, 'user')).toEqual([BUNDLED, 'stable']);
  expect((await root(app).call(rollBackArea, { id: 'logs' })).body.code).toBe('area_no_rollback');
});

test('a canary for a user who does not exist is refused', async () => {
  const app = await openConsole();
  const users = [app.people.user.id, 4_000_000];
  const { body } = await root(app).call(setCanary, { id: 'logs', build_id: ONE, percent: 0, users });
  expect(body.message).toBe('Check “users”: at “4000000”, no user has this number.');
  expect(await buildOf(app, 'user')).toEqual([BUNDLED, 'stable']);
});

test('a canary reaches named users, named roles and a share of the others, never a visitor, until it ends', async () => {
  const app = await openConsole();
  const { id: userId } = app.people.user;
  await root(app).get(setCanary, { id: 'logs', build_id: ONE, percent: 0, users: [userId], roles: [10] });
  expect(await buildOf(app, 'user')).toEqual([ONE, 'cohort']);
  expect(await buildOf(app, 'admin')).toEqual([ONE, 'cohort']);
  expect(await buildOf(app, 'other')).toEqual([BUNDLED, 'stable']);
  expect(await buildOf(app, 'visitor')).toEqual([BUNDLED, 'stable']);
  expect(await root(app).get(resolveAreas, { user_id: userId })).toMatchObject([
    { id: 'logs', state: 'on', build_id: ONE, why: 'cohort' },
  ]);

  await root(app).get(endCanary, { id: 'logs' });
  expect(await buildOf(app, 'user')).toEqual([BUNDLED, 'stable']);
});

test('a canary grows beyond a quarter of the users only after it did well', async () => {
  const app = await openConsole();
  const over = await root(app).call(setCanary, { id: 'logs', build_id: ONE, percent: 26 });
  expect(over.body.code).toBe('area_canary_unproven');
  expect((await root(app).call(setCanary, { id: 'logs', build_id: ONE, percent: 25 })).body.success).toBe(
    true,
  );
});

test('a killed build is served to no user, its files answer 404, and it can be revived', async () => {
  const app = await openConsole();
  await root(app).get(promoteBuild, { id: 'logs', build_id: ONE });
  const file = `/assets/areas/logs/${ONE}/remoteEntry.0123456789.js`;
  expect((await app.app.inject(file)).statusCode).toBe(200);

  await root(app).get(killArea, { id: 'logs', build_id: ONE, reason: 'leaks' });
  expect(await buildOf(app, 'user')).toEqual([BUNDLED, 'newest']);
  expect((await registry(app, 'user')).areas[0]?.revoked).toEqual([ONE]);
  const gone = await app.app.inject(file);
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
  expect((await root(app).call(promoteBuild, { id: 'logs', build_id: ONE })).body.code).toBe(
    'area_build_off',
  );

  await root(app).get(reviveArea, { id: 'logs', build_id: ONE, reason: 'a false alarm' });
  expect(await buildOf(app, 'user')).toEqual([ONE, 'stable']);
  expect((await root(app).call(reviveArea, { id: 'logs', reason: 'nothing' })).body.code).toBe(
    'area_not_off',
  );
});

test('a killed area keeps its menu entry with the reason, and none of its builds is served, bundled ones included', async () => {
  const app = await openConsole();
  await root(app).get(killArea, { id: 'logs', reason: 'shows foreign rows' });
  expect((await registry(app, 'user')).areas[0]).toMatchObject({
    state: 'off',
    active: null,
    reason: { code: 'KILLED', detail: 'shows foreign rows' },
    contributes: { nav: [{ id: 'logs' }] },
  });
  const url = `/assets/areas/logs/${BUNDLED}/remoteEntry.0123456789.js`;
  expect((await app.app.inject(url)).statusCode).toBe(404);
});

test('a pin gives one user a build until it expires or is removed', async () => {
  const clock = { nowMs: Date.now() };
  const app = await openConsole(() => clock.nowMs);
  const { id: user_id } = app.people.user;
  await root(app).get(pinBuild, { id: 'logs', user_id, build_id: TWO, hours: 1, reason: 'looks into it' });
  expect(await buildOf(app, 'user')).toEqual([TWO, 'pin']);
  expect(await buildOf(app, 'other')).toEqual([BUNDLED, 'stable']);
  clock.nowMs += 3_601_000;
  expect(await buildOf(app, 'user')).toEqual([BUNDLED, 'stable']);

  await root(app).get(pinBuild, { id: 'logs', user_id, build_id: TWO, reason: 'looks again' });
  await root(app).get(unpinBuild, { id: 'logs', user_id });
  expect(await buildOf(app, 'user')).toEqual([BUNDLED, 'stable']);
  const tooLong = { id: 'logs', user_id, build_id: TWO, hours: 169, reason: 'for ever' };
  expect((await root(app).call(pinBuild, tooLong)).body.code).toBe('invalid_input');
});

test('a rollout of an unknown build or area is refused', async () => {
  const app = await openConsole();
  const unknown = { id: 'logs', build_id: 'ffffffffff' };
  expect((await root(app).call(promoteBuild, unknown)).body.code).toBe('area_build_unknown');
  expect((await root(app).call(setCanary, { ...unknown, percent: 1 })).body.code).toBe('area_build_unknown');
});

test('files of a published build have the same headers as files on disk', async () => {
  const app = await openConsole();
  await root(app).get(promoteBuild, { id: 'logs', build_id: ONE });
  const [published, bundled] = await Promise.all(
    [ONE, BUNDLED].map((build) => app.app.inject(`/assets/areas/logs/${build}/remoteEntry.0123456789.js`)),
  );
  expect(published?.body).toBe(`/* logs ${ONE} */`);
  const names = (headers: object = {}) =>
    Object.keys(headers).filter((name) => name !== 'x-oneapi-request-id');
  expect(names(published?.headers)).toEqual(names(bundled?.headers));
  expect(published?.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'timing-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
});

test('the page and the registry are private, vary by cookie and have a revision for each user', async () => {
  const app = await openConsole();
  await root(app).get(setCanary, { id: 'logs', build_id: ONE, percent: 0, users: [app.people.user.id] });
  const page = await app.as('user').send('GET', '/logs');
  expect(page.text).toContain(`/assets/areas/logs/${ONE}/remoteEntry`);
  expect(page.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
  expect(String(page.headers.vary)).toMatch(/cookie/i);
  expect((await app.as('visitor').send('GET', '/logs')).text).not.toContain(ONE);

  const mine = await app.as('user').send('GET', '/api/console/registry');
  const theirs = await app.as('other').send('GET', '/api/console/registry');
  expect(mine.headers.etag).not.toBe(theirs.headers.etag);
  const headers = { 'if-none-match': String(mine.headers.etag) };
  expect((await app.as('user').send('GET', '/api/console/registry', { headers })).status).toBe(304);
  expect((await app.as('other').send('GET', '/api/console/registry', { headers })).status).toBe(200);
});

test('the list names builds, rollouts and pins of every area', async () => {
  const app = await openConsole();
  await root(app).get(promoteBuild, { id: 'logs', build_id: ONE });
  await root(app).get(setCanary, { id: 'logs', build_id: TWO, percent: 5 });
  const [logs] = await app.as('admin').get(listAreas, {});
  expect(logs).toMatchObject({
    id: 'logs',
    stable: ONE,
    history: [''],
    canary: { build_id: TWO, percent: 5, frozen: '', verdict: 'waiting' },
    killed: '',
  });
  // Newest first, by the second.
  const listed = logs?.builds.map(({ build_id, source, fits }) => [build_id, source, fits]);
  expect(new Set(listed)).toEqual(
    new Set([
      [ONE, 'published', true],
      [TWO, 'published', true],
      [BUNDLED, 'bundled', true],
    ]),
  );
});

async function openConsole(now?: () => number): Promise<TestApp> {
  return (await openAreaConsole(now && { now })).app;
}

function root(app: TestApp) {
  return app.as('root');
}

async function registry(app: TestApp, actor: Actor): Promise<RegistrySnapshot> {
  const { text } = await app.as(actor).send('GET', '/api/console/registry');
  return JSON.parse(text) as RegistrySnapshot;
}

async function buildOf(app: TestApp, actor: Actor): Promise<unknown> {
  const [area] = (await registry(app, actor)).areas;
  return [area?.active?.buildId, area?.why];
}
