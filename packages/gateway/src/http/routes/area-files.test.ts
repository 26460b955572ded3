import {
  endCanary,
  manageUser,
  pinBuild,
  promoteBuild,
  rollBackArea,
  setCanary,
  unpinBuild,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import type { Actor, TestApp } from '../../testing/app.ts';
import { BUNDLED, ONE, openAreaConsole } from '../../testing/area-console.ts';
import { describeDatabases } from '../../testing/databases.ts';

const EVERYBODY = ['visitor', 'user', 'other', 'admin', 'root'] as const;
const FOR_EVER = 'max-age=31536000, immutable';

describeDatabases('files of builds', (database) => {
  test('files of a canary are answered to its people and to root alone', async () => {
    const { app } = await openAreaConsole({ database: await database.create() });
    await giveToUser(app);
    expect(await whoGets(app, ONE)).toEqual(['user', 'root']);
  });

  test('files of a build stay answered to the people of its canary when the canary ends', async () => {
    const { app } = await openAreaConsole({ database: await database.create() });
    await giveToUser(app);
    await app.as('root').get(setCanary, { id: 'logs', build_id: ONE, percent: 0, roles: [10] });
    await app.as('root').get(endCanary, { id: 'logs' });
    expect(await whoGets(app, ONE)).toEqual(['user', 'admin', 'root']);
  });
});

test('files of a build that nobody was given are answered to root alone', async () => {
  const { app } = await openAreaConsole();
  expect(await whoGets(app, ONE)).toEqual(['root']);
});

test('files of a canary are answered to the users whom its share reaches', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(setCanary, { id: 'logs', build_id: ONE, percent: 25 });
  for (const actor of EVERYBODY.filter((one) => one !== 'root')) {
    const page = await app.as(actor).send('GET', '/logs');
    const { status } = await file(app, actor, ONE);
    expect([actor, status]).toEqual([actor, page.text.includes(ONE) ? 200 : 404]);
  }
});

test('files of a pinned build stay answered to the user of the pin after it ended', async () => {
  const { app } = await openAreaConsole();
  const { id: user_id } = app.people.user;
  await app.as('root').get(pinBuild, { id: 'logs', user_id, build_id: ONE, reason: 'looks into it' });
  expect(await whoGets(app, ONE)).toEqual(['user', 'root']);
  await app.as('root').get(unpinBuild, { id: 'logs', user_id });
  expect(await whoGets(app, ONE)).toEqual(['user', 'root']);
});

test('files of a stable build are answered to everybody, also after a rollback', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  expect(await whoGets(app, ONE)).toEqual([...EVERYBODY]);
  await app.as('root').get(rollBackArea, { id: 'logs' });
  expect(await whoGets(app, ONE)).toEqual([...EVERYBODY]);
});

test('files of a bundled build are answered to everybody while another build is stable', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  expect(await whoGets(app, BUNDLED)).toEqual([...EVERYBODY]);
});

test('a disabled user is answered no files of a canary', async () => {
  const { app } = await openAreaConsole();
  await giveToUser(app);
  await app.as('root').get(manageUser, { id: app.people.user.id, action: 'disable' });
  expect((await file(app, 'user', ONE)).status).toBe(404);
});

test('files of a canary may be kept by the browser and by no cache in between', async () => {
  const { app } = await openAreaConsole();
  await giveToUser(app);
  expect((await file(app, 'user', ONE)).headers['cache-control']).toBe(`private, ${FOR_EVER}`);
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  expect((await file(app, 'visitor', ONE)).headers['cache-control']).toBe(`public, ${FOR_EVER}`);
});

test('a build that is not for the caller is answered like one that does not exist', async () => {
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

/** A canary for `user`, by name. */
async function giveToUser(app: TestApp): Promise<void> {
  await app.as('root').get(setCanary, { id: 'logs', build_id: ONE, percent: 0, users: [app.people.user.id] });
}

function file(app: TestApp, actor: Actor, buildId: string) {
  return app.as(actor).send('GET', `/assets/areas/logs/${buildId}/remoteEntry.0123456789.js`);
}

async function whoGets(app: TestApp, buildId: string): Promise<Actor[]> {
  const answers = await Promise.all(EVERYBODY.map((actor) => file(app, actor, buildId)));
  return EVERYBODY.filter((_, index) => answers[index]?.status === 200);
}
