import { generateKeyPairSync } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capture } from './processes.ts';
import { packSdk } from './sdk/pack.ts';
import { type GatewayProcess, post, startGateway } from './testing/gateway-process.ts';

const NAME = 'audit-log';
const LIMIT_MS = 600_000;
/** Where the gateway of this test has its packages, as `npm run sdk` writes them. */
const SDK = 'gateway/console/sdk/dist';
/** From nothing to a canary, on a machine that does nothing else. */
const GOAL = { seconds: 300, commands: 6 };

let folder: string;
let gateway: GatewayProcess;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-repository-'));
  // Packing blocks this process for a minute: a gateway would end its idle connections meanwhile.
  packSdk(path.join(folder, SDK));
  gateway = await startGateway(path.join(folder, 'gateway'));
}, LIMIT_MS);
afterAll(async () => {
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

test(
  'a team with nothing but npm and a deploy token creates, tests, builds and ships an area',
  async () => {
    environment = await giveAccess();
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
    expect(await kit('canary', '--users', '1')).toContain(`get build ${buildId} of ${NAME}`);
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(`From nothing to a canary: ${commands} commands, ${seconds.toFixed(0)} s.\n`);
    expect(commands).toBeLessThan(GOAL.commands);
    if (!process.env.CI) expect(seconds).toBeLessThan(2 * GOAL.seconds);

    expect(await areasOf('root')).toContain(buildId);
    expect(await areasOf('visitor')).not.toContain(NAME);
    await kit('promote');
    expect(await areasOf('visitor')).toContain(buildId);
    expect(await kit('list')).toContain(`stable ${buildId}`);
    await expectSources(own, buildId);
    await expectTypes(own, kit);
    expect(await kit('preview')).toContain(`/preview?area=${NAME}&build=${buildId}`);
    await expectNothingFromHere(own);
    expect(await kit('retire', '--reason', 'the test is over')).toContain(`/${NAME}  is gone`);
    expect(await areasOf('root')).not.toContain(buildId);
    await expectInstallAfterUpdate(own);
  },
  LIMIT_MS,
);

/** What root gives a team: a key of their own, and a token for their area. */
async function giveAccess(): Promise<Record<string, string>> {
  const { TOLLGATE_ACCESS_TOKEN: token = '', TOLLGATE_URL = '' } = gateway.environment;
  const signed = { authorization: `Bearer ${token}`, 'new-api-user': '1' };
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const public_key = Buffer.from(x, 'base64url').toString('base64');
  await post(`${gateway.url}/api/console/publish-keys`, { name: 'team', public_key, area: NAME }, signed);
  const rights = ['publish', 'release', 'watch'];
  const made = await post(`${gateway.url}/api/console/areas/${NAME}/tokens`, { name: 'ci', rights }, signed);
  const pem = path.join(folder, 'team.pem');
  writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return {
    TOLLGATE_URL,
    TOLLGATE_PUBLISH_TOKEN: (made.data as { token: string }).token,
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
async function expectTypes(own: string, kit: (...args: string[]) => Promise<string>): Promise<void> {
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
