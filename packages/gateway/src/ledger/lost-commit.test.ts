import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DatabaseAddress } from '../db/address.ts';
import { Silence } from '../db/silence.ts';
import { record } from '../modules/usage/repository/logs.ts';
import { describeDatabases } from '../testing/databases.ts';
import { fillAccounts, reservation, usageRecord } from '../testing/ledger.ts';
import { accountId } from './accounts.ts';
import { audit } from './audit.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import { openMysql } from './mysql-driver.ts';
import { findBalance } from './post.ts';
import { openPostgres } from './postgres-driver.ts';
import { LostCommit, type ServerDriver, ServerStore } from './server-store.ts';
import { LedgerUnavailable, type ReserveOperation } from './types.ts';

describeDatabases('a lost answer to COMMIT', (database) => {
  // SQLite answers within the process.
  test.skipIf(database.kind === 'sqlite')(
    'a reserve that is sent again returns the amount that was granted the first time',
    async () => {
      const opened = await database.open();
      await fillAccounts(opened.db, 1, 1000);
      const driver = await openDriver(opened.address);
      const other = new ServerStore(driver, { id: 'other', place: '' });
      // The first answer is lost, and another call takes money before the retry.
      let isLost = false;
      const losing: ServerDriver = {
        ...driver,
        async transact(work) {
          const result = await driver.transact(work);
          if (isLost) return result;
          isLost = true;
          await other.apply([reserve('other-call', 300)]);
          throw new LostCommit(Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' }));
        },
      };
      await other.apply([reserve('first-call', 100)]);
      const operation = reserve('own-call', 900);
      expect(await new ServerStore(losing, { id: 'own', place: '' }).apply([operation])).toEqual(['ok']);
      expect(isLost).toBe(true);
      expect(operation.hold.amount).toBe(225);
      const user = await findBalance(opened.db, { ownerType: 'user', ownerId: 1 });
      expect(user).toMatchObject({ held: 100 + 225 + 300 });
      await driver.close();
      await opened.dispose();
    },
  );

  test.skipIf(database.kind === 'sqlite')(
    'an end is charged and logged once when its answer is lost and no retry succeeds for a while',
    async () => {
      const { opened, ledger, lose, close } = await openLosing();
      await ledger.reserve(reservation({ id: 'call' }));
      ledger.dispatch('call', 3);
      lose();
      await ledger.settle('call', 77, usageRecord());
      await ledger.settled();
      const user = await findBalance(opened.db, { ownerType: 'user', ownerId: 1 });
      expect(user).toMatchObject({ balance: 1000 - 77, held: 0, count: 1 });
      const rows = await opened.logDb.selectFrom('logs').select(['request_id', 'quota']).execute();
      expect(rows).toEqual([{ request_id: 'call', quota: 77 }]);
      await close();
    },
  );

  test.skipIf(database.kind === 'sqlite')(
    'a refused reserve whose answer was lost leaves no money held',
    async () => {
      const { opened, ledger, lose, close } = await openLosing();
      lose();
      await expect(ledger.reserve(reservation({ id: 'call' }))).rejects.toThrow(LedgerUnavailable);
      await expect
        .poll(() => findBalance(opened.db, { ownerType: 'user', ownerId: 1 }))
        .toMatchObject({ balance: 1000, held: 0 });
      expect(await opened.db.selectFrom('hold').select('id').execute()).toEqual([]);
      await close();
    },
  );

  /** A ledger that can lose the answer to its next commit, for a reason that is not retried. */
  async function openLosing() {
    const opened = await database.open();
    await fillAccounts(opened.db, 1, 1000);
    const driver = await openDriver(opened.address);
    let isLosing = false;
    const losing: ServerDriver = {
      ...driver,
      async transact(work) {
        const result = await driver.transact(work);
        if (!isLosing) return result;
        isLosing = false;
        throw new LostCommit(new Error('server conn crashed?'));
      },
    };
    const folder = mkdtempSync(join(opened.options.dataDir, 'losing-'));
    const ledger = new Ledger({
      store: new ServerStore(losing, { id: 'own', place: '' }),
      journal: new Journal(folder, 'own'),
      instance: 'own',
      record: (rows) => record(opened.logDb, rows),
      outbox: async () => 0,
      onError: () => {},
    });
    return {
      opened,
      ledger,
      lose() {
        isLosing = true;
      },
      async close() {
        await opened.db.deleteFrom('outbox').execute();
        expect((await audit(opened.db, opened.logDb, { graceSeconds: 0 })).failures).toEqual([]);
        await ledger.close();
        await opened.dispose();
      },
    };
  }
});

function openDriver(address: DatabaseAddress): Promise<ServerDriver> {
  if (address.kind === 'sqlite') throw new Error('SQLite has no driver of a server');
  return address.kind === 'postgres'
    ? openPostgres(address.url, new Silence())
    : openMysql(address.url, new Silence());
}

function reserve(id: string, requested: number): ReserveOperation {
  return {
    kind: 'reserve',
    hold: {
      id,
      user: accountId('user', 1),
      token: accountId('token', 1),
      amount: requested,
      used: 0,
      instance: id.split('-')[0] ?? '',
      snapshot: '{}',
      windows: null,
    },
    leeway: { requested, least: 10, comfortable: 100 },
  };
}
