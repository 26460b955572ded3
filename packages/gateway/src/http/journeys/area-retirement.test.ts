import {
  listAreas,
  listPublishers,
  pinBuild,
  promoteBuild,
  publishBuild,
  type RegistrySnapshot,
  retireArea,
  rollBackArea,
  setAreaMember,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import { sweepAreas } from '../../modules/areas/area-retention.ts';
import type { TestApp } from '../../testing/app.ts';
import { makeAreaBuild, makePublisher, publishRequest } from '../../testing/area-builds.ts';
import { openAreaConsole } from '../../testing/area-console.ts';

const [FIRST, SECOND] = ['cccccccccc', 'dddddddddd'] as const;
const DAY_MS = 86_400_000;
const reason = 'replaced by the log';

test('no user gets a retired area, its addresses lead to other pages, and a rollback brings it back', async () => {
  const { app } = await openBilling();
  const { id: user_id } = app.people.user;
  await app.as('root').get(pinBuild, { id: 'billing', user_id, build_id: FIRST, reason: 'looks' });
  const { addresses, missed } = await app
    .as('root')
    .get(retireArea, { id: 'billing', to: '/about', redirects: { '/billing/:id': '/logs' }, reason });
  expect(addresses).toEqual([
    { path: '/billing', to: '/about' },
    { path: '/billing/:id', to: '/logs' },
  ]);
  expect(missed).toEqual([]);

  const { areas, retired } = await registryOf(app);
  expect(areas.map(({ id }) => id)).not.toContain('billing');
  expect(retired).toEqual(addresses);
  expect(await describe(app)).toMatchObject({ stable: '', pins: [], retired: { reason, addresses } });

  expect(await app.as('root').get(rollBackArea, { id: 'billing' })).toBe(SECOND);
  const after = await registryOf(app);
  expect(after.areas.map(({ id }) => id)).toContain('billing');
  expect(after.retired).toBeUndefined();
});

test('an area whose only stable build was rolled back leaves the addresses of its newest build', async () => {
  const { app } = await openBilling();
  await app.as('root').get(rollBackArea, { id: 'billing' });
  await app.as('root').get(rollBackArea, { id: 'billing' });
  expect(await describe(app)).toMatchObject({ stable: '' });
  const { addresses } = await app.as('root').get(retireArea, { id: 'billing', to: '/about', reason });
  expect(addresses).toEqual([
    { path: '/billing', to: '/about' },
    { path: '/billing/:id', to: '/about' },
  ]);
});

test('the page of a redirected address is found, that of an address that is gone is not', async () => {
  const { app } = await openBilling();
  await app.as('root').get(retireArea, { id: 'billing', redirects: { '/billing/:id': '/logs' }, reason });
  const statusOf = async (url: string) =>
    (await app.app.inject({ url, headers: { accept: 'text/html' } })).statusCode;
  expect(await statusOf('/billing/7')).toBe(200);
  expect(await statusOf('/billing')).toBe(404);
});

test.each([
  ['a page of the area itself', { to: '/billing' }, 'area_redirect_nowhere'],
  ['a page that is not there', { to: '/nowhere' }, 'area_redirect_nowhere'],
  ['an address that the area never had', { redirects: { '/bills': '/logs' } }, 'area_redirect_unknown'],
  ['another site', { to: '//elsewhere' }, 'invalid_input'],
])('a redirect to or from %s is refused', async (_, redirect, code) => {
  const { app } = await openBilling();
  const { body } = await app.as('root').call(retireArea, { id: 'billing', ...redirect, reason });
  expect(body.code).toBe(code);
  expect((await describe(app))?.retired).toBeNull();
});

test('an area that comes with the gateway, or that is unknown, cannot be retired', async () => {
  const { app } = await openBilling();
  const codeOf = async (id: string) => (await app.as('root').call(retireArea, { id, reason })).body.code;
  expect(await codeOf('logs')).toBe('area_bundled');
  expect(await codeOf('unknown')).toBe('area_unknown');
});

test('what an area had is deleted 30 days after it was retired; its redirects stay', async () => {
  const clock = { nowMs: Date.now() };
  const { app } = await openBilling(() => clock.nowMs);
  const { id: user_id } = app.people.user;
  await app.as('root').get(setAreaMember, { id: 'billing', user_id, rights: ['watch'] });
  await app.as('root').get(retireArea, { id: 'billing', to: '/logs', reason });
  clock.nowMs += 29 * DAY_MS;
  await sweepAreas(app.ctx);
  expect((await describe(app))?.builds).toHaveLength(2);

  clock.nowMs += 2 * DAY_MS;
  await sweepAreas(app.ctx);
  expect(await describe(app)).toBeUndefined();
  const { tokens } = await app.as('root').get(listPublishers, {});
  expect(tokens.map(({ area }) => area)).not.toContain('billing');
  expect((await app.as('user').call(listAreas, {})).body.code).toBe('not_allowed');
  expect((await registryOf(app)).retired).toContainEqual({ path: '/billing', to: '/logs' });
  await app.as('root').get(retireArea, { id: 'billing', to: '/about', reason: 'the log moved' });
  expect((await registryOf(app)).retired).toContainEqual({ path: '/billing', to: '/about' });
});

/** A console with the bundled area `logs`, and `billing`, whose second build everybody gets. */
async function openBilling(now?: () => number) {
  const { app } = await openAreaConsole({ ...(now && { now }), pages: { '/about': [] } });
  const publisher = await makePublisher(app, 'billing');
  for (const buildId of [FIRST, SECOND]) {
    const build = makeAreaBuild(buildId, { id: 'billing' });
    build.manifest.contributes.routes.push({ path: '/billing/:id', access: 'user', title: 'title' });
    build.manifest.pages = { ...build.manifest.pages, '/billing/:id': [] };
    await app.as('visitor').get(publishBuild, publishRequest(build, publisher));
    await app.as('root').get(promoteBuild, { id: 'billing', build_id: buildId });
  }
  return { app };
}

async function registryOf(app: TestApp): Promise<RegistrySnapshot> {
  const { text } = await app.as('user').send('GET', '/api/console/registry');
  return JSON.parse(text) as RegistrySnapshot;
}

async function describe(app: TestApp) {
  return (await app.as('root').get(listAreas, {})).find(({ id }) => id === 'billing');
}
