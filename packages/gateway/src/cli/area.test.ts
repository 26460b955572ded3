import { createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Environment } from '@tollgate/area-cli';
import { listPublishers, registrySnapshot, revokePublishKey } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as accessTokens from '../modules/identity/credentials/access-tokens.ts';
import { buildTestApp, type TestApp } from '../testing/app.ts';
import { makeAreaBuild, makeConsoleFolder, makePublisher } from '../testing/area-builds.ts';
import { runArea } from './area.ts';

const [BUNDLED, NEXT] = ['aaaaaaaaaa', '1111111111'] as const;
const consoleDir = makeConsoleFolder([makeAreaBuild(BUNDLED)]);
const builds = makeConsoleFolder([makeAreaBuild(NEXT)]);
const folder = path.join(builds, 'mfe-logs');

let app: TestApp;
let environment: Environment;
beforeAll(async () => {
  app = await buildTestApp({ environment: { CONSOLE_DIR: consoleDir } });
  const { token, privateKey } = await makePublisher(app);
  environment = {
    TOLLGATE_URL: await app.listen(),
    TOLLGATE_PUBLISH_TOKEN: token,
    TOLLGATE_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    TOLLGATE_ACCESS_TOKEN: await accessTokens.replace(app.ctx, app.people.root.id, {
      name: '',
      expiresAt: null,
    }),
    TOLLGATE_USER_ID: String(app.people.root.id),
  };
});
afterAll(() => app.close());

function run(...rest: string[]): Promise<string> {
  return runArea(rest, environment, { consoleDir });
}

test('a build goes from the folder to a share of the users, to all users and back again', async () => {
  expect(await run('doctor', folder)).toContain(`Build ${NEXT} of logs is in order`);
  expect(await run('publish', folder)).toContain(`Published build ${NEXT} of logs: 4 files`);
  const link = `${environment.TOLLGATE_URL}/preview?area=logs&build=${NEXT}`;
  expect(await run('preview', 'logs', NEXT)).toBe(link);
  expect(await run('publish', folder)).toContain(`Build ${NEXT} of logs is there already. Go on with canary`);

  expect(await run('canary', 'logs', NEXT, '--users', '1')).toBe(
    `0 % of the users and 1 named user get build ${NEXT} of logs now.`,
  );
  await run('canary', 'logs', NEXT, '5');
  expect(await run('list')).toContain(`stable bundled, canary ${NEXT} 5 % (waiting)`);
  const planned = await run('canary', 'logs', NEXT, '--plan', '1,10,100', '--every', '5', '--roles', 'admin');
  expect(planned).toContain('1 % of the users and all with the role admin');
  expect(planned).toContain('Then 10 %, 100 %, everybody: after 5 minutes');
  expect(await run('list')).toContain('plan 1 → 10 → 100 %, next not before');
  await run('promote', 'logs', NEXT);
  expect(await run('list')).toContain(`stable ${NEXT}`);
  expect(await run('rollback', 'logs')).toContain('No published build of logs is stable now.');

  await run('kill', 'logs', '--build', NEXT, '--reason', 'leaks');
  expect(await run('list')).toContain('off: leaks');
  await expect(run('promote', 'logs', NEXT)).rejects.toThrow('is disabled');
  expect(await run('revive', 'logs', '--build', NEXT, '--reason', 'mended')).toContain('given out again');
});

test('a command names the next step when something is missing', async () => {
  await expect(run('nothing')).rejects.toThrow('Usage: tollgate area');
  await expect(run('kill', 'logs')).rejects.toThrow('--reason');
  await expect(run('canary', 'logs', NEXT)).rejects.toThrow('Say who gets it');
  await expect(run('canary', 'logs', NEXT, '--roles', 'king')).rejects.toThrow('no role "king"');
  await expect(run('canary', 'logs', NEXT, '--users', 'anna')).rejects.toThrow('which the page Users');
  await expect(run('canary', 'logs', NEXT, '--user', '7')).rejects.toThrow(
    'There is no option "--user". Did you mean "--users"?',
  );
  await expect(run('canary', 'logs', NEXT, '--users')).rejects.toThrow('--users needs a value.');
  await expect(run('publish', folder, '--force')).rejects.toThrow(
    'There is no option "--force". Options of publish: --oidc.',
  );
  await expect(run('canary', 'logs', NEXT, '--plan', '50,10')).rejects.toThrow();
  await expect(run('doctor', consoleDir)).rejects.toThrow('has no build');
  const without = (name: string) => ({ ...environment, [name]: undefined });
  const config = { consoleDir };
  for (const name of ['TOLLGATE_PUBLISH_TOKEN', 'TOLLGATE_SIGNING_KEY'])
    await expect(runArea(['publish', folder], without(name), config)).rejects.toThrow(name);
  const withoutAccess = { ...without('TOLLGATE_ACCESS_TOKEN'), TOLLGATE_PUBLISH_TOKEN: undefined };
  await expect(runArea(['list'], withoutAccess, config)).rejects.toThrow('TOLLGATE_ACCESS_TOKEN');
  const nowhere = { ...environment, TOLLGATE_URL: 'http://127.0.0.1:9' };
  await expect(runArea(['list'], nowhere, config)).rejects.toThrow('Nothing answers');
});

test('retiring an area prints where each address leads, and a bundled area is refused', async () => {
  const { token, privateKey } = await makePublisher(app, 'bills');
  const build = makeAreaBuild('4444444444', { id: 'bills' });
  const secrets = {
    TOLLGATE_PUBLISH_TOKEN: token,
    TOLLGATE_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  const built = path.join(makeConsoleFolder([build]), 'mfe-bills');
  await runArea(['publish', built], { ...environment, ...secrets }, { consoleDir });
  await run('promote', 'bills', '4444444444');
  const printed = await run('retire', 'bills', '--redirect', '/bills=/logs', '--reason', 'part of the log');
  expect(printed).toContain('/bills  leads to /logs');
  expect(await run('list')).toContain('retired: part of the log');
  await expect(run('retire', 'logs', '--reason', 'no more')).rejects.toThrow('comes with the gateway');
  await expect(run('retire', 'bills')).rejects.toThrow('--reason');
  await expect(run('retire', 'bills', '--redirect', '/bills', '--reason', 'why')).rejects.toThrow(
    'is no redirect',
  );
});

test('doctor finds a file that was changed after the build', async () => {
  const spoiled = makeConsoleFolder([makeAreaBuild('2222222222')]);
  const file = path.join(spoiled, 'mfe-logs/dist/2222222222/remoteEntry.0123456789.js');
  writeFileSync(file, `${readFileSync(file, 'utf8')} `);
  await expect(run('doctor', path.join(spoiled, 'mfe-logs'))).rejects.toThrow('FILE_HASH');
});

test('a new private key matches its public key', async () => {
  const text = await run('keygen');
  const [, registered] = /Public key to register: (.+)$/.exec(text) ?? [];
  const key = createPublicKey(text.slice(0, text.indexOf('Public key')));
  const { x = '' } = key.export({ format: 'jwk' });
  expect(Buffer.from(x, 'base64url').toString('base64')).toBe(registered);
});

test('the registry of the builds on disk is written for a static file server', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'registry-')), 'registry.json');
  expect(await run('export-registry', file)).toContain('Wrote 1 areas');
  const registry = registrySnapshot.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(registry.areas[0]).toMatchObject({ id: 'logs', state: 'on', active: { buildId: BUNDLED } });
});

test('the list names the revoked key of a build and says that its canary stopped growing', async () => {
  const build = makeAreaBuild('3333333333');
  const built = path.join(makeConsoleFolder([build]), 'mfe-logs');
  await run('publish', built);
  await run('canary', 'logs', '3333333333', '--plan', '1,10,100');
  const { keys } = await app.as('root').get(listPublishers, {});
  for (const { id } of keys) await app.as('root').get(revokePublishKey, { id });
  const list = await run('list');
  expect(list).toContain('plan stopped');
  expect(list).toMatch(/3333333333 .* not trusted: key ci was revoked/);
});
