import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const program = path.join(import.meta.dirname, 'main.ts');

function create(...args: string[]) {
  const cwd = mkdtempSync(path.join(tmpdir(), 'create-area-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const run = (folder = cwd) =>
    spawnSync(process.execPath, [program, ...args, '--no-install'], { cwd: folder, encoding: 'utf8' });
  return { cwd, run };
}

test.each(['', 'Audit', 'audit--log', 'a'.repeat(31)])('the name "%s" is refused with the usage', (name) => {
  const { status, stderr } = create(name).run();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Usage: npm create @tollgate\/area@latest <name>/);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test.each([
  ['logs', 'is the name of an area that every console has'],
  ['wallet', 'is a menu entry of the area user'],
  ['log', 'is an address of the area logs'],
  ['login', 'is an address of the shell'],
  ['api', 'is an address of the gateway'],
])('the name "%s" is refused, because it is taken', (name, reason) => {
  const { cwd, run } = create(name);
  const { status, stderr } = run();
  expect([status, stderr]).toEqual([1, `"${name}" ${reason}. Choose another name.\n`]);
  expect(existsSync(path.join(cwd, name))).toBe(false);
});

test.each([
  [
    ['--from', 'http://127.0.0.1:49'],
    'Nothing answers at http://127.0.0.1:49. Set --from to the address of the gateway.',
  ],
  [['--from', 'gate'], '"gate" is no address of a gateway. Write --from https://gate.example'],
  [['--temm', 'Billing'], 'There is no option "--temm". Did you mean "--team"?'],
  [['--quiet'], 'There is no option "--quiet". Options: --from, --team, --contact, --no-install.'],
  [['--team'], '--team needs a value.'],
])('%j is refused with one sentence, before anything is written', (args, sentence) => {
  const { cwd } = create();
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/proxy$/i.test(name)));
  const { status, stderr } = spawnSync(process.execPath, [program, 'billing', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 15_000,
  });
  expect([status, stderr]).toEqual([1, `${sentence}\n`]);
  expect(existsSync(path.join(cwd, 'billing'))).toBe(false);
});

test('a folder whose packages cannot be installed is removed, so that the same command works later', {
  timeout: 60_000,
}, () => {
  const { cwd } = create();
  const env = {
    ...process.env,
    'npm_config_@tollgate:registry': 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    npm_config_cache: path.join(cwd, 'cache'),
  };
  const { status, stderr } = spawnSync(process.execPath, [program, 'billing'], {
    cwd,
    env,
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('npm create @tollgate/area@latest');
  expect(existsSync(path.join(cwd, 'billing'))).toBe(false);
});

test('a new area is a repository of git of its own, unless it is created inside of one', () => {
  const { cwd, run } = create('audit-log');
  expect(run().status).toBe(0);
  expect(existsSync(path.join(cwd, 'audit-log/.git'))).toBe(true);
  const inside = path.join(cwd, 'audit-log/more');
  mkdirSync(inside);
  expect(run(inside).status).toBe(0);
  expect(existsSync(path.join(inside, 'audit-log/.git'))).toBe(false);
});
