import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LogDb } from '../db/schema.ts';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { fillAccounts, openTestLedger, openTestStore, reservation, usageRecord } from '../testing/ledger.ts';
import { audit, type Ledger } from './index.ts';
import { Journal } from './journal.ts';
import { findBalance } from './post.ts';

/** A usage log that takes no rows. */
function noLog(logDb: LogDb): LogDb {
  return new Proxy(logDb, {
    get(target, name) {
      if (name === 'transaction') throw new Error('no usage log');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describeDatabases('a gateway that loses its disk', (database) => {
  const isServer = database.kind !== 'sqlite';
  let opened: OpenDatabase;
  let dataDir: string;
  let ledger: Ledger;
  beforeEach(async () => {
    opened = await database.open();
    await fillAccounts(opened.db, 1, 1000);
    dataDir = mkdtempSync(join(opened.options.dataDir, 'lost-'));
    ({ ledger } = await openTestLedger(opened, dataDir));
  });
  afterEach(async () => {
    await ledger.close(0);
    await opened.dispose();
  });

  const user = () => findBalance(opened.db, { ownerType: 'user', ownerId: 1 });
  const logs = () => opened.logDb.selectFrom('logs').selectAll().execute();
  const outbox = () => opened.db.selectFrom('outbox').select(['dedup_key', 'next_at']).execute();
  const failures = async () =>
    (await audit(opened.db, opened.logDb, { graceSeconds: 0 })).failures.map(({ id }) => id);

  /** Replaces the gateway by one whose usage log never answers, as if it died before it wrote any row. */
  const withoutLog = async () => {
    await ledger.close();
    ({ ledger } = await openTestLedger({ ...opened, logDb: noLog(opened.logDb) }, dataDir, () => {}));
  };
  const finish = async (id: string, cost: number) => {
    await ledger.reserve(reservation({ id }));
    ledger.dispatch(id, 3);
    await ledger.settle(id, cost, usageRecord());
    await expect.poll(async () => (await user())?.held).toBe(0);
  };
  const stream = async (id: string, cost: number) => {
    await ledger.reserve(reservation({ id, amount: 500, estimate: 100 }));
    ledger.dispatch(id, 3);
    ledger.watchCost(id, () => cost);
    await ledger.saveCheckpoints();
  };
  /** Ends the gateway at once. Deletes its folder unless `keepsDisk`. */
  const kill = async (keepsDisk = false) => {
    await ledger.close(0);
    if (!keepsDisk) rmSync(dataDir, { recursive: true });
  };
  const laterGateway = async () => {
    ({ ledger } = await openTestLedger(opened, mkdtempSync(join(opened.options.dataDir, 'later-'))));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await ledger.adopt(0);
  };
  const waitForOutbox = () => opened.db.updateTable('outbox').set({ next_at: 0 }).execute();

  if (isServer) {
    test('another gateway writes the row of a call that was charged before the disk was lost', async () => {
      await withoutLog();
      await finish('call', 77);
      await kill();
      expect(await logs()).toEqual([]);

      await waitForOutbox();
      await laterGateway();
      expect(await logs()).toMatchObject([
        { request_id: 'call', quota: 77, billing_basis: 'upstream_usage', channel_id: 3 },
      ]);
      expect(await outbox()).toEqual([]);
      expect(await failures()).toEqual([]);
    });

    test('another gateway writes the row of a call that a failed start had charged from its journal', async () => {
      const { store, instance, folder, release } = await openTestStore(opened, '1');
      const { id, amount, estimate, snapshot } = reservation({ id: 'call' });
      const hold = {
        id,
        user: 4,
        token: 5,
        amount,
        used: estimate,
        instance,
        snapshot: JSON.stringify(snapshot),
        windows: null,
      };
      await store.apply([{ kind: 'reserve', hold: { ...hold } }]);
      const journal = new Journal(folder, instance);
      journal.dispatch(hold, 3);
      const row = { ...usageRecord(), request_id: id, quota: 77 };
      void journal.finish(id, 77, 'settled', JSON.stringify(row));
      journal.flush();
      await store.close();
      release();
      await ledger.close();
      await expect(openTestLedger({ ...opened, logDb: noLog(opened.logDb) })).rejects.toThrow('no usage log');
      rmSync(folder, { recursive: true });

      await laterGateway();
      expect(await user()).toMatchObject({ balance: 923, held: 0 });
      expect(await logs()).toMatchObject([{ request_id: 'call', quota: 77 }]);
      expect(await failures()).toEqual([]);
    });

    test('another gateway leaves a recent row to the gateway that ended the call', async () => {
      await withoutLog();
      await finish('call', 77);
      const second = await openTestLedger(opened, mkdtempSync(join(opened.options.dataDir, 'second-')));
      await second.ledger.deliver();
      await second.ledger.close();
      expect(await logs()).toEqual([]);
      expect(await outbox()).toMatchObject([{ dedup_key: 'call' }]);
    });

    test('another gateway charges a stream what it cost at its last checkpoint', async () => {
      await stream('call', 333);
      await kill();
      await laterGateway();
      expect(await user()).toMatchObject({ balance: 667, held: 0, count: 1 });
      const [row] = await logs();
      expect(row).toMatchObject({ request_id: 'call', quota: 333, billing_basis: 'estimated' });
      expect(JSON.parse(row?.other ?? '')).toMatchObject({ recovered: true, checkpoint_quota: 333 });
      expect(await failures()).toEqual([]);
    });

    test('another gateway charges a call that was never dispatched its estimate', async () => {
      await ledger.reserve(reservation({ id: 'call', amount: 500, estimate: 100 }));
      await kill();
      await laterGateway();
      expect(await user()).toMatchObject({ balance: 900, held: 0 });
      expect(await logs()).toMatchObject([{ request_id: 'call', quota: 100, billing_basis: 'estimated' }]);
    });

    test('a checkpoint does not change a call that another gateway has ended', async () => {
      await stream('call', 333);
      const second = await openTestLedger(opened, mkdtempSync(join(opened.options.dataDir, 'second-')));
      await new Promise((resolve) => setTimeout(resolve, 5));
      await second.ledger.adopt(0);
      ledger.watchCost('call', () => 444);
      await ledger.saveCheckpoints();
      await second.ledger.close();
      expect(await user()).toMatchObject({ balance: 667, held: 0 });
      expect(await failures()).toEqual([]);
    });

    test('many streams are checkpointed at once', async () => {
      const costs = new Map(Array.from({ length: 30 }, (_, index) => [`call-${29 - index}`, 11 + index]));
      for (const [id, cost] of costs) {
        await ledger.reserve(reservation({ id, amount: 30, estimate: 10, userId: 1 }));
        ledger.dispatch(id, 3);
        ledger.watchCost(id, () => cost);
      }
      await ledger.saveCheckpoints();
      const holds = await opened.db.selectFrom('hold').select(['id', 'used']).execute();
      const expected = [...costs].map(([id, cost]) => [id, Math.min(30, cost)] as const);
      expect(new Map(holds.map(({ id, used }) => [id, used]))).toEqual(new Map(expected));
    });
  } else {
    test('SQLite has no second copy of a row, because its file is on the same disk', async () => {
      await withoutLog();
      await finish('call', 77);
      expect(await outbox()).toEqual([]);
    });
  }

  test('a row is deleted from the outbox when the usage log has it', async () => {
    await finish('call', 77);
    await ledger.settled();
    expect(await logs()).toHaveLength(1);
    expect(await outbox()).toEqual([]);
  });

  test('the next start with the same disk writes the row and clears the outbox', async () => {
    await withoutLog();
    await finish('call', 77);
    await kill(true);
    ({ ledger } = await openTestLedger(opened, dataDir));
    expect(await logs()).toMatchObject([{ request_id: 'call', quota: 77 }]);
    expect(await outbox()).toEqual([]);
  });

  test('the next start with the same disk charges a stream what it cost at its last checkpoint', async () => {
    await stream('call', 333);
    await kill(true);
    ({ ledger } = await openTestLedger(opened, dataDir));
    expect(await user()).toMatchObject({ balance: 667, held: 0 });
  });

  test('a checkpoint is never more than the held amount', async () => {
    await stream('call', 9999);
    await kill(true);
    ({ ledger } = await openTestLedger(opened, dataDir));
    expect(await user()).toMatchObject({ balance: 500, held: 0 });
  });

  test('a stream whose cost cannot be read keeps its estimate, and the others are saved', async () => {
    const errors: unknown[] = [];
    await ledger.close();
    ({ ledger } = await openTestLedger(opened, dataDir, (error) => errors.push(error)));
    await ledger.reserve(reservation({ id: 'broken', amount: 200, estimate: 100 }));
    ledger.dispatch('broken', 3);
    ledger.watchCost('broken', () => Number.NaN);
    await stream('call', 333);
    await kill(true);
    ({ ledger } = await openTestLedger(opened, dataDir));
    expect(await user()).toMatchObject({ balance: 1000 - 333 - 100, held: 0 });
    expect(errors).not.toEqual([]);
  });
});
