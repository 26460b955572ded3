import { generateKeyPairSync } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capture } from './processes.ts';
import { packSdk } from './sdk/pack.ts';
import { type GatewayProcess, post, startGateway } from './testing/gateway-process.ts';
import {
  editInDevelopment,
  giveAccess,
  makeToken,
  reportCrashes,
  signedByRoot,
} from './testing/outside-team.ts';

const NAME = 'audit-log';
const LIMIT_MS = 900_000;
/** Where the gateway of this test has its packages, as `npm run sdk` writes them. */
const SDK = 'gateway/console/sdk/dist';
/** From nothing to a canary, on a machine that does nothing else. */
const GOAL = { seconds: 300, commands: 6 };

let folder: string;
let gateway: GatewayProcess;
/** A second console, to which the area is carried. */
let production: GatewayProcess;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-repository-'));
  // Packing blocks this process for a minute: a gateway would end its idle connections meanwhile.
  packSdk(path.join(folder, SDK));
  gateway = await startGateway(path.join(folder, 'gateway'));
  production = await startGateway(path.join(folder, 'production'));
}, LIMIT_MS);
afterAll(async () => {
  await gateway?.stop();
  await production?.stop();
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

test(
  'a team with nothing but npm and a deploy token creates, tests, builds and ships an area',
  async () => {
    environment = await prepare();
    const own = path.join(folder, NAME);
    const started = performance.now();
    let commands = 0;
    const run = async (cwd: string, program: string, ...args: string[]) => {
      commands += 1;
      const env = { ...environment, NODE_ENV: undefined, VITEST: undefined };
      const { code, output } = await capture(program, args, { cwd, env });
      expect(code, `${program} ${args.join(' ')}\n${output}`).toBe(0);
      return output;
    };
    const kit = (...args: string[]) => run(own, 'npx', 'tollgate-area', ...args);

    const registry = `--@tollgate:registry=${gateway.url}/api/console/sdk/`;
    await run(
      folder,
      'npm',
      'create',
      '@tollgate/area@latest',
      NAME,
      '--yes',
      registry,
      '--',
      '--from',
      gateway.url,
    );
    const tested = await run(own, 'npm', 'test');
    expect(tested).toContain('the contract of audit-log');
    expect(tested).not.toMatch(/\d+ failed/);
    expect(await run(own, 'npm', 'run', 'build')).toContain(`of ${NAME} is in order`);
    const [, buildId = ''] = /Published build (\w+)/.exec(await kit('publish')) ?? [];
    await expectNoOtherRight(own);
    environment.TOLLGATE_PUBLISH_TOKEN = environment.RELEASE_TOKEN ?? '';
    expect(await kit('canary', '10', '--users', '1')).toContain(
      `10 % of the users and 1 named user get build ${buildId}`,
    );
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(`From nothing to a canary: ${commands} commands, ${seconds.toFixed(0)} s.\n`);
    expect(commands).toBeLessThan(GOAL.commands);
    if (!process.env.CI) expect(seconds).toBeLessThan(2 * GOAL.seconds);

    expect(await areasOf('root')).toContain(buildId);
    expect(await areasOf('visitor')).not.toContain(NAME);
    await kit('promote');
    expect(await areasOf('visitor')).toContain(buildId);
    expect(await kit('list')).toContain(`stable ${buildId}`);
    await expectRollback(own, { run, kit });
    await expectCarried(own, { buildId, run });
    const edit = { file: 'src/i18n/en.json', from: '"intro"', to: '"introduction"' };
    await editInDevelopment(own, gateway.url, edit);
    await expectSources(own, buildId);
    await expectTypes(own, kit);
    expect(await kit('preview', buildId)).toContain(`/preview?area=${NAME}&build=${buildId}`);
    await expectNothingFromHere(own);
    expect(await kit('retire', '--reason', 'the test is over')).toContain(`/${NAME}  is gone`);
    expect(await areasOf('root')).not.toContain(buildId);
    await expectInstallAfterUpdate(own);
  },
  LIMIT_MS,
);

/** What root gives a team at both consoles. At first a token of the area that may only publish. */
async function prepare(): Promise<Record<string, string>> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const team = { name: NAME, publicKey: Buffer.from(x, 'base64url').toString('base64') };
  const pem = path.join(folder, 'team.pem');
  writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return {
    TOLLGATE_URL: gateway.url,
    TOLLGATE_PUBLISH_TOKEN: await giveAccess(gateway, { ...team, rights: ['publish'] }),
    RELEASE_TOKEN: await makeToken(gateway, { name: NAME, rights: ['release', 'watch'] }),
    PRODUCTION_TOKEN: await giveAccess(production, { ...team, rights: ['publish', 'release', 'watch'] }),
    TOLLGATE_SIGNING_KEY: pem,
    npm_config_cache: path.join(folder, 'npm-cache'),
  };
}

async function areasOf(who: 'root' | 'visitor'): Promise<string> {
  const person = { username: 'root', password: 'gatekeeper-1' };
  const cookie = who === 'root' ? (await post(`${gateway.url}/api/user/login`, person, {})).cookie : '';
  const response = await fetch(`${gateway.url}/api/console/registry`, { headers: { cookie } });
  return await response.text();
}

type Run = (cwd: string, program: string, ...args: string[]) => Promise<string>;
type Kit = (...args: string[]) => Promise<string>;

/** A token with the right to publish cannot release; the sentence says which right is missing. */
async function expectNoOtherRight(own: string): Promise<void> {
  const { code, output } = await capture('npx', ['tollgate-area', 'canary', '10'], {
    cwd: own,
    env: { ...environment, NODE_ENV: undefined, VITEST: undefined },
  });
  expect(code).toBe(1);
  expect(output).toContain(`lacks the right “release” for the area ${NAME}`);
}

/** A build that crashes for three people is withdrawn by the gateway itself, and those who watch the area are notified. */
async function expectRollback(own: string, { run, kit }: { run: Run; kit: Kit }): Promise<void> {
  const file = path.join(own, 'src/i18n/en.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"Audit log"', '"Audit log, broken"'));
  const releaseToken = environment.TOLLGATE_PUBLISH_TOKEN ?? '';
  environment.TOLLGATE_PUBLISH_TOKEN = await makeToken(gateway, { name: NAME, rights: ['publish'] });
  const refused = await capture('npx', ['tollgate-area', 'publish'], {
    cwd: own,
    env: { ...environment, NODE_ENV: undefined, VITEST: undefined },
  });
  expect(refused.output).toContain('The sources changed after build');
  await run(own, 'npm', 'run', 'build');
  const [, buildId = ''] = /Published build (\w+)/.exec(await kit('publish')) ?? [];
  environment.TOLLGATE_PUBLISH_TOKEN = releaseToken;
  await kit('canary', '10');
  await reportCrashes(gateway, { area: NAME, buildId });
  await expect
    .poll(() => kit('list'), { timeout: 90_000, interval: 3000 })
    .toContain(`canary ${buildId} 10 % (frozen)`);
  const inbox = await fetch(`${gateway.url}/api/notification/`, { headers: signedByRoot(gateway) });
  expect(await inbox.text()).toContain('area_canary_frozen');
}

/** The stable build of this console becomes that of another one, with its signature. */
async function expectCarried(own: string, { buildId, run }: { buildId: string; run: Run }): Promise<void> {
  const { TOLLGATE_PUBLISH_TOKEN: from = '', PRODUCTION_TOKEN: to = '' } = environment;
  Object.assign(environment, { TOLLGATE_FROM_TOKEN: from, TOLLGATE_PUBLISH_TOKEN: to });
  const consoles = ['--from', gateway.url, '--to', production.url];
  const carried = await run(own, 'npx', 'tollgate-area', 'promote', ...consoles);
  expect(carried).toContain(`Everybody at ${production.url} gets build ${buildId} of ${NAME} now.`);
  environment.TOLLGATE_PUBLISH_TOKEN = from;
}

/** Every package comes from the console or from npm, by an ordinary version. */
async function expectNothingFromHere(own: string): Promise<void> {
  const manifest = readFileSync(path.join(own, 'package.json'), 'utf8');
  const lockfile = readFileSync(path.join(own, 'package-lock.json'), 'utf8');
  expect(manifest).not.toMatch(/workspace:|catalog:|file:|link:/);
  expect(lockfile).not.toMatch(/"resolved": "(?:file:|\.\.)|"link": true/);
}

/** A crash of the minified build is shown with file, line and function of the team's source, which no browser gets. */
async function expectSources(own: string, buildId: string): Promise<void> {
  const folder = path.join(own, 'dist', buildId);
  const files = globSync('static/js/**/*.js', { cwd: folder }).map((file) => {
    return { file, code: readFileSync(path.join(folder, file), 'utf8') };
  });
  const { file, code } = files.find((one) => one.code.includes('"list.intro"')) ?? { file: '', code: '' };
  const column = code.indexOf('"list.intro"');
  const name = [...code.slice(0, column).matchAll(/(?:function ([\w$]+)|([\w$]+):function)\(/g)].at(-1);
  const stack = [`${name?.[1] ?? name?.[2]} (${file}:1:${column + 1})`];
  const { TOLLGATE_ACCESS_TOKEN: token = '' } = gateway.environment;
  const signed = { authorization: `Bearer ${token}`, 'new-api-user': '1' };
  const crash = { type: 'area.crash/v1', area: NAME, buildId, name: 'TypeError', message: '', stack };
  await post(`${gateway.url}/api/console/telemetry`, { schema: 1, events: [crash] }, signed);
  const trouble = await fetch(`${gateway.url}/api/console/areas/${NAME}/trouble`, { headers: signed });
  expect(await trouble.text()).toMatch(/"ListPage \(src\/list\/list-page\.tsx:\d+:\d+\)"/);
  const served = await fetch(`${gateway.url}/assets/areas/${NAME}/${buildId}/${file}.map`);
  expect(served.status).toBe(404);
}

/** The names that `types` writes are known to the compiler of the area. */
async function expectTypes(own: string, kit: Kit): Promise<void> {
  const manifest = path.join(own, 'src/area.manifest.ts');
  const links = `links: { '${NAME}.list': { path: '/${NAME}' } },\n  routes:`;
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('routes:', links));
  const user = `import type { LinkId } from '@tollgate/console-sdk';\nexport const link: LinkId = '${NAME}.list';\n`;
  writeFileSync(path.join(own, 'src/link.ts'), user);
  expect(await kit('types')).toContain('Wrote src/console.gen.d.ts');
  const { code, output } = await capture('npx', ['tsc'], { cwd: own });
  expect(code, output).toBe(0);
}

/** A lockfile names the packages of its day: a gateway that was updated since then still has them. */
async function expectInstallAfterUpdate(own: string): Promise<void> {
  rmSync(path.join(folder, SDK), { recursive: true });
  mkdirSync(path.join(folder, SDK));
  writeFileSync(path.join(folder, SDK, 'index.json'), JSON.stringify({ version: '9.9.9', packages: {} }));
  const env = { ...environment, npm_config_cache: path.join(folder, 'another-cache') };
  const { code, output } = await capture('npm', ['ci', '--no-audit', '--no-fund'], { cwd: own, env });
  expect(code, output).toBe(0);
}
