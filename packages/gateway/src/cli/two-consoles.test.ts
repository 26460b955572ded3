import type { Environment } from '@tollgate/area-cli';
import { addPublishKey, makePublishToken, promoteBuild, publishBuild } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/app.ts';
import { makeAreaBuild, makeConsoleFolder, makePublisher, publishRequest } from '../testing/area-builds.ts';
import { runArea } from './area.ts';

const [STABLE, OTHER] = ['1111111111', '2222222222'] as const;
const rights = ['publish', 'release', 'watch'] as const;

test('the stable build of one console is carried to another with its signature', async () => {
  const { run, production, staging } = await openConsoles();
  expect(await run('diff')).toBe(`billing  ${STABLE} 0.1.0  →  not there`);
  const printed = await run('promote', 'billing');
  expect(printed).toBe(
    `Everybody at ${production} gets build ${STABLE} of billing now. It was carried over.`,
  );
  expect(await run('diff')).toBe(`billing  same: ${STABLE} 0.1.0`);
  expect(await run('promote', 'billing')).toContain('was there already');

  await staging.as('root').get(promoteBuild, { id: 'billing', build_id: OTHER });
  expect(await run('diff')).toBe(`billing  ${OTHER} 0.1.0  →  ${STABLE} 0.1.0`);
});

test('a console that does not trust the key of the other one refuses the build', async () => {
  const { run } = await openConsoles({ trusts: false });
  await expect(run('promote', 'billing')).rejects.toThrow('SIGNATURE no registered key');
});

test('a command about two consoles names what is missing', async () => {
  const { run, environment } = await openConsoles();
  await expect(run('promote', 'unknown')).rejects.toThrow('no stable build of unknown');
  const config = { consoleDir: undefined };
  await expect(runArea(['diff'], environment, config)).rejects.toThrow('--from');
  const without = { ...environment, TOLLGATE_FROM_TOKEN: undefined };
  await expect(runArea(['diff', '--from', 'http://127.0.0.1:9'], without, config)).rejects.toThrow(
    'TOLLGATE_FROM_TOKEN',
  );
});

/** Staging has two builds of `billing`; production has a token for it, and by default the key. */
async function openConsoles({ trusts = true } = {}) {
  const staging = await openConsole();
  const publisher = await makePublisher(staging, 'billing');
  for (const buildId of [STABLE, OTHER])
    await staging
      .as('visitor')
      .get(publishBuild, publishRequest(makeAreaBuild(buildId, { id: 'billing' }), publisher));
  await staging.as('root').get(promoteBuild, { id: 'billing', build_id: STABLE });

  const production = await openConsole();
  const { x = '' } = publisher.privateKey.export({ format: 'jwk' });
  const public_key = Buffer.from(x, 'base64url').toString('base64');
  if (trusts) await production.as('root').get(addPublishKey, { name: 'team', public_key, area: 'billing' });
  const [from, to] = [await staging.listen(), await production.listen()];
  const environment: Environment = {
    TOLLGATE_URL: to,
    TOLLGATE_PUBLISH_TOKEN: await makeToken(production, [...rights]),
    TOLLGATE_FROM_TOKEN: await makeToken(staging, ['watch']),
  };
  const run = (action: string, ...rest: string[]) =>
    runArea([action, ...rest, '--from', from], environment, { consoleDir: undefined });
  return { run, staging, production: to, environment };
}

async function openConsole(): Promise<TestApp> {
  const app = await buildTestApp({ environment: { CONSOLE_DIR: makeConsoleFolder([]) } });
  onTestFinished(() => app.close());
  return app;
}

async function makeToken(app: TestApp, given: ('publish' | 'release' | 'watch')[]): Promise<string> {
  const { token } = await app.as('root').get(makePublishToken, { id: 'billing', name: 'ci', rights: given });
  return token;
}
