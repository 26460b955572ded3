import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { disk } from '../testing/full-disk.ts';
import { fillAccounts, openTestLedger, reservation, usageRecord } from '../testing/ledger.ts';
import { type Ledger, LedgerUnavailable } from './index.ts';
import { findBalance } from './post.ts';

vi.mock('node:fs', async (importOriginal) => {
  const { fillable } = await import('../testing/full-disk.ts');
  return fillable(await importOriginal());
});

describeDatabases('a full disk', (database) => {
  let opened: OpenDatabase;
  let ledger: Ledger;
  beforeEach(async () => {
    opened = await database.open();
    await fillAccounts(opened.db, 1, 1000);
    const dataDir = mkdtempSync(join(opened.options.dataDir, 'full-'));
    ({ ledger } = await openTestLedger(opened, dataDir, () => {}));
  });
  afterEach(async () => {
    disk.isFull = false;
    await ledger.close();
    await opened.dispose();
  });
  const user = () => findBalance(opened.db, { ownerType: 'user', ownerId: 1 });

  test('a dispatch is refused when the disk is full, and the call ends without waiting for space', async () => {
    await ledger.reserve(reservation({ id: 'call' }));
    disk.isFull = true;
    expect(() => ledger.dispatch('call', 3)).toThrow(LedgerUnavailable);
    await ledger.void('call', usageRecord());
    disk.isFull = false;
    await ledger.settled();
    expect(await user()).toMatchObject({ balance: 1000, held: 0 });
  });

  test('a running call ends while the disk is full, and is charged exactly when there is space', async () => {
    await ledger.reserve(reservation({ id: 'call' }));
    ledger.dispatch('call', 3);
    disk.isFull = true;
    await ledger.settle('call', 7, usageRecord());
    expect(ledger.behind).toBe(1);
    disk.isFull = false;
    await ledger.settled();
    expect(await user()).toMatchObject({ balance: 993, held: 0 });
    expect(await opened.logDb.selectFrom('logs').select('quota').execute()).toEqual([{ quota: 7 }]);
  });
});
