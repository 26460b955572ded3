import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectOptions, connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { audit } from '../ledger/index.ts';
import { describeDatabases } from '../testing/databases.ts';
import { fillFirstAccount, readLedgerState } from '../testing/kill/ledger-state.ts';
import { type MarkedProvider, startMarkedProvider } from '../testing/kill/marked-calls.ts';
import { runProduct, setUpProduct, startProduct } from '../testing/kill/product.ts';
import { startSteadyCalls } from '../testing/kill/steady-calls.ts';
import { fillAccounts, openTestLedger, reservation, usageRecord } from '../testing/ledger.ts';
import { createWithLogLine } from '../testing/log-line.ts';
import { wrongSums } from '../testing/logs.ts';
import { canMount, fillDisk } from '../testing/mounts.ts';

/** How long each outage lasts; 30 seconds with `KILL=1`. */
const outageMs = process.env.KILL === '1' ? 30_000 : 6_000;
/** Which way the log database goes away, by the kind of database; both ways on each with `KILL=1`. */
const ways = ['refuses connections', 'is silent'] as const;
const wayOf = { sqlite: 'refuses connections', postgres: 'is silent', mysql: 'refuses connections' } as const;
const calls = process.env.KILL === '1' ? 12_000 : 2_400;
const limitMs = 180_000 + 3 * outageMs;
const patient = { timeout: 60_000, interval: 200 };

let provider: MarkedProvider;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  provider = await startMarkedProvider();
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await provider.close();
});

describeDatabases(
  'while the log database is away',
  (kind) => {
    test(
      'thousands of calls that end are charged, and logged once when it is back',
      async () => {
        const { line, database } = await createWithLogLine(kind);
        const connection = await connect(database.options);
        await migrate(connection);
        await fillAccounts(connection.db, 20, 10_000_000);
        const opened = { ...connection, options: database.options, dispose: database.dispose };
        const { ledger, tryLogDatabase } = await openTestLedger(opened, database.options.dataDir, () => {});
        await line.cut();
        const call = async (userId: number) => {
          const hold = reservation({ userId });
          await ledger.reserve(hold);
          ledger.dispatch(hold.id, 3);
          await ledger.settle(hold.id, 7, usageRecord({ user_id: userId, token_id: userId }));
        };
        for (let round = 0; round < calls / 200; round += 1)
          await Promise.all(Array.from({ length: 200 }, (_, index) => call(1 + (index % 20))));
        await ledger.settled();

        await line.restore();
        const startedAt = performance.now();
        let longestMs = 0;
        let last = performance.now();
        const ticks = setInterval(() => {
          longestMs = Math.max(longestMs, performance.now() - last);
          last = performance.now();
        }, 1);
        await expect.poll(() => tryLogDatabase().then(() => 'back', String), patient).toBe('back');
        await ledger.deliver();
        clearInterval(ticks);
        process.stdout.write(
          `${kind.name}: ${calls} rows delivered in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ` +
            `longest turn ${longestMs.toFixed(0)} ms\n`,
        );
        const { total } = await connection.logDb
          .selectFrom('logs')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        expect(total).toBe(calls);
        expect(await wrongSums(connection.logDb)).toEqual([]);
        expect((await audit(connection.db, connection.logDb, { graceSeconds: 0 })).failures).toEqual([]);
        await ledger.close();
        await connection.close();
        await database.dispose();
      },
      limitMs,
    );

    for (const way of process.env.KILL === '1' ? ways : [wayOf[kind.kind]])
      test(
        `every call is served, also across kill -9, when it ${way}`,
        async () => {
          const { line, logUrl, database } = await createWithLogLine(kind);
          const product = await start(database.options);
          await product.serveMore();

          if (way === 'is silent') line.setSilent(true);
          else await line.cut();
          await sleep(outageMs);
          await product.serveMore();
          await product.kill();
          await product.startAgain();
          await product.serveMore();
          line.setSilent(false);
          if (way === 'refuses connections') await line.restore();

          await product.expectBooks({ ...database.options, logDatabaseUrl: logUrl });
          await database.dispose();
        },
        limitMs,
      );
  },
  ['sqlite', 'postgres'],
);

describe.skipIf(!canMount())('while the disk of the log alone is full', () => {
  test(
    'every call is served, and logged once when there is room',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-log-disk-'));
      const disk = join(dataDir, 'logs');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=700', 'tmpfs', disk]);
      try {
        const options = { dataDir, logDatabaseUrl: `sqlite:${join(disk, 'logs.db')}` };
        const product = await start(options);
        await product.serveMore();
        fillDisk(join(disk, 'ballast'));
        await sleep(outageMs);
        await product.serveMore();
        await product.kill();
        await product.startAgain();
        await product.serveMore();
        rmSync(join(disk, 'ballast'));
        await product.expectBooks(options);
      } finally {
        execFileSync('umount', ['-l', disk]);
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    limitMs,
  );
});

/** A gateway with a channel, a key and money, and callers that use it. */
async function start(options: ConnectOptions) {
  const settings = {
    LOG_DATABASE_URL: options.logDatabaseUrl ?? '',
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
  };
  const first = await startProduct(options.dataDir, settings);
  const key = await setUpProduct(first.url, provider.url);
  await end(first.child);
  await fillFirstAccount(options);

  const startGateway = async (after = 0) => {
    const { child, url } = await startProduct(options.dataDir, settings);
    running.add(child);
    return { child, url, calls: startSteadyCalls(url, key, 4, after) };
  };
  let gateway = await startGateway();
  let kills = 0;
  const statusesSeen = new Set<number>();
  const noteStatuses = () => {
    for (const status of gateway.calls.statuses.keys()) statusesSeen.add(status);
  };
  return {
    async serveMore() {
      const served = gateway.calls.statuses.get(200) ?? 0;
      await expect.poll(() => gateway.calls.statuses.get(200) ?? 0, patient).toBeGreaterThan(served + 50);
    },
    async kill() {
      kills += 1;
      noteStatuses();
      const ended = new Promise((resolve) => gateway.child.once('exit', resolve));
      gateway.child.kill('SIGKILL');
      await ended;
      await gateway.calls.stop();
    },
    async startAgain() {
      gateway = await startGateway(20_000);
    },
    /** Ends the gateway when it says that the log database is back, and compares what was called, charged and logged. */
    async expectBooks(direct: ConnectOptions) {
      const readyz = async () => (await fetch(`${gateway.url}/readyz`)).json() as Promise<unknown>;
      await expect.poll(readyz, patient).toEqual({ status: 'ready' });
      await gateway.calls.stop();
      noteStatuses();
      expect([...statusesSeen]).toEqual([200]);
      const isLogged = async () => {
        const { charged, logged } = await readLedgerState(direct);
        return [charged.length - logged.length, new Set(logged).size - logged.length];
      };
      await expect.poll(isLogged, patient).toEqual([0, 0]);
      await end(gateway.child);
      const { charged, logged, openHolds } = await readLedgerState(direct);
      expect(logged).toEqual(charged);
      // A kill between the note of a request and its sending charges one that did not arrive.
      const unseen = charged.length - provider.seen.size;
      expect(unseen).toBeGreaterThanOrEqual(0);
      expect(unseen).toBeLessThanOrEqual(kills);
      expect(openHolds).toBe(0);
      const report = runProduct(options.dataDir, 'audit', settings);
      expect(await new Promise((resolve) => report.child.once('exit', resolve)), report.output()).toBe(0);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  running.delete(child);
}
