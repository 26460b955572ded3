import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { administer, type DatabaseServer, startServer } from '../database-servers.ts';
import { freePort } from '../free-port.ts';
import { sharedKey } from '../more-gateways.ts';
import { nginxProgram, startClusterNginx } from '../nginx.ts';
import { redisProgram, startRedis, type TestRedis } from '../redis.ts';
import { findPrograms, type ServerKind } from '../server-programs.ts';
import { fillFirstAccount, type LedgerState, readLedgerState } from './ledger-state.ts';
import { type MarkedProvider, startMarkedProvider } from './marked-calls.ts';
import { runProduct, setUpProduct, startProduct } from './product.ts';

/** Whether everything that a cluster needs is installed here. */
export function canStartCluster(kind: ServerKind): boolean {
  return findPrograms(kind) !== undefined && redisProgram !== undefined && nginxProgram !== undefined;
}

/** Gateways on one database server and one Redis, behind nginx, with a provider that counts what it sees. */
export interface Cluster {
  readonly server: DatabaseServer;
  readonly redis: TestRedis;
  readonly provider: MarkedProvider;
  /** The address of nginx. */
  readonly url: string;
  /** An API key with money. */
  readonly key: string;
  /** The addresses of the gateways themselves. */
  readonly urls: readonly string[];
  readonly pids: readonly number[];
  readErrors(): string;
  /** Ends a gateway as its supervisor does. */
  end(number: number): Promise<void>;
  /** Ends it as a lack of memory does. */
  kill(number: number): Promise<void>;
  /** Starts it again, on its folder and its port. */
  start(number: number): Promise<void>;
  /** Ends all gateways, checks the books by the command, and reads what is in them. */
  readBooks(): Promise<LedgerState>;
  close(): Promise<void>;
}

export async function startCluster(
  kind: ServerKind,
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const provider = await startMarkedProvider();
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-cluster-'));
  const server = await startServer(kind, { isDurable: true });
  await administer(kind, server.url, 'CREATE DATABASE cluster');
  const redis = await startRedis();
  const databaseUrl = `${server.url}/cluster`;
  const environment = {
    ...{ ...sharedKey, DATABASE_URL: databaseUrl, REDIS_URL: redis.url },
    ...{ CONNECTIONS_PER_ADDRESS: '1000', DRAIN_LISTEN_SECONDS: '3', ...settings },
  };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const children: ChildProcess[] = [];
  const start = async (number: number) => {
    const gateway = await startProduct(join(folder, `node-${number}`), {
      ...environment,
      PORT: String(ports[number]),
    });
    children[number] = gateway.child;
  };
  for (let number = 0; number < count; number += 1) await start(number);
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const key = await setUpProduct(urls[0] ?? '', provider.url);
  const database = { dataDir: join(folder, 'node-0'), databaseUrl };
  await fillFirstAccount(database);
  const nginx = await startClusterNginx(urls);

  const ended = async (number: number, signal: NodeJS.Signals) => {
    const child = children[number] as ChildProcess;
    const code = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return code;
  };
  const end = async (number: number) => void expect(await ended(number, 'SIGTERM')).toBe(0);
  return {
    ...{ server, redis, provider, url: nginx.url, key, urls, readErrors: nginx.readErrors, start, end },
    get pids() {
      return children.map(({ pid = 0 }) => pid);
    },
    kill: async (number) => void (await ended(number, 'SIGKILL')),
    async readBooks() {
      for (const number of children.keys()) await end(number);
      const audit = runProduct(database.dataDir, 'audit', environment);
      expect(await new Promise((resolve) => audit.child.once('exit', resolve)), audit.output()).toBe(0);
      return readLedgerState(database);
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await nginx.stop();
      await redis.stop();
      await server.stop();
      await provider.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
