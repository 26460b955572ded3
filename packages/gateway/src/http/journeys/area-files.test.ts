import {
  endCanary,
  manageUser,
  pinBuild,
  promoteBuild,
  rollBackArea,
  setCanary,
  unpinBuild,
} from '@tollgate/contract';
import { bucketOf } from '@tollgate/federation';
import { expect, test } from 'vitest';
import type { Actor, TestApp } from '../../testing/app.ts';
import { BUNDLED, ONE, openAreaConsole } from '../../testing/area-console.ts';
import { describeDatabases } from '../../testing/databases.ts';

const EVERYBODY = ['visitor', 'user', 'other', 'admin', 'root'] as const;
const FOR_EVER = 'max-age=31536000, immutable';

describeDatabases('files of builds', (database) => {
  test('files of a canary are served only to its users and to root', async () => {
    const { app } = await openAreaConsole({ database: await database.create() });
    await giveToUser(app);
    expect(await listActorsWithBuild(app, ONE)).toEqual(['user', 'root']);
  });

  test('files of a canary are still served to its users after the canary ends', async () => {
    const { app } = await openAreaConsole({ database: await database.create() });
    await giveToUser(app);
    await app.as('root').get(setCanary, { id: 'logs', build_id: ONE, percent: 0, roles: [10] });
    await app.as('root').get(endCanary, { id: 'logs' });
    expect(await listActorsWithBuild(app, ONE)).toEqual(['user', 'admin', 'root']);
  });
});

test('files of a build without a rollout are served only to root', async () => {
  const { app } = await openAreaConsole();
  expect(await listActorsWithBuild(app, ONE)).toEqual(['root']);
});

test('files of a canary are served to the users whom its share reaches', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(setCanary, { id: 'logs', build_id: ONE, percent: 25 });
  await drawAlone(app, 'user');
  expect(await listActorsWithArea(app, ONE)).toEqual(['user']);
  expect(await listActorsWithBuild(app, ONE)).toEqual(['user', 'root']);
});

test('files of a pinned build are still served to its user after the pin ends', async () => {
  const { app } = await openAreaConsole();
  const { id: user_id } = app.people.user;
  await app.as('root').get(pinBuild, { id: 'logs', user_id, build_id: ONE, reason: 'looks into it' });
  expect(await listActorsWithBuild(app, ONE)).toEqual(['user', 'root']);
  await app.as('root').get(unpinBuild, { id: 'logs', user_id });
  expect(await listActorsWithBuild(app, ONE)).toEqual(['user', 'root']);
});

test('files of a stable build are served to all users, also after a rollback', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  expect(await listActorsWithBuild(app, ONE)).toEqual([...EVERYBODY]);
  await app.as('root').get(rollBackArea, { id: 'logs' });
  expect(await listActorsWithBuild(app, ONE)).toEqual([...EVERYBODY]);
});

test('files of a bundled build are served to all users while another build is stable', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  expect(await listActorsWithBuild(app, BUNDLED)).toEqual([...EVERYBODY]);
});

test('files of a canary are refused to a disabled user', async () => {
  const { app } = await openAreaConsole();
  await giveToUser(app);
  await app.as('root').get(manageUser, { id: app.people.user.id, action: 'disable' });
  expect((await file(app, 'user', ONE)).status).toBe(404);
});

test('files of a canary may be cached by the browser but not by a shared cache', async () => {
  const { app } = await openAreaConsole();
  await giveToUser(app);
  expect((await file(app, 'user', ONE)).headers['cache-control']).toBe(`private, ${FOR_EVER}`);
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  expect((await file(app, 'visitor', ONE)).headers['cache-control']).toBe(`public, ${FOR_EVER}`);
});

test('a build that the caller may not fetch is answered like a missing one', async () => {
  const { app } = await openAreaConsole();
  await giveToUser(app);
  const secret = await file(app, 'other', ONE);
  const nothing = await file(app, 'other', 'ffffffffff');
  const answer = ({ status, text, headers }: typeof secret) => ({
    status,
    text,
    headers: { ...headers, 'x-oneapi-request-id': '', date: '' },
  });
  expect(answer(secret)).toEqual(answer(nothing));
  expect(secret.headers['cache-control']).toBe('no-store');
});

/** Starts a canary for `user`, named by id. */
async function giveToUser(app: TestApp): Promise<void> {
  await app.as('root').get(setCanary, { id: 'logs', build_id: ONE, percent: 0, users: [app.people.user.id] });
}

/** Replaces the random salt of the canary with one for which a share of 25 % reaches exactly one user. */
async function drawAlone(app: TestApp, actor: 'user'): Promise<void> {
  const isDrawn = (id: number, salt: string) => bucketOf(`${id} logs ${salt}`) < 2500;
  const salts = Array.from({ length: 1000 }, (_, index) => `salt${index}`);
  const salt = salts.find((salt) =>
    Object.entries(app.people).every(([name, { id }]) => isDrawn(id, salt) === (name === actor)),
  );
  await app.ctx.db.updateTable('area_channels').set({ canary_salt: salt }).execute();
  await app.ctx.db.updateTable('area_audiences').set({ salt }).execute();
}

function file(app: TestApp, actor: Actor, buildId: string) {
  return app.as(actor).send('GET', `/assets/areas/logs/${buildId}/remoteEntry.0123456789.js`);
}

/** The user whose page loads a build. */
async function listActorsWithArea(app: TestApp, buildId: string): Promise<Actor[]> {
  const pages = await Promise.all(EVERYBODY.map((actor) => app.as(actor).send('GET', '/logs')));
  return EVERYBODY.filter((_, index) => pages[index]?.text.includes(buildId));
}

async function listActorsWithBuild(app: TestApp, buildId: string): Promise<Actor[]> {
  const answers = await Promise.all(EVERYBODY.map((actor) => file(app, actor, buildId)));
  return EVERYBODY.filter((_, index) => answers[index]?.status === 200);
}
