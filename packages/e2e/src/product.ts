import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';

const root = path.resolve(import.meta.dirname, '../../..');
/** On an overloaded machine a gateway takes a minute to start. */
const READY_MS = 150_000;

/** The built product on its own data folder, as `npm start` runs it. */
export interface Product {
  url: string;
  /** Folder with the built console that this product serves: a copy that a test may damage. */
  consoleDir: string;
  stop(): Promise<void>;
}

/** For tests that do within a minute what a user does in a day. */
export const noLimits = {
  GLOBAL_API_RATE_LIMIT: '0',
  ACCOUNT_API_RATE_LIMIT: '0',
  CRITICAL_RATE_LIMIT: '0',
};

/** Starts the gateway from the built console. `env` adds settings. */
export async function startProduct(env: NodeJS.ProcessEnv = {}): Promise<Product> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tollgate-e2e-'));
  const consoleDir = path.join(dataDir, 'console');
  for (const app of [
    'shell',
    'mfe-user',
    'mfe-admin-channels',
    'mfe-admin-settings',
    'mfe-logs',
    'mfe-playground',
  ])
    cpSync(path.join(root, app, 'dist'), path.join(consoleDir, app, 'dist'), { recursive: true });
  const port = await freePort();
  const child = spawn(process.execPath, [gatewayProgram(), 'serve'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      CONSOLE_DIR: consoleDir,
      LOG_LEVEL: 'warn',
      DRAIN_LISTEN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/api/status`, child).catch(async (error) => {
    await end(child);
    throw error;
  });
  return {
    url,
    consoleDir,
    stop: async () => {
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + READY_MS; Date.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}`);
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer within ${READY_MS / 1000} s`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(late);
}
