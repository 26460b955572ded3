import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { administer, startServer } from '../testing/database-servers.ts';
import { freePort } from '../testing/free-port.ts';
import { fillFirstAccount, readLedgerState } from '../testing/kill/ledger-state.ts';
import { type MarkedProvider, startMarkedProvider } from '../testing/kill/marked-calls.ts';
import { startPacedCalls } from '../testing/kill/paced-calls.ts';
import { runProduct, setUpProduct, startProduct } from '../testing/kill/product.ts';
import { sharedKey } from '../testing/more-gateways.ts';
import { nginxProgram, startClusterNginx } from '../testing/nginx.ts';
import { redisProgram, startRedis } from '../testing/redis.ts';
import { findPrograms } from '../testing/server-programs.ts';

/** With `KILL=1` 50 calls a second, 10,000 of them; otherwise a tenth, with the same restarts. */
const isLong = process.env.KILL === '1';
const [perSecond, least] = isLong ? [50, 10_000] : [10, 300];

let folder: string;
let provider: MarkedProvider;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  provider = await startMarkedProvider();
  folder = mkdtempSync(join(tmpdir(), 'tollgate-rolling-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const isInstalled = findPrograms('postgres') && redisProgram && nginxProgram;

describe.skipIf(!isInstalled)('three gateways on PostgreSQL and Redis behind nginx', () => {
  test('no call fails while they are restarted one after another, and the books are exact', async () => {
    const server = await startServer('postgres', { isDurable: true });
    await administer('postgres', server.url, 'CREATE DATABASE rolling');
    const redis = await startRedis();
    const databaseUrl = `${server.url}/rolling`;
    const settings = {
      ...{ ...sharedKey, DATABASE_URL: databaseUrl, REDIS_URL: redis.url },
      ...{ CONNECTIONS_PER_ADDRESS: '1000', DRAIN_LISTEN_SECONDS: '3' },
    };
    const ports = [await freePort(), await freePort(), await freePort()];
    const start = async (number: number) => {
      const dataDir = join(folder, `node-${number}`);
      const gateway = await startProduct(dataDir, { ...settings, PORT: String(ports[number]) });
      running.add(gateway.child);
      return gateway;
    };
    const gateways = [await start(0), await start(1), await start(2)];
    const key = await setUpProduct(gateways[0]?.url ?? '', provider.url);
    const database = { dataDir: join(folder, 'node-0'), databaseUrl };
    await fillFirstAccount(database);
    const nginx = await startClusterNginx(gateways.map(({ url }) => url));

    const calls = startPacedCalls(nginx.url, key, perSecond);
    for (const [number, gateway] of gateways.entries()) {
      await calls.until(((number + 1) * least) / 5);
      await end(gateway.child);
      gateways[number] = await start(number);
    }
    await calls.until(least);
    await calls.stop();

    process.stdout.write(`${calls.failed.size} of ${calls.sent} calls failed\n`);
    expect([...calls.failed], nginx.readErrors()).toEqual([]);
    for (const { child } of gateways) await end(child);
    const { charged, logged, openHolds } = await readLedgerState(database);
    expect(new Set(charged).size).toBe(charged.length);
    expect(logged).toEqual(charged);
    expect(charged.length).toBe(calls.sent);
    expect(provider.seen.size).toBe(calls.sent);
    expect([...provider.seen.values()].every((times) => times === 1)).toBe(true);
    expect(openHolds).toBe(0);
    const audit = runProduct(database.dataDir, 'audit', settings);
    expect(await new Promise((resolve) => audit.child.once('exit', resolve)), audit.output()).toBe(0);
    await nginx.stop();
    await redis.stop();
    await server.stop();
  }, 900_000);
});

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  running.delete(child);
}
