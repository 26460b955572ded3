import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { hostApi } from '@tollgate/contract';
import { gatewayProgram } from '../gateway/program.ts';

export interface GatewayProcess {
  url: string;
  /** Environment for running the product's commands against this gateway, as its root user. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts a real gateway with a first account and an unbuilt console, in `folder`, and what is in `consoleDir`. */
export async function startGateway(
  folder: string,
  consoleDir = path.join(folder, 'console'),
): Promise<GatewayProcess> {
  writeShell(consoleDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [gatewayProgram(), 'serve'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      CONSOLE_DIR: consoleDir,
      LOG_LEVEL: 'warn',
      DRAIN_LISTEN_SECONDS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = () => end(child);
  try {
    await untilReady(`${url}/api/status`, child);
    return { url, environment: await environmentOfRoot(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Writes the minimal shell manifest: which areas fit it. */
function writeShell(consoleDir: string): void {
  const dist = path.join(consoleDir, 'shell/dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(path.join(dist, 'index.html'), '<html><head></head><body></body></html>');
  writeFileSync(
    path.join(dist, 'shell.manifest.json'),
    JSON.stringify({ schema: 1, version: '0.1.0', hostApi }),
  );
}

async function environmentOfRoot(url: string): Promise<Record<string, string>> {
  const person = { username: 'root', password: 'gatekeeper-1' };
  await post(`${url}/api/setup`, { ...person, confirmPassword: person.password }, {});
  const { cookie } = await post(`${url}/api/user/login`, person, {});
  const headers = { cookie, 'new-api-user': '1' };
  const { data } = (await (await fetch(`${url}/api/user/token`, { headers })).json()) as { data: string };
  return { TOLLGATE_URL: url, TOLLGATE_ACCESS_TOKEN: data, TOLLGATE_USER_ID: '1' };
}

/** @throws with the gateway's message on a failure */
export async function post(url: string, body: object, signed: Record<string, string>) {
  const headers = { 'content-type': 'application/json', origin: new URL(url).origin, ...signed };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as { success: boolean; message: string; data: unknown };
  if (!answer.success) throw new Error(`${url}: ${answer.message}`);
  return { data: answer.data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`The gateway ended with ${child.exitCode}.`);
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer within a minute.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
