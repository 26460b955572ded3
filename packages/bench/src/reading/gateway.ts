import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import { administer } from '../../../gateway/src/testing/database-servers.ts';
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

/** Where a gateway of this measurement has its data. */
export interface Place {
  folder: string;
  /** Absent: SQLite in the folder. */
  databaseUrl?: string;
}

/** A folder for a log of `rows`, and a database on the server whose address is `server`. */
export function placeFor(rows: number, base: string, server: string | undefined): Place {
  const folder = path.join(base, String(rows));
  if (!server) return { folder };
  const url = new URL(server);
  url.pathname = `/tollgate_reading_${rows}`;
  return { folder, databaseUrl: url.href };
}

/** Starts a gateway with a log of `rows` in a place, filled with one `every` second unless it exists, and its provider. */
export async function openSite(place: Place, rows: number, every = 1): Promise<Site> {
  const { folder } = place;
  mkdirSync(folder, { recursive: true });
  const settingsFile = path.join(folder, 'bench.json');
  if (!existsSync(settingsFile)) {
    await changeDatabases(place, 'drop database if exists');
    await changeDatabases(place, 'create database');
    const port = await freePort();
    const upstream = await startUpstream(port);
    const gateway = await startGateway(place);
    const key = await setUp(gateway.url, `http://127.0.0.1:${port}`);
    await Promise.all([end(gateway.process), end(upstream)]);
    const { databaseUrl } = place;
    await fillLog({ dataDir: folder, databaseUrl }, rows, Math.floor(Date.now() / 1000), every);
    writeFileSync(settingsFile, JSON.stringify({ key, port }));
  }
  const { key, port } = JSON.parse(readFileSync(settingsFile, 'utf8')) as { key: string; port: number };
  const upstream = await startUpstream(port);
  const gateway = await startGateway(place);
  return {
    url: gateway.url,
    key,
    session: (await signIn({ url: gateway.url })).session,
    gateway: gateway.process,
    stop: async () => void (await Promise.all([end(gateway.process), end(upstream)])),
  };
}

/** Removes the folder, and the database of a server. */
export async function removePlace(place: Place): Promise<void> {
  await changeDatabases(place, 'drop database if exists');
  rmSync(place.folder, { recursive: true, force: true });
}

async function changeDatabases({ databaseUrl }: Place, statement: string): Promise<void> {
  if (!databaseUrl) return;
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '';
  const kind = url.protocol === 'mysql:' ? 'mysql' : 'postgres';
  await administer(kind, url.href, `${statement} ${name}`);
}

async function startUpstream(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [upstreamMain, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilOpen(`http://127.0.0.1:${port}`);
  return child;
}

async function startGateway({ folder, databaseUrl }: Place): Promise<{ process: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
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
