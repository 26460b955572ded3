import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import { end, freePort, untilOpen } from '../relay/machine.ts';
import { setUp, signIn } from '../relay/set-up.ts';
import { fillLog } from './dataset.ts';

const main = gatewayProgram();
const upstreamMain = path.resolve(import.meta.dirname, '../relay/upstream.ts');
/** The first start after a schema change migrates ten million rows. */
const START_LIMIT_MS = 15 * 60_000;

export interface Site {
  url: string;
  /** API key of a caller. */
  key: string;
  /** Headers of the root user's session. */
  session: Record<string, string>;
  gateway: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a gateway with a log of `rows` in `folder`, filled unless it exists, and its provider. */
export async function openSite(folder: string, rows: number): Promise<Site> {
  mkdirSync(folder, { recursive: true });
  const settingsFile = path.join(folder, 'bench.json');
  if (!existsSync(settingsFile)) {
    const port = await freePort();
    const upstream = await startUpstream(port);
    const gateway = await startGateway(folder);
    const key = await setUp(gateway.url, `http://127.0.0.1:${port}`);
    await Promise.all([end(gateway.process), end(upstream)]);
    fillLog(folder, rows, Math.floor(Date.now() / 1000));
    writeFileSync(settingsFile, JSON.stringify({ key, port }));
  }
  const { key, port } = JSON.parse(readFileSync(settingsFile, 'utf8')) as { key: string; port: number };
  const upstream = await startUpstream(port);
  const gateway = await startGateway(folder);
  return {
    url: gateway.url,
    key,
    session: (await signIn({ url: gateway.url })).session,
    gateway: gateway.process,
    stop: async () => void (await Promise.all([end(gateway.process), end(upstream)])),
  };
}

async function startUpstream(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [upstreamMain, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilOpen(`http://127.0.0.1:${port}`);
  return child;
}

async function startGateway(folder: string): Promise<{ process: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      SSRF_ALLOW: '127.0.0.1/32',
      LOG_LEVEL: 'warn',
      GLOBAL_API_RATE_LIMIT: '0',
      ACCOUNT_API_RATE_LIMIT: '0',
      CRITICAL_RATE_LIMIT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilOpen(`${url}/api/status`, START_LIMIT_MS);
  return { process: child, url };
}
