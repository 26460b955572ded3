import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { fillAccounts, openTestLedger, openTestStore, reservation, usageRecord } from '../testing/ledger.ts';
import { withStatementHook } from '../testing/statement-hook.ts';
import { bootId } from './boot-id.ts';
import { audit, openLedger } from './index.ts';
import { Journal } from './journal.ts';
import { findBalance } from './post.ts';
import type { Hold } from './types.ts';

describeDatabases('recovery', (database) => {
  let opened: OpenDatabase;
  beforeEach(async () => {
    opened = await database.open();
    await fillAccounts(opened.db, 1, 1000);
  });
  afterEach(async () => {
    const { failures } = await audit(opened.db, opened.logDb, { graceSeconds: 0 });
    await opened.dispose();
    expect(failures).toEqual([]);
  });

  const user = () => findBalance(opened.db, { ownerType: 'user', ownerId: 1 });
  const logs = () => opened.logDb.selectFrom('logs').selectAll().orderBy('request_id').execute();

  /** The state after a kill: holds in the database, notes on the disk. `act` writes the notes. */
  const killed = async (
    ids: string[],
    act: (journal: Journal, holds: Map<string, Hold>) => void,
    name = '1',
    unlogged = false,
  ) => {
    const { store, instance, folder, release } = await openTestStore(opened, name);
    const holds = new Map<string, Hold>();
    for (const id of ids) {
      const { amount, estimate, snapshot } = reservation({ id, amount: 200 });
      const hold = {
        id,
        user: 4,
        token: 5,
        amount,
        used: estimate,
        instance,
        snapshot: JSON.stringify({ ...snapshot, ...(unlogged && { unlogged }) }),
        windows: null,
      };
      await store.apply([{ kind: 'reserve', hold: { ...hold } }]);
      holds.set(id, hold);
    }
    const journal = new Journal(folder, instance);
    act(journal, holds);
    journal.flush();
    await store.heartbeat();
    await store.close();
    release();
    return instance;
  };
  const dispatch = (journal: Journal, hold: Hold | undefined, channelId = 3) => {
    if (hold) journal.dispatch(hold, channelId);
  };
  const row = (id: string, quota: number) => JSON.stringify({ ...usageRecord(), request_id: id, quota });

  test('a start goes on when another start writes to the same rows', async () => {
    await killed(['ended'], (journal, holds) => {
      dispatch(journal, holds.get('ended'));
      void journal.finish('ended', 77, 'settled', row('ended', 77));
    });
    let deadlocks = 0;
    const logDb = withStatementHook(opened.logDb, () => {
      if (deadlocks === 2) return;
      deadlocks += 1;
      throw Object.assign(new Error('Deadlock found when trying to get lock'), { errno: 1213 });
    });

    const { ledger } = await openTestLedger({ ...opened, logDb });
    expect(deadlocks).toBe(2);
    expect(await user()).toMatchObject({ balance: 1000 - 77, held: 0 });
    expect(await logs()).toMatchObject([{ request_id: 'ended', quota: 77 }]);
    await ledger.close();
  });

  test('a noted end costs its exact charge, a dispatch alone the estimate, and an unsent call nothing', async () => {
    await killed(['ended', 'lost', 'moved', 'unsent'], (journal, holds) => {
      for (const id of ['ended', 'lost', 'moved']) dispatch(journal, holds.get(id));
      journal.redispatch('moved', 8);
      void journal.checkpoint('moved', 260, 250);
      void journal.finish('ended', 77, 'settled', row('ended', 77));
    });

    const { ledger, recovered } = await openTestLedger(opened);
    expect(recovered).toBe(4);
    expect(await user()).toMatchObject({ balance: 1000 - 77 - 100 - 250, held: 0, count: 3 });
    expect(await logs()).toMatchObject([
      { request_id: 'ended', quota: 77, billing_basis: 'upstream_usage', channel_id: 3 },
      {
        request_id: 'lost',
        quota: 100,
        billing_basis: 'estimated',
        channel_id: 3,
        model_name: 'model',
        username: 'user-1',
      },
      { request_id: 'moved', quota: 250, billing_basis: 'estimated', channel_id: 8 },
    ]);
    await ledger.close();

    const again = await openTestLedger(opened);
    expect(again.recovered).toBe(0);
    expect(await logs()).toHaveLength(3);
    await again.ledger.close();
  });

  test('a booked end is not charged again, and its missing log row is written', async () => {
    const { ledger } = await openTestLedger(opened);
    await ledger.reserve(reservation({ id: 'call' }));
    ledger.dispatch('call', 3);
    await ledger.settle('call', 60, usageRecord());
    await ledger.settled();
    await ledger.close();
    await opened.logDb.deleteFrom('logs').execute();
    await killed([], (journal) => {
      const { amount, estimate, snapshot } = reservation();
      const hold = {
        id: 'call',
        user: 4,
        token: 5,
        amount,
        used: estimate,
        instance: 'x',
        snapshot: JSON.stringify(snapshot),
        windows: null,
      };
      journal.dispatch(hold, 3);
      void journal.finish('call', 60, 'settled', row('call', 60));
    });

    const { ledger: next, recovered } = await openTestLedger(opened);
    expect(recovered).toBe(0);
    expect(await user()).toMatchObject({ balance: 940, count: 1 });
    expect(await logs()).toMatchObject([{ request_id: 'call', quota: 60 }]);
    await next.close();
  });

  test('calls that ran while the usage log was off are charged and counted once, without rows', async () => {
    const act = (journal: Journal, holds: Map<string, Hold>) => {
      for (const id of ['ended', 'lost']) dispatch(journal, holds.get(id));
      const noted = JSON.stringify({ ...usageRecord({ unlogged: true }), request_id: 'ended', quota: 77 });
      void journal.finish('ended', 77, 'settled', noted);
    };
    await killed(['ended', 'lost'], act, '1', true);
    for (const recovered of [2, 0]) {
      const opening = await openTestLedger(opened);
      expect(opening.recovered).toBe(recovered);
      await opening.ledger.close();
    }
    expect(await user()).toMatchObject({ balance: 1000 - 77 - 100, held: 0, count: 2 });
    expect(await logs()).toEqual([]);
    expect(await opened.logDb.selectFrom('channel_usage').selectAll().execute()).toEqual([
      { channel_id: 3, quota: 177 },
    ]);
  });

  test('a torn last line is ignored', async () => {
    const { appendFileSync } = await import('node:fs');
    await killed(['torn', 'whole'], (journal, holds) => {
      dispatch(journal, holds.get('torn'));
      dispatch(journal, holds.get('whole'));
      void journal.finish('whole', 5, 'settled', row('whole', 5));
    });
    const folder = join(opened.options.dataDir, 'ledger', '1');
    const file = readdirSync(folder).find((name) => name.endsWith('.journal'));
    appendFileSync(join(folder, file ?? ''), 'F torn 9');

    const { ledger } = await openTestLedger(opened);
    expect(await user()).toMatchObject({ balance: 1000 - 100 - 5, held: 0 });
    await ledger.close();
  });

  test('a reserve without a note costs the estimate after a power cut, because it may have been sent', async () => {
    await killed(['unsent'], () => {});
    const { readFileSync, writeFileSync } = await import('node:fs');
    const folder = join(opened.options.dataDir, 'ledger', '1');
    const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.journal')) ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replace(bootId(), 'another-boot'));

    const { ledger } = await openTestLedger(opened);
    expect(await user()).toMatchObject({ balance: 900, held: 0 });
    expect(await logs()).toMatchObject([{ request_id: 'unsent', quota: 100, billing_basis: 'estimated' }]);
    await ledger.close();
  });

  test('a call that the database lost in a power cut is charged from its note', async () => {
    await killed([], (journal) => {
      const { amount, estimate, snapshot } = reservation();
      journal.dispatch(
        {
          id: 'gone',
          user: 4,
          token: 5,
          amount,
          used: estimate,
          instance: 'x',
          snapshot: JSON.stringify(snapshot),
          windows: null,
        },
        3,
      );
    });
    const { ledger, recovered } = await openTestLedger(opened);
    expect(recovered).toBe(1);
    expect(await user()).toMatchObject({ balance: 900, held: 0 });
    expect(await logs()).toMatchObject([{ request_id: 'gone', quota: 100 }]);
    await ledger.close();
  });

  test('another process ends the calls of a silent one, which charges nothing more when it comes back', async () => {
    const sleeper = await openTestLedger(opened, join(opened.options.dataDir, 'sleeper'));
    await sleeper.ledger.reserve(reservation({ id: 'call' }));
    sleeper.ledger.dispatch('call', 3);

    const { ledger } = await openTestLedger(opened);
    expect(await ledger.adopt()).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await ledger.adopt(50)).toBe(1);
    expect(await ledger.adopt(50)).toBe(0);
    expect(await user()).toMatchObject({ balance: 900, held: 0 });

    await sleeper.ledger.settle('call', 333, usageRecord());
    await sleeper.ledger.settled();
    await sleeper.ledger.close();
    await ledger.close();
    expect(await user()).toMatchObject({ balance: 900, held: 0, count: 1 });
    expect(await logs()).toMatchObject([{ request_id: 'call', quota: 100, billing_basis: 'estimated' }]);
  });

  test('the next start recovers a folder that no process claimed again', async () => {
    const first = await openTestLedger(opened);
    await killed(['call'], (journal, holds) => dispatch(journal, holds.get('call')), '2');
    const third = await openLedger({
      connection: opened,
      dataDir: opened.options.dataDir,
      onError: () => {},
    });
    expect(third.recovered).toBe(1);
    expect(third.ledger.instance).not.toBe(first.ledger.instance);
    await first.ledger.close();
    await third.ledger.close();
  });
});
