import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import { transact } from '../core/context.ts';
import { type Connection, connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { verifyChain } from '../modules/audit/audit-chain.ts';
import { countOthers, rotateMasterKey } from '../modules/secrets/master-key-rotation.ts';
import * as masterKeys from '../modules/secrets/repository/master-keys.ts';
import { createSecrets, fingerprintOf } from '../modules/secrets/secrets.ts';
import * as options from '../modules/settings/options.ts';
import * as optionTable from '../modules/settings/repository/options.ts';
import { describeDatabases, type FreshDatabase } from '../testing/databases.ts';
import { makeSealedWorld, readSealedWorld } from '../testing/sealed-world.ts';
import { withStatementHook } from '../testing/statement-hook.ts';
import { keysCommand } from './keys.ts';
import { openSecrets } from './master-secrets.ts';
import { openGateway } from './open-gateway.ts';

const keyOf = (fill: number) => Buffer.alloc(32, fill);
/** The text of a key file with these keys. */
const keyFile = (...fills: number[]) => fills.map((fill) => keyOf(fill).toString('base64')).join('\n');

describeDatabases('the rotation of the master key', (database) => {
  let fresh: FreshDatabase;
  let connection: Connection;
  beforeEach(async () => {
    fresh = await database.create();
    connection = await connect(fresh.options);
    await migrate(connection);
  });
  afterEach(async () => {
    await connection.close();
    await fresh.dispose();
  });

  const configOf = (...fills: number[]) =>
    readConfig({
      DATA_DIR: fresh.options.dataDir,
      DATABASE_URL: fresh.options.databaseUrl,
      TOLLGATE_KEY: keyFile(...fills),
    });
  const start = (...fills: number[]) =>
    openGateway(configOf(...fills), createLog('silent'), systemClock, { processes: false });
  /** Runs the command in a separate process. */
  async function rotate(fills: number[], { db = connection.db, settleMs = 0 } = {}) {
    const secrets = await openSecrets(configOf(...fills), db);
    return rotateMasterKey({ db, secrets, print: () => {}, settleMs });
  }
  const actions = () =>
    connection.db.selectFrom('audit_log').selectAll().where('action', '=', 'master_key.rotate').execute();

  test('keeps everything usable while a gateway runs, and the old key opens nothing afterwards', async () => {
    const running = await start(1, 2);
    const world = await makeSealedWorld(running.ctx);
    const before = await readSealedWorld(running.ctx, world);
    expect(before).toMatchObject({
      usedToken: true,
      channelKey: 'sk-canary-channel-0123456789',
      smtp: 'canary-smtp',
    });
    expect(before).toMatchObject({ isChannelFound: true, address: expect.any(String), isCodeRight: true });

    expect(await rotate([1, 2])).toEqual({ others: 0, unreadable: 0 });
    expect(await readSealedWorld(running.ctx, world)).toEqual(before);
    await transact(running.ctx, (tx) => options.write(tx, 'EpayKey', 'saved later'));
    expect(await countOthers(connection.db, createSecrets(keyOf(2)))).toEqual({ others: 0, unreadable: 0 });
    await running.close();

    await expect(start(1)).rejects.toThrow('was replaced by tollgate keys rotate');
    const later = await start(2);
    expect(await readSealedWorld(later.ctx, world)).toEqual(before);
    expect(later.ctx.options.current.EpayKey).toBe('saved later');
    await later.close();
    expect((await masterKeys.list(connection.db))[0]?.fingerprint).toBe(fingerprintOf(keyOf(2)));
  });

  test('writes one row into the audit log', async () => {
    await (await start(1)).close();
    await rotate([1, 2]);
    await rotate([1, 2]);
    expect(await actions()).toMatchObject([{ target: 'master_key:2', actor_name: 'system' }]);
    expect((await verifyChain(connection.db)).broken).toBeUndefined();
  });

  test('can be killed after any statement and started again', async () => {
    const first = await start(1);
    const world = await makeSealedWorld(first.ctx);
    const before = await readSealedWorld(first.ctx, world);
    await first.close();

    let cuts = 0;
    for (let old = 1; ; old += 1) {
      let statements = 0;
      let isCut = false;
      const db = withStatementHook(connection.db, () => {
        statements += 1;
        if (statements !== old || isCut) return;
        isCut = true;
        throw new Error('killed');
      });
      const attempt = rotate([old, old + 1], { db });
      if (
        await attempt.then(
          () => true,
          (error: Error) => {
            expect(error.message).toBe('killed');
            return false;
          },
        )
      )
        break;
      cuts += 1;
      await rotate([old, old + 1]);
      expect(await countOthers(connection.db, createSecrets(keyOf(old + 1)))).toEqual({
        others: 0,
        unreadable: 0,
      });
    }
    expect(cuts).toBeGreaterThan(12);
    const later = await start(cuts + 2);
    expect(await readSealedWorld(later.ctx, world)).toEqual(before);
    await later.close();
    expect(await actions()).toHaveLength(cuts + 1);
  }, 120_000);

  test('lets a gateway start during it with both keys only', async () => {
    await (await start(1)).close();
    await masterKeys.begin(connection.db, 2, fingerprintOf(keyOf(2)), 1);
    for (const only of [1, 2]) await expect(start(only)).rejects.toThrow('is being replaced');
    const both = await start(1, 2);
    expect(both.ctx.secrets.seal('text', 'options:a:value')).toContain(
      createSecrets(keyOf(2)).prefixOf(fingerprintOf(keyOf(2))),
    );
    await both.close();
  });

  test('does not begin while a running gateway lacks the new key', async () => {
    const running = await start(1);
    await expect(rotate([1, 2])).rejects.toThrow('1 running gateway without the new master key');
    expect(await masterKeys.list(connection.db)).toHaveLength(1);
    await running.close();
  });

  test('does not go back to a key that was replaced', async () => {
    await (await start(1)).close();
    await rotate([1, 2]);
    await rotate([1, 2]);
    expect((await masterKeys.list(connection.db)).map(({ fingerprint }) => fingerprint)).toEqual(
      [2, 1].map((fill) => fingerprintOf(keyOf(fill))),
    );
  });

  test('ends with a key that keys check knows', async () => {
    await (await start(1)).close();
    const lines: string[] = [];
    const write = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => lines.push(String(line)) > 0);
    await keysCommand(configOf(1, 2), ['rotate']);
    await keysCommand(configOf(2), ['check']);
    write.mockRestore();
    const opens = `The master key ${fingerprintOf(keyOf(2)).slice(0, 8)} opens this database.`;
    expect(lines.slice(-2)).toEqual([
      `${opens} Nothing is sealed with the other keys: they can be removed.\n`,
      `${opens}\n`,
    ]);
    await expect(keysCommand(configOf(1), ['check'])).rejects.toThrow('was replaced');
  });

  test('is recommended by keys check as long as the new key seals nothing', async () => {
    await (await start(1)).close();
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await keysCommand(configOf(1, 2), ['check']);
    const [opening, added] = [1, 2].map((fill) => fingerprintOf(keyOf(fill)).slice(0, 8));
    expect(write.mock.calls).toEqual([
      [
        `The master key ${opening} opens this database. The new key ${added} seals nothing yet: run tollgate keys rotate before you remove a key.\n`,
      ],
    ]);
    write.mockRestore();
  });

  test('says what to do when there is no new key', async () => {
    await (await start(1)).close();
    await expect(rotate([1])).rejects.toThrow('Make one with tollgate keys new');
  });

  test('leaves values that no key opens unchanged and counts them', async () => {
    const { ctx, close } = await start(1);
    await transact(ctx, (tx) => options.write(tx, 'SMTPToken', 'canary'));
    const damaged = 'v1.00000000.bm90IGEgc2VhbA.Z2FyYmFnZQ';
    await ctx.db.updateTable('options').set({ value: damaged }).where('key', '=', 'SMTPToken').execute();
    await close();
    expect(await rotate([1, 2])).toEqual({ others: 1, unreadable: 1 });
    expect(await optionTable.find(connection.db, 'SMTPToken')).toBe(damaged);
  });
});

describeDatabases('a database of an earlier version', (database) => {
  test('keeps its keyed hashes when their keys move into the database', async () => {
    const fresh = await database.create();
    const config = readConfig({
      DATA_DIR: fresh.options.dataDir,
      DATABASE_URL: fresh.options.databaseUrl,
      TOLLGATE_KEY: keyFile(1),
    });
    const open = () => openGateway(config, createLog('silent'), systemClock, { processes: false });
    const first = await open();
    await makeSealedWorld(first.ctx);
    for (const table of ['hash_keys', 'master_keys'] as const) await first.ctx.db.deleteFrom(table).execute();
    await first.close();

    const { ctx, close } = await open();
    const earlier = createSecrets(keyOf(1)).keyedHash('text', 'known_origins');
    expect(ctx.secrets.keyedHash('text', 'known_origins')).toBe(earlier);
    await close();
    await fresh.dispose();
  });
});
