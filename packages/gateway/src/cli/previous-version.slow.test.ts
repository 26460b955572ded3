import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../db/connect.ts';
import { logMigrations } from '../db/migrate.ts';
import { hasAll } from '../modules/shared/repository/migrations.ts';
import { administer, startServer } from '../testing/database-servers.ts';
import { fillFirstAccount, readLedgerState } from '../testing/kill/ledger-state.ts';
import { type MarkedProvider, startMarkedProvider } from '../testing/kill/marked-calls.ts';
import { callConsole, runProduct, setUpProduct, signIn, startProduct } from '../testing/kill/product.ts';
import { type SteadyCalls, startSteadyCalls } from '../testing/kill/steady-calls.ts';
import { sharedKey } from '../testing/more-gateways.ts';
import { findPreviousVersion, writeVersion } from '../testing/previous-version.ts';
import { findPrograms } from '../testing/server-programs.ts';

let folder: string;
let provider: MarkedProvider;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  provider = await startMarkedProvider();
  folder = mkdtempSync(join(tmpdir(), 'tollgate-previous-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const previous = findPreviousVersion();
const reason = previous ? 'there is no PostgreSQL' : 'there is no history to take it from';

describe.skipIf(!previous || !findPrograms('postgres'))(
  `a gateway of the previous version (or ${reason})`,
  () => {
    test('goes on while and after the next version migrates its database, next to a gateway of it', async () => {
      const server = await startServer('postgres', { isDurable: true });
      await administer('postgres', server.url, 'CREATE DATABASE previous');
      const databaseUrl = `${server.url}/previous`;
      const settings = { ...sharedKey, DATABASE_URL: databaseUrl, CONSOLE_DIR: folder };
      const database = { dataDir: join(folder, 'old'), databaseUrl };
      mkdirSync(join(folder, 'version'));
      const oldMain = writeVersion(previous as string, join(folder, 'version'));

      const old = await startProduct(database.dataDir, settings, oldMain);
      running.add(old.child);
      const key = await setUpProduct(old.url, provider.url);
      expect(await isMigrated(database)).toBe(false);
      await fillFirstAccount(database);
      const calls = startSteadyCalls(old.url, key, 4);
      await servesMore(calls);
      const migration = runProduct(join(folder, 'new'), 'migrate', settings);
      expect(await exitOf(migration.child), migration.output()).toBe(0);
      expect(await isMigrated(database)).toBe(true);
      await servesMore(calls);
      const next = await startProduct(join(folder, 'new'), settings);
      running.add(next.child);
      const others = startSteadyCalls(next.url, key, 4, 100_000);
      await Promise.all([servesMore(calls), servesMore(others)]);
      const channel = {
        type: 1,
        name: 'late',
        key: 'sk-late',
        base_url: provider.url,
        models: 'gpt-4o-mini',
      };
      await callConsole(old.url, 'POST /api/channel/', channel, await signIn(old.url));
      await Promise.all([servesMore(calls), servesMore(others)]);
      await Promise.all([calls.stop(), others.stop()]);

      expect([...calls.statuses.keys(), ...others.statuses.keys()]).toEqual([200, 200]);
      for (const { child } of [old, next]) {
        child.kill('SIGTERM');
        expect(await exitOf(child)).toBe(0);
        running.delete(child);
      }
      const { charged, logged, openHolds } = await readLedgerState(database);
      expect(new Set(charged).size).toBe(charged.length);
      expect(logged).toEqual(charged);
      expect(charged.length).toBe(provider.seen.size);
      expect(openHolds).toBe(0);
      const audit = runProduct(join(folder, 'new'), 'audit', settings);
      expect(await exitOf(audit.child), audit.output()).toBe(0);
      await server.stop();
    }, 300_000);
  },
);

async function servesMore(calls: SteadyCalls): Promise<void> {
  const served = () => calls.statuses.get(200) ?? 0;
  const before = served();
  await expect.poll(served, { timeout: 60_000 }).toBeGreaterThan(before + 20);
}

async function isMigrated(database: Parameters<typeof connect>[0]): Promise<boolean> {
  const { db, logDb, close } = await connect(database);
  try {
    const known = await sql<{ name: string }>`select name from log_migration`.execute(logDb);
    const logNames = new Set(known.rows.map(({ name }) => name));
    return (await hasAll(db)) && Object.keys(logMigrations).every((name) => logNames.has(name));
  } finally {
    await close();
  }
}

function exitOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('exit', resolve));
}
