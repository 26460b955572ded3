import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectOptions } from '../db/connect.ts';
import { administer, startServer } from '../testing/database-servers.ts';
import { fillFirstAccount, readLedgerState } from '../testing/kill/ledger-state.ts';
import { type MarkedProvider, startMarkedProvider } from '../testing/kill/marked-calls.ts';
import { runProduct, setUpProduct, startProduct } from '../testing/kill/product.ts';
import { type SteadyCalls, startSteadyCalls } from '../testing/kill/steady-calls.ts';
import { canMount, fillDisk } from '../testing/mounts.ts';
import { redisProgram, startRedis } from '../testing/redis.ts';
import { findPrograms } from '../testing/server-programs.ts';

/** How long each outage lasts; 30 seconds with `KILL=1`. */
const outageMs = process.env.KILL === '1' ? 30_000 : 4_000;
const limitMs = 180_000 + 3 * outageMs;

let folder: string;
let provider: MarkedProvider;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  provider = await startMarkedProvider();
  folder = mkdtempSync(join(tmpdir(), 'tollgate-outage-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const kind of ['postgres', 'mysql'] as const) {
  const name = kind === 'postgres' ? 'PostgreSQL' : 'MariaDB';
  describe.skipIf(!findPrograms(kind))(`${name} crashes and comes back`, () => {
    test(
      'callers get their answer or 503 with Retry-After, and no call is free or charged twice',
      async () => {
        const server = await startServer(kind, { isDurable: true });
        await administer(kind, server.url, 'CREATE DATABASE outage');
        const databaseUrl = `${server.url}/outage`;
        const product = await start({ dataDir: folder, databaseUrl }, { DATABASE_URL: databaseUrl });

        await withOutage(product.calls, server.crash, server.restart);

        await product.expectServiceAgain();
        const complaints = product.logLines().filter((line) => !line.includes('No statement failed'));
        expect(complaints).toEqual([expect.stringContaining('The database server cannot be reached')]);
        await product.expectExactBooks();
        await server.stop();
      },
      limitMs,
    );
  });
}

describe.skipIf(!redisProgram)('Redis', () => {
  test(
    'every call is served while Redis is frozen, and after it vanished',
    async () => {
      const redis = await startRedis();
      const product = await start({ dataDir: folder }, { REDIS_URL: redis.url });

      await withOutage(product.calls, redis.freeze, redis.thaw);
      await withOutage(product.calls, redis.stop, () => {});

      await product.calls.stop();
      expect([...product.calls.statuses.keys()]).toEqual([200]);
      await product.expectExactBooks();
    },
    limitMs,
  );
});

describe.skipIf(!canMount())('the disk', () => {
  const mount = (size: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder]);
  afterEach(() => {
    execFileSync('umount', ['-l', folder]);
  });

  test(
    'while it is full callers get their answer or 503 with Retry-After, and the books are exact afterwards',
    async () => {
      mount('24m');
      const product = await start({ dataDir: folder }, {});
      const ballast = join(folder, 'ballast');

      await withOutage(
        product.calls,
        () => fillDisk(ballast),
        () => rmSync(ballast),
      );

      await product.expectServiceAgain();
      await product.expectExactBooks();
    },
    limitMs,
  );

  test('a gateway on a folder that cannot be written ends with a sentence that names the folder', async () => {
    mount('24m');
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const { child, output } = runProduct(folder, 'serve');
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).not.toBe(0);
    expect(output()).toContain(folder);
    expect(output()).not.toMatch(/\n\s+at /);
  });
});

/** A gateway with a channel, a key and money, and callers that use it. */
async function start(database: ConnectOptions, settings: Record<string, string>) {
  const first = await startProduct(database.dataDir, settings);
  const key = await setUpProduct(first.url, provider.url);
  await end(first.child);
  await fillFirstAccount(database);
  const { child, url } = await startProduct(database.dataDir, settings);
  running.add(child);
  let log = '';
  child.stdout?.on('data', (piece) => (log += piece));
  const calls = startSteadyCalls(url, key);
  return {
    calls,
    /** Warnings and errors since the start. */
    logLines: () => log.split('\n').filter((line) => line.startsWith('{')),
    /** Expects that the gateway serves again without a restart. */
    async expectServiceAgain() {
      const served = calls.statuses.get(200) ?? 0;
      await expect.poll(() => calls.statuses.get(200) ?? 0, { timeout: 30_000 }).toBeGreaterThan(served + 20);
      await calls.stop();
      expect([...calls.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(calls.withoutRetryAfter).toBe(0);
    },
    async expectExactBooks() {
      await expect.poll(() => countUnlogged(database), { timeout: 15_000 }).toBe(0);
      await end(child);
      const { charged, logged, openHolds } = await readLedgerState(database);
      const seen = provider.seen.size;
      expect(new Set(charged).size).toBe(charged.length);
      expect(logged).toEqual(charged);
      expect(charged.length).toBe(seen);
      expect(openHolds).toBe(0);
      const report = runProduct(database.dataDir, 'audit', settings);
      expect(await new Promise((resolve) => report.child.once('exit', resolve)), report.output()).toBe(0);
      const statuses = [...calls.statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
      process.stdout.write(
        `${expect.getState().currentTestName}: ${outageMs / 1000} s, ${statuses}, longest wait ` +
          `${(calls.longestMs / 1000).toFixed(1)} s, ${seen} calls seen, ${charged.length} charged\n`,
      );
    },
  };
}

/** Rows that wait in the main database until the log database is back. */
async function countUnlogged(database: ConnectOptions): Promise<number> {
  const { charged, logged } = await readLedgerState(database);
  return charged.length - logged.length;
}

async function withOutage(calls: SteadyCalls, begin: () => unknown, finish: () => unknown): Promise<void> {
  const served = calls.statuses.get(200) ?? 0;
  await expect.poll(() => calls.statuses.get(200) ?? 0, { timeout: 30_000 }).toBeGreaterThan(served + 20);
  await begin();
  await sleep(outageMs);
  await finish();
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  running.delete(child);
}
