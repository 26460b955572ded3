import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApps } from './build-apps.ts';
import { capture } from './processes.ts';
import { packSdk } from './sdk/pack.ts';
import { type GatewayProcess, post, startGateway } from './testing/gateway-process.ts';
import { endWithCtrlC, fillIn, shellBlocks } from './testing/guide.ts';
import { openShell, type ShellSession } from './testing/shell-session.ts';
import { root } from './workspace.ts';

const LIMIT_MS = 900_000;
const guides = path.join(root, 'docs/guides');
const EXAMPLE_BUILD = '7c773f8fcd';

let folder: string;
let gateway: GatewayProcess;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'guides-'));
  expect(await buildApps({ names: ['packages/gateway', 'mfe-user'] })).toBe(true);
  const consoleDir = path.join(folder, 'gateway/console');
  packSdk(path.join(consoleDir, 'sdk/dist'));
  // An area with the page to which the example redirects.
  cpSync(path.join(root, 'mfe-user/dist'), path.join(consoleDir, 'mfe-user/dist'), { recursive: true });
  gateway = await startGateway(path.join(folder, 'gateway'));
}, LIMIT_MS);
afterAll(async () => {
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

test(
  'the guides for an area in a checkout work word by word, in a clone in a folder named src',
  async () => {
    const clone = path.join(folder, 'src');
    const cloned = await capture('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
    expect(cloned.code, cloned.output).toBe(0);
    const shell = openTerminal(clone);
    await addArea(shell, clone);

    // "`tollgate` is short for …, with the Node of the checkout (…)": the page has both.
    const page = readFileSync(path.join(guides, 'ship-an-area.md'), 'utf8');
    const [, program] = /`tollgate` is short for `([^`]+)`/.exec(page) ?? [];
    const [, toPath] = /with the Node of the checkout \(`([^`]+)`\)/.exec(page) ?? [];
    await shell.run(`${toPath}\ntollgate() { ${program} "$@"; }\n`);

    const heading = 'From an empty folder to a canary';
    const [make = '', register = '', ship = ''] = shellBlocks(guides, 'ship-an-area.md', heading);
    const made = await shell.run(endWithCtrlC(make, 'npm run dev', 30));
    expect(made).toContain('of billing is in order');
    const given = await shell.run(
      fillIn(register, {
        'https://gate.example': gateway.url,
        'TOLLGATE_ACCESS_TOKEN=…': `TOLLGATE_ACCESS_TOKEN=${gateway.environment.TOLLGATE_ACCESS_TOKEN}`,
      }),
    );
    const [, token = ''] = /"token":"(pub_[^"]+)"/.exec(given) ?? [];
    const [, buildId = ''] = /Build (\w{10}) of billing is in order/.exec(made) ?? [];
    const shipped = await shell.run(fillIn(ship, { 'pub_…': token, [EXAMPLE_BUILD]: buildId }));
    expect(shipped).toContain(`Published build ${buildId}`);
    expect(shipped).toContain(`Everybody gets build ${buildId} of billing now`);
    expect(shipped).toContain(`Build ${buildId} of billing is switched off`);
    shell.end();
  },
  LIMIT_MS,
);

test(
  'the guide for an area in a repository of its own works word by word',
  async () => {
    const own = path.join(folder, 'teams');
    mkdirSync(own);
    const shell = openTerminal(own);
    const page = 'own-area-repository.md';
    const [create = '', ship = ''] = shellBlocks(guides, page, '');
    const made = await shell.run(
      endWithCtrlC(fillIn(create, { 'https://gate.example': gateway.url }), 'npm run dev', 30),
    );
    expect(made).toContain('of billing is in order');

    const [keygen = '', ...register] = (shellBlocks(guides, page, 'What root gives a team')[0] ?? '').split(
      /(?=^curl )/m,
    );
    const keys = await shell.run(keygen.replace('npx tollgate-area keygen', 'npx tollgate-area keygen'));
    const [, pem = '', key = ''] =
      /(-----BEGIN.*?END PRIVATE KEY-----\n)\s*Public key to register: (\S+)/s.exec(keys) ?? [];
    await shell.run(
      `ROOT=${gateway.environment.TOLLGATE_ACCESS_TOKEN}\nprintf '%s' '${pem}' > ../billing.pem\n`,
    );
    const given = await shell.run(fillIn(register.join(''), { '"public_key":"…"': `"public_key":"${key}"` }));
    const [, token = ''] = /"token":"(pub_[^"]+)"/.exec(given) ?? [];
    const person = await addPerson();
    const shipped = await shell.run(
      endWithCtrlC(
        fillIn(ship, { 'pub_…': token, '--users 7': `--users ${person}` }),
        'npx tollgate-area watch',
        15,
      ),
    );
    expect(shipped).toMatch(/\/preview\?area=billing&build=\w{10}/);
    expect(shipped).toContain('Everybody gets build');
    expect(shipped).toContain('/billing  leads to /token');
    shell.end();
  },
  LIMIT_MS,
);

/** Follows the numbered steps, and compares the files that the page names with those that were written. */
async function addArea(shell: ShellSession, clone: string): Promise<void> {
  const page = readFileSync(path.join(guides, 'add-an-area.md'), 'utf8');
  const steps = [...page.matchAll(/^\d\. (?:By hand: )?`(npm run [^`]+)`/gm)].map(
    ([, command = '']) => command,
  );
  expect(steps).toEqual(['npm run new area <name>', 'npm run build mfe-<name>']);
  for (const step of steps) await shell.run(step.replace('<name>', 'notes'));
  const [, tree = ''] = /```text\n(.*?)```/s.exec(page) ?? [];
  const named = tree
    .split('\n')
    .flatMap((line) => /^\s+((?:\S+, )*\S+) {2}/.exec(line)?.[1]?.split(', ') ?? []);
  const files = [...named, 'src/i18n/zh.json', 'src/i18n/en.json'].filter((file) => !file.includes('{'));
  expect(files.length).toBeGreaterThan(9);
  expect(files.filter((file) => !existsSync(path.join(clone, 'mfe-notes', file)))).toEqual([]);
  expect(globSync('mfe-notes/dist/*/area.manifest.json', { cwd: clone })).toHaveLength(1);

  const bundled = await startGateway(path.join(folder, 'bundled'), clone);
  const registry = await (await fetch(`${bundled.url}/api/console/registry`)).text();
  await bundled.stop();
  expect(registry).toContain('"id":"notes"');
}

function openTerminal(cwd: string): ShellSession {
  const env = { ...process.env, npm_config_cache: path.join(folder, 'npm-cache'), npm_config_yes: 'true' };
  for (const name of ['NODE_ENV', 'VITEST', 'CI']) delete (env as NodeJS.ProcessEnv)[name];
  return openShell(cwd, folder, env);
}

/** The user whom the guide names in a canary. */
async function addPerson(): Promise<number> {
  const { TOLLGATE_ACCESS_TOKEN: token = '' } = gateway.environment;
  const signed = { authorization: `Bearer ${token}`, 'new-api-user': '1' };
  const person = { username: 'tester', password: 'gatekeeper-2', display_name: 'Tester' };
  await post(`${gateway.url}/api/user/`, person, signed);
  return 2;
}
