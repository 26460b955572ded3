import {
  addPublishKey,
  killArea,
  listAreas,
  listAudit,
  listPublishers,
  pinBuild,
  promoteBuild,
  publishBuild,
  type RegistrySnapshot,
  retirePublishKey,
  reviveArea,
  revokePublishKey,
  rollBackArea,
  setCanary,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { type AreaBuild, makeAreaBuild, makePublisher, publishRequest } from '../../testing/area-builds.ts';
import { BUNDLED, ONE, openAreaConsole, TWO } from '../../testing/area-console.ts';
import { describeDatabases } from '../../testing/databases.ts';

const THREE = '3333333333';
const REFUSAL =
  'Build 1111111111 was published with the key “ci”, which was revoked. Publish it again with a valid key, or choose another build.';

describeDatabases('a revoked publish key', (database) => {
  test('promoting a build is refused with a sentence after its publish key was revoked', async () => {
    const { app } = await openAreaConsole({ database: await database.create() });
    await revokeNewestKey(app);
    const { body } = await app.as('root').call(promoteBuild, { id: 'logs', build_id: ONE });
    expect([body.success, body.message]).toEqual([false, REFUSAL]);
    expect((await listed(app)).stable).toBe('');
  });

  test('a build is trusted again when it is published again with a valid key', async () => {
    const { app } = await openAreaConsole({ database: await database.create() });
    await revokeNewestKey(app);
    await app.as('root').get(killArea, { id: 'logs', build_id: TWO, reason: 'leaks' });
    await publish(app, makeAreaBuild(ONE));
    await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
    expect(await stateOfKey(app, ONE)).toBe('valid');
    const [entry] = (await app.as('root').get(listAudit, { action: 'area.publish' })).items;
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ build_id: ONE, again: true });
  });
});

test('a canary is refused after the publish key of its build was revoked', async () => {
  const { app } = await openAreaConsole();
  await revokeNewestKey(app);
  const { body } = await app.as('root').call(setCanary, { id: 'logs', build_id: ONE, percent: 1 });
  expect(body.code).toBe('area_build_untrusted');
});

test('a pin is refused after the publish key of its build was revoked', async () => {
  const { app } = await openAreaConsole();
  await revokeNewestKey(app);
  const pin = { id: 'logs', user_id: app.people.user.id, build_id: ONE, reason: 'looks into it' };
  expect((await app.as('root').call(pinBuild, pin)).body.code).toBe('area_build_untrusted');
});

test('a killed build stays killed after its publish key was revoked', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(killArea, { id: 'logs', build_id: ONE, reason: 'leaks' });
  await revokeNewestKey(app);
  const { body } = await app.as('root').call(reviveArea, { id: 'logs', build_id: ONE, reason: 'mended' });
  expect(body.code).toBe('area_build_untrusted');
  expect((await listed(app)).builds.find(({ build_id }) => build_id === ONE)?.revoked).toBe('leaks');
});

test('a running build keeps running and is marked in the list when its publish key is revoked', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  await revokeNewestKey(app);
  expect((await registry(app)).areas[0]?.active?.buildId).toBe(ONE);
  // By the time at which they were built, which may be the same millisecond.
  const builds = (await listed(app)).builds.sort((a, b) => a.build_id.localeCompare(b.build_id));
  const marks = builds.map(({ build_id, publish_key }) => [build_id, publish_key]);
  const revoked = { id: expect.any(Number), name: 'ci', state: 'revoked' };
  expect(marks).toEqual([
    [ONE, revoked],
    [TWO, revoked],
    [BUNDLED, null],
  ]);
});

test('a rollback skips builds whose publish key was revoked', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  await publish(app, makeAreaBuild(THREE));
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: THREE });
  await revokeKey(app, ONE);
  expect(await app.as('root').get(rollBackArea, { id: 'logs' })).toBe('');
});

test('the page falls back to a trusted build before one whose publish key was revoked', async () => {
  const { app } = await openAreaConsole();
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  await publish(app, makeAreaBuild(THREE));
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: THREE });
  await revokeKey(app, ONE);
  const fallbacks = (await registry(app)).areas[0]?.fallbacks.map(({ buildId }) => buildId);
  expect(fallbacks).toEqual([BUNDLED, ONE]);
});

test('a retired key signs no new builds', async () => {
  const { app, publisher } = await openAreaConsole();
  await retireNewestKey(app);
  const request = publishRequest(makeAreaBuild(THREE), publisher);
  expect((await app.as('visitor').call(publishBuild, request)).body.details.reasons).toContain('SIGNATURE');
});

test('builds of a retired key can be promoted', async () => {
  const { app } = await openAreaConsole();
  await retireNewestKey(app);
  await app.as('root').get(promoteBuild, { id: 'logs', build_id: ONE });
  expect(await stateOfKey(app, ONE)).toBe('retired');
});

test('a retired key is listed with its date and can be revoked', async () => {
  const { app } = await openAreaConsole();
  await retireNewestKey(app);
  const [key] = (await app.as('root').get(listPublishers, {})).keys;
  expect(key?.retired_at).toBeGreaterThan(0);
  await revokeNewestKey(app);
  expect(await stateOfKey(app, ONE)).toBe('revoked');
});

test('a revoked key cannot be registered again', async () => {
  const { app } = await openAreaConsole();
  const [key] = (await app.as('root').get(listPublishers, {})).keys;
  await revokeNewestKey(app);
  const again = { name: 'again', public_key: key?.public_key ?? '' };
  expect((await app.as('root').call(addPublishKey, again)).body).toMatchObject({
    code: 'publish_key_taken',
    message: 'This key is already registered as “ci”. Create a new pair with tollgate area keygen.',
  });
});

test('a revoked key cannot be registered in another spelling of the same bytes', async () => {
  const { app } = await openAreaConsole();
  const [key] = (await app.as('root').get(listPublishers, {})).keys;
  await revokeNewestKey(app);
  const bytes = Buffer.from(key?.public_key ?? '', 'base64');
  const spellings = [...BASE64]
    .map((last) => `${key?.public_key.slice(0, 42)}${last}=`)
    .filter((text) => text !== key?.public_key && Buffer.from(text, 'base64').equals(bytes));
  expect(spellings.length).toBe(3);
  for (const public_key of spellings) {
    const { status, body } = await app.as('root').callLoosely(addPublishKey, { name: 'again', public_key });
    expect([status, body.success]).toEqual([200, false]);
  }
});

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

test('a key that is retired twice is refused', async () => {
  const { app } = await openAreaConsole();
  const id = await retireNewestKey(app);
  expect((await app.as('root').call(retirePublishKey, { id })).body.code).toBe('publisher_unknown');
});

test('a build with other files is refused under the id of a build whose publish key was revoked', async () => {
  const { app } = await openAreaConsole();
  await revokeNewestKey(app);
  const other = makeAreaBuild(ONE, { entry: '/* something else */' });
  const request = publishRequest(other, await makePublisher(app));
  expect((await app.as('visitor').call(publishBuild, request)).body.details.reasons).toBe(
    `BUILD ${ONE} was published before with other content, which never changes: change the sources and build again`,
  );
});

test('a build is not published again while its publish key is trusted', async () => {
  const { app } = await openAreaConsole();
  const request = publishRequest(makeAreaBuild(ONE), await makePublisher(app));
  expect((await app.as('visitor').call(publishBuild, request)).body.details.reasons).toBe(
    `BUILD ${ONE} is there already, as it was published before: go on with canary`,
  );
});

async function publish(app: TestApp, build: AreaBuild): Promise<void> {
  await app.as('visitor').get(publishBuild, publishRequest(build, await makePublisher(app)));
}

async function newestKey(app: TestApp): Promise<number> {
  return (await app.as('root').get(listPublishers, {})).keys.at(-1)?.id ?? 0;
}

async function revokeNewestKey(app: TestApp): Promise<void> {
  await app.as('root').get(revokePublishKey, { id: await newestKey(app) });
}

async function retireNewestKey(app: TestApp): Promise<number> {
  const id = await newestKey(app);
  await app.as('root').get(retirePublishKey, { id });
  return id;
}

/** Revokes the key that signed a build. */
async function revokeKey(app: TestApp, buildId: string): Promise<void> {
  const build = (await listed(app)).builds.find(({ build_id }) => build_id === buildId);
  await app.as('root').get(revokePublishKey, { id: build?.publish_key?.id ?? 0 });
}

async function stateOfKey(app: TestApp, buildId: string): Promise<string | undefined> {
  return (await listed(app)).builds.find(({ build_id }) => build_id === buildId)?.publish_key?.state;
}

async function listed(app: TestApp) {
  const [logs] = await app.as('admin').get(listAreas, {});
  if (!logs) throw new Error('The area is not listed.');
  return logs;
}

async function registry(app: TestApp): Promise<RegistrySnapshot> {
  return JSON.parse((await app.as('user').send('GET', '/api/console/registry')).text) as RegistrySnapshot;
}
