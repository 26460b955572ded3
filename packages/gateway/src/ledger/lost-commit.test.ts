import { expect, test } from 'vitest';
import type { DatabaseAddress } from '../db/address.ts';
import { Silence } from '../db/silence.ts';
import { describeDatabases } from '../testing/databases.ts';
import { fillAccounts } from '../testing/ledger.ts';
import { accountId } from './accounts.ts';
import { openMysql } from './mysql-driver.ts';
import { findBalance } from './post.ts';
import { openPostgres } from './postgres-driver.ts';
import { type ServerDriver, ServerStore } from './server-store.ts';
import type { ReserveOperation } from './types.ts';

describeDatabases('a lost answer to COMMIT', (database) => {
  // SQLite answers within the process.
  test.skipIf(database.kind === 'sqlite')(
    'a reserve that is sent again returns the amount that was granted the first time',
    async () => {
      const opened = await database.open();
      await fillAccounts(opened.db, 1, 1000);
      const driver = await openDriver(opened.address);
      const other = new ServerStore(driver, 'other');
      // The first answer is lost, and somebody else takes money before the second try.
      let isLost = false;
      const losing: ServerDriver = {
        ...driver,
        async transact(work) {
          const result = await driver.transact(work);
          if (isLost) return result;
          isLost = true;
          await other.apply([reserve('other-call', 300)]);
          throw Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' });
        },
      };
      await other.apply([reserve('first-call', 100)]);
      const operation = reserve('own-call', 900);
      expect(await new ServerStore(losing, 'own').apply([operation])).toEqual(['ok']);
      expect(isLost).toBe(true);
      expect(operation.hold.amount).toBe(225);
      const user = await findBalance(opened.db, { ownerType: 'user', ownerId: 1 });
      expect(user).toMatchObject({ held: 100 + 225 + 300 });
      await driver.close();
      await opened.dispose();
    },
  );
});

function openDriver(address: DatabaseAddress): Promise<ServerDriver> {
  if (address.kind === 'sqlite') throw new Error('SQLite has no driver of a server');
  return address.kind === 'postgres'
    ? openPostgres(address.url, new Silence())
    : openMysql(address.url, new Silence());
}

function reserve(id: string, wish: number): ReserveOperation {
  return {
    kind: 'reserve',
    hold: {
      id,
      user: accountId('user', 1),
      token: accountId('token', 1),
      amount: wish,
      used: 0,
      instance: id.split('-')[0] ?? '',
      snapshot: '{}',
    },
    leeway: { wish, least: 10, comfortable: 100 },
  };
}
