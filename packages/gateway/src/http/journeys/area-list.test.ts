import { listAreaNames, listAreas, type RegistrySnapshot } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { areaPlatform } from '../../modules/areas/area-platform.ts';
import { buildTestApp } from '../../testing/app.ts';
import { type AreaBuild, makeAreaBuild, makeConsoleFolder } from '../../testing/area-builds.ts';
import { registerConsole } from '../page.ts';

const [BUILD, NEWER] = ['aaaaaaaaaa', 'bbbbbbbbbb'] as const;

test('an area is listed with its owner and the build that all users get', async () => {
  const owned = makeAreaBuild(BUILD);
  owned.manifest.owners = { team: 'Usage', contact: 'usage@example.com' };
  const { list } = await openConsole([owned]);
  expect((await list())[0]).toMatchObject({
    owners: { team: 'Usage', contact: 'usage@example.com' },
    everybody: { state: 'on', build_id: BUILD, why: 'stable', reason: '' },
    loose_ends: [],
  });
});

test('an incompatible build is listed with the reason, and the build before it is served', async () => {
  const newer = makeAreaBuild(NEWER, { builtAt: '2026-11-21T00:00:00.000Z' });
  newer.manifest.compat = { hostApi: '^1.0', bom: { react: '18.3.1' } };
  const { list } = await openConsole([makeAreaBuild(BUILD), newer]);
  const [logs] = await list();
  expect(logs?.everybody).toMatchObject({ state: 'on', build_id: BUILD });
  expect(logs?.builds.map(({ build_id, fits, unfit }) => [build_id, fits, unfit])).toEqual([
    [NEWER, false, 'BOM: was built with react 18.3.1, the console has 19.3.0'],
    [BUILD, true, ''],
  ]);
});

test('the page leaves out extensions for another version of an extension point, and the list says so', async () => {
  const user = makeAreaBuild(BUILD, { id: 'user', route: '/user' });
  user.manifest.contributes.provides = ['user.drawer/v2'];
  const logs = makeAreaBuild(BUILD);
  const extension = { title: 'title', order: 100, access: 'admin' as const };
  logs.manifest.contributes.extensions = [
    { ...extension, point: 'user.drawer/v1', id: 'old' },
    { ...extension, point: 'user.drawer/v2', id: 'new' },
  ];
  const { app, list } = await openConsole([logs, user]);
  expect((await list()).map(({ id, loose_ends }) => [id, loose_ends])).toEqual([
    ['logs', ['EXTENSION no area has the point user.drawer/v1, there is user.drawer/v2']],
    ['user', []],
  ]);
  const { text } = await app.as('root').send('GET', '/api/console/registry');
  const { areas } = JSON.parse(text) as RegistrySnapshot;
  expect(areas.find(({ id }) => id === 'logs')).toMatchObject({
    state: 'on',
    contributes: { extensions: [{ id: 'new' }] },
  });
});

test('the names that areas may use of each other are those of the builds that everybody gets', async () => {
  const user = makeAreaBuild(BUILD, { id: 'user', route: '/user' });
  user.manifest.contributes.provides = ['user.drawer/v2'];
  user.manifest.contributes.links = { 'user.list': { path: '/user', query: ['name'] } };
  user.manifest.contributes.events = { emits: ['user.paid/v1'], listens: [] };
  const { app } = await openConsole([user]);
  expect(await app.as('admin').get(listAreaNames, {})).toEqual([
    {
      id: 'user',
      links: { 'user.list': { path: '/user', query: ['name'] } },
      provides: ['user.drawer/v2'],
      emits: ['user.paid/v1'],
    },
  ]);
});

async function openConsole(builds: AreaBuild[]) {
  const folder = makeConsoleFolder(builds);
  const app = await buildTestApp({
    environment: { CONSOLE_DIR: folder },
    console: (server, ctx) => registerConsole(server, { root: folder, platform: areaPlatform(ctx) }),
  });
  onTestFinished(() => app.close());
  return { app, list: () => app.as('admin').get(listAreas, {}) };
}
