import { cpSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { fillAccounts, openTestLedger, openTestStore, reservation, usageRecord } from '../testing/ledger.ts';
import { audit, type Ledger } from './index.ts';
import { findBalance } from './post.ts';

describeDatabases('a data folder that was copied', (database) => {
  const isServer = database.kind !== 'sqlite';
  let opened: OpenDatabase;
  let dataDir: string;
  let ledger: Ledger;
  beforeEach(async () => {
    opened = await database.open();
    await fillAccounts(opened.db, 1, 1000);
    dataDir = mkdtempSync(join(opened.options.dataDir, 'first-'));
    ({ ledger } = await openTestLedger(opened, dataDir));
  });
  afterEach(async () => {
    await ledger.close();
    expect((await audit(opened.db, opened.logDb, { graceSeconds: 0 })).failures).toEqual([]);
    await opened.dispose();
  });

  const user = () => findBalance(opened.db, { ownerType: 'user', ownerId: 1 });
  const logs = () => opened.logDb.selectFrom('logs').select(['request_id', 'quota']).execute();
  const copy = () => {
    const target = mkdtempSync(join(opened.options.dataDir, 'copy-'));
    cpSync(dataDir, target, { recursive: true });
    return target;
  };
  const dispatch = async (id: string) => {
    await ledger.reserve(reservation({ id, estimate: 100 }));
    ledger.dispatch(id, 3);
  };

  // An embedded database is in the folder and is copied with it.
  test.runIf(isServer)('is refused while its gateway runs, and that gateway charges its calls', async () => {
    await dispatch('call');
    const living = setInterval(() => void ledger.heartbeat(), 100);
    await expect(openTestLedger(opened, copy())).rejects.toThrow('running elsewhere');
    clearInterval(living);
    await ledger.settle('call', 77, usageRecord());
    await ledger.settled();
    expect(await user()).toMatchObject({ balance: 1000 - 77, held: 0 });
    expect(await logs()).toEqual([{ request_id: 'call', quota: 77 }]);
  });

  test.runIf(isServer)('changes nothing when its gateway ended cleanly', async () => {
    await dispatch('call');
    const old = copy();
    await ledger.void('call');
    await ledger.close();
    const second = await openTestLedger(opened, old);
    expect(second.recovered).toBe(0);
    expect(await user()).toMatchObject({ balance: 1000, held: 0 });
    await second.ledger.close();
  });

  test('is recovered when it was moved and its gateway is silent', async () => {
    await dispatch('call');
    await ledger.close(0);
    const target = join(opened.options.dataDir, 'moved');
    renameSync(dataDir, target);
    await opened.db.updateTable('instance').set({ heartbeat_at: 0 }).execute();
    const second = await openTestLedger(opened, target);
    expect(second.recovered).toBe(1);
    expect(await user()).toMatchObject({ balance: 900, held: 0 });
    await second.ledger.close();
  });

  test('does not make a call free: the end of a call whose hold was released is charged and logged', async () => {
    await dispatch('call');
    const other = await openTestStore(opened, 'other');
    await other.store.apply([{ kind: 'finish', id: 'call', cost: 0, state: 'voided' }]);
    await other.store.close();
    other.release();
    await ledger.settle('call', 77, usageRecord());
    await ledger.settled();
    expect(await user()).toMatchObject({ balance: 1000 - 77, held: 0, count: 1 });
    expect(await logs()).toEqual([{ request_id: 'call', quota: 77 }]);
  });

  test('is recovered at once by the next run in the same folder despite a recent heartbeat', async () => {
    await ledger.reserve(reservation({ id: 'unsent' }));
    await dispatch('sent');
    await ledger.heartbeat();
    await ledger.close(0);
    const second = await openTestLedger(opened, dataDir);
    expect(second.recovered).toBe(2);
    expect(await user()).toMatchObject({ balance: 900, held: 0 });
    await second.ledger.close();
  });
});
