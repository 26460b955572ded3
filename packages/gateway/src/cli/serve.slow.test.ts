import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bareEnvironment } from '../testing/bare-environment.ts';

const main = gatewayProgram();
let dataDir: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-serve-'));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs `tollgate` with its own environment and collects its output. */
function tollgate(command: string[], environment: Record<string, string> = {}, nodeOptions: string[] = []) {
  const own = {
    HOST: '127.0.0.1',
    PORT: '0',
    WORKERS: '1',
    DATA_DIR: dataDir,
    DRAIN_LISTEN_SECONDS: '0',
  };
  const env = { ...bareEnvironment, ...own, ...environment };
  const child = spawn(process.execPath, [...nodeOptions, main, ...command], { env });
  running.push(child);
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, ended, output: () => output };
}

async function startGateway(environment: Record<string, string> = {}, nodeOptions: string[] = []) {
  const gateway = tollgate(['serve'], environment, nodeOptions);
  await expect.poll(gateway.output, { timeout: 60_000 }).toContain('Tollgate is ready');
  return { ...gateway, address: /http:\/\/[\w.:]+/.exec(gateway.output())?.[0] as string };
}

const owner = { username: 'owner', password: 'correct horse', confirmPassword: 'correct horse' };

async function post(address: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin: new URL(address).origin };
  return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

test('a gateway under node --watch serves, and knows the right password from a wrong one', async () => {
  const gateway = await startGateway({ WATCH_REPORT_DEPENDENCIES: '1' });
  expect(await post(`${gateway.address}/api/setup`, owner)).toMatchObject({ success: true });
  for (const [password, success] of [
    [owner.password, true],
    ['wrong horse', false],
  ] as const) {
    const account = { username: owner.username, password };
    expect(await post(`${gateway.address}/api/user/login`, account)).toMatchObject({ success });
  }
  gateway.child.kill('SIGTERM');
  expect(await gateway.ended).toBe(0);
});

test('a gateway prints its address and the setup code, ends cleanly and restarts with the same key', async () => {
  const first = await startGateway();
  expect(first.output()).toContain(readFileSync(join(dataDir, 'setup-token'), 'utf8').trim());
  const status = await fetch(`${first.address}/api/status`);
  expect(await status.json()).toMatchObject({ success: true, data: { setup: false } });
  expect(await post(`${first.address}/api/setup`, owner)).toMatchObject({ success: true });
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);

  const second = await startGateway();
  expect(second.output()).not.toContain('setup code');
  const audited = tollgate(['audit']);
  expect(await audited.ended).toBe(0);
  expect(audited.output()).toContain('0 broken');
  expect(audited.output()).toMatch(/[1-9]\d* rows of the audit log follow each other up to [0-9a-f]{64}/);
});

test('a gateway keeps its compiled code where only those can write who can read its keys', async () => {
  const first = await startGateway({ NODE_COMPILE_CACHE: '' });
  first.child.kill('SIGTERM');
  await first.ended;
  const folder = join(dataDir, 'compile-cache');
  expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(10);
  expect(statSync(folder).mode & 0o022).toBe(0);
});

test('a gateway without calls gives the memory of its start back', async () => {
  const { child } = await startGateway();
  const megabytes = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
  const atStart = megabytes();
  await expect.poll(megabytes, { timeout: 30_000 }).toBeLessThan(atStart - 5);
});

test('a start warns of a data folder that others can write', async () => {
  chmodSync(dataDir, 0o777);
  const gateway = await startGateway();
  expect(gateway.output()).toContain(`Close it with: chmod 700 '${dataDir}'`);
});

test('two instances do not share a data folder, and a killed instance does not block the next one', async () => {
  const first = await startGateway();
  const second = tollgate(['serve']);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`in use by another instance (process ${first.child.pid})`);
  first.child.kill('SIGKILL');
  await first.ended;
  await startGateway();
});

test('a start reports all wrong settings at once and starts nothing', async () => {
  const wrong = { PORT: 'eighty', DRAIN_SECONDS: '-1', TOLLGATE_KEY: 'short', SSRF_ALLOW: '10.0.0.0/99' };
  const gateway = tollgate(['serve'], wrong);
  expect(await gateway.ended).toBe(1);
  for (const name of Object.keys(wrong)) expect(gateway.output()).toContain(`  ${name}: must be `);
  expect(gateway.output()).not.toContain('short');
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

test.each(['postgres', 'mysql'])('a start prints a message when %s does not answer', async (scheme) => {
  const DATABASE_URL = `${scheme}://tollgate:secret-password@127.0.0.1:1/tollgate`;
  for (const command of ['serve', 'audit']) {
    const { ended, output } = tollgate([command], { DATABASE_URL });
    expect(await ended).toBe(1);
    expect(output()).toContain('The database cannot be reached or takes no work (ECONNREFUSED).');
    expect(output()).not.toMatch(/secret-password|\n\s+at /);
  }
});

test('a start prints a message when the port is taken', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const { port } = blocker.address() as { port: number };
  const gateway = tollgate(['serve'], { PORT: String(port) });
  expect(await gateway.ended).toBe(1);
  expect(gateway.output()).toBe(
    `Port ${port} is taken by another program. Stop it, or set PORT to another number.\n`,
  );
  blocker.close();
});

test('a gateway does not start on sealed values with another master key, or without one', async () => {
  const key = Buffer.alloc(32, 1).toString('base64');
  const first = await startGateway({ TOLLGATE_KEY: key });
  const setup = { username: 'owner', password: 'correct horse', confirmPassword: 'correct horse' };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    origin: first.address,
    'new-api-user': '1',
  };
  const post = (path: string, body: object) =>
    fetch(`${first.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/api/setup', setup);
  const login = await post('/api/user/login', setup);
  headers.cookie = login.headers.get('set-cookie')?.split(';')[0] as string;
  expect(await (await post('/api/token/', { name: 't' })).json()).toMatchObject({ success: true });
  first.child.kill('SIGTERM');
  await first.ended;

  const wrong = tollgate(['serve'], { TOLLGATE_KEY: Buffer.alloc(32, 2).toString('base64') });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toContain('not the one that sealed this database');
  const missing = tollgate(['serve']);
  expect(await missing.ended).toBe(1);
  expect(missing.output()).toContain('The master key is missing');
  expect(await tollgate(['keys', 'check'], { TOLLGATE_KEY: key }).ended).toBe(0);
});

test('an unknown command prints the usage', async () => {
  const command = tollgate(['dance']);
  expect(await command.ended).toBe(1);
  expect(command.output()).toContain('Usage: tollgate <command>');
});

test('an internal error is logged and ends the process with 70, so that it is restarted', async () => {
  const fault = 'process.on("SIGUSR2", () => Promise.reject(new Error("planted fault")))';
  const gateway = await startGateway({}, ['--import', `data:text/javascript,${encodeURIComponent(fault)}`]);
  gateway.child.kill('SIGUSR2');
  expect(await gateway.ended).toBe(70);
  expect(gateway.output()).toContain('planted fault');
});

test('a gateway takes calls for a while after SIGTERM though it is not ready, and closes its port at once on SIGINT', async () => {
  const byTerm = await startGateway({ DRAIN_LISTEN_SECONDS: '2' });
  byTerm.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${byTerm.address}/readyz`)).status).toBe(503);
  const late = await fetch(`${byTerm.address}/api/status`);
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  expect((await fetch(`${byTerm.address}/livez`)).status).toBe(200);
  expect(await byTerm.ended).toBe(0);

  const byInterrupt = await startGateway({ DRAIN_LISTEN_SECONDS: '30' });
  byInterrupt.child.kill('SIGINT');
  expect(await byInterrupt.ended).toBe(0);
});

test('a second internal error does not shorten the drain of the first one', async () => {
  const fault = 'process.on("SIGUSR2", () => Promise.reject(new Error("planted fault")))';
  const environment = { DRAIN_LISTEN_SECONDS: '2' };
  const options = ['--import', `data:text/javascript,${encodeURIComponent(fault)}`];
  const gateway = await startGateway(environment, options);
  gateway.child.kill('SIGUSR2');
  await expect.poll(async () => (await fetch(`${gateway.address}/readyz`)).status).toBe(503);
  gateway.child.kill('SIGUSR2');
  await expect.poll(() => gateway.output().split('planted fault').length).toBeGreaterThan(2);
  expect((await fetch(`${gateway.address}/livez`)).status).toBe(200);
  expect(await gateway.ended).toBe(70);
});

test('a gateway continues when its terminal is closed, and still ends cleanly', async () => {
  const gateway = tollgate(['serve']);
  gateway.child.stdout.destroy();
  const lock = join(dataDir, 'lock');
  const token = join(dataDir, 'setup-token');
  await expect.poll(() => existsSync(lock) && existsSync(token), { timeout: 15_000 }).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(gateway.child.exitCode).toBeNull();
  gateway.child.kill('SIGTERM');
  expect(await gateway.ended).toBe(0);
});
