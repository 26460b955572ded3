import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApps } from '../build-apps.ts';
import { capture } from '../processes.ts';
import { listApps } from '../workspace.ts';
import { packGateway } from './pack-gateway.ts';

const LIMIT_MS = 600_000;
/** The account without rights of every Unix. */
const NO_RIGHTS = 65_534;

let folder: string;
let program: string;
let port: number;
let gateway: ChildProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tollgate-package-'));
  expect(await buildApps()).toBe(true);
  const app = path.join(folder, 'app');
  // The same steps as in deploy/Dockerfile.
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
  const file = await packGateway(folder);
  mkdirSync(app);
  const installed = await capture('npm', ['install', '--prefix', app, ...flags, file], { cwd: folder });
  expect(installed.code, installed.output).toBe(0);
  program = path.join(app, 'node_modules/.bin/tollgate');
  for (const each of [folder, path.join(folder, 'data')]) giveTo(each);
  await capture('chmod', ['-R', 'a-w', app]);
  port = await freePort();
}, LIMIT_MS);

afterAll(async () => {
  gateway?.kill('SIGKILL');
  await capture('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
});

test(
  'the package from npm runs without the repository, without rights, on files that cannot be written',
  async () => {
    const started = performance.now();
    gateway = start('serve');
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000, interval: 50 }).toBe(200);
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(`ready after ${seconds.toFixed(1)} s, ${residentMb(gateway)} MB resident\n`);

    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    const [script = ''] = /\/[\w/.-]+\.js/.exec(page) ?? [];
    expect(await statusOf(`${url}${script}`)).toBe(200);
    const code = readFileSync(path.join(folder, 'data/setup-token'), 'utf8').trim();
    const password = 'gatekeeper-1';
    const person = { username: 'owner', password, confirmPassword: password, setup_token: code };
    expect(await post(`${url}/api/setup`, person)).toMatchObject({ success: true });
    const sdk = (await (await fetch(`${url}/api/console/sdk/@tollgate/console-sdk`)).json()) as object;
    expect(sdk).toMatchObject({ name: '@tollgate/console-sdk' });
    // The shell answers its own files, the areas are in the package too.
    const areas = listApps().filter((name) => name !== 'shell');
    expect(
      globSync('mfe-*/dist/*/area.manifest.json', { cwd: packageFolder() }).map((name) => name.split('/')[0]),
    ).toEqual(expect.arrayContaining(areas));

    gateway.kill('SIGTERM');
    expect(await endOf(gateway)).toBe(0);
    const audit = start('audit');
    expect(await endOf(audit)).toBe(0);
  },
  LIMIT_MS,
);

test('no source of a test and no TypeScript is in the package', () => {
  const files = globSync(['**/*.ts', '**/*.test.js', '**/testing/**', '**/journeys/**'], {
    cwd: path.join(packageFolder(), 'packages'),
  });
  expect(files).toEqual([]);
});

function start(command: string): ChildProcess {
  const who = process.getuid?.() === 0 ? { uid: NO_RIGHTS, gid: NO_RIGHTS } : {};
  const env = {
    PATH: path.dirname(process.execPath),
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'warn',
    DRAIN_LISTEN_SECONDS: '0',
  };
  return spawn(program, [command], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'], ...who });
}

function packageFolder(): string {
  return path.join(folder, 'app/node_modules/@tollgate/gateway');
}

function giveTo(own: string): void {
  mkdirSync(own, { recursive: true });
  if (process.getuid?.() === 0) chownSync(own, NO_RIGHTS, NO_RIGHTS);
}

/** Of the process itself: `tollgate` becomes the gateway. */
function residentMb({ pid }: ChildProcess): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024);
}

async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url)).status;
  } catch {
    return 0;
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
}
