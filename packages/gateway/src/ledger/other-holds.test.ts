import { expect, test } from 'vitest';
import { describeDatabases } from '../testing/databases.ts';
import { makeUser } from '../testing/factories.ts';
import { balanceOf, closeMoneyApp, openMoneyApp } from '../testing/money-app.ts';
import { reservation, usageRecord } from '../testing/records.ts';
import { accountId } from './accounts.ts';

describeDatabases('holds of several gateways', (database) => {
  // SQLite is used by one gateway
  test.skipIf(database.kind === 'sqlite').each([8, 600])(
    '%i calls that end at once do not wait for one that another gateway is about to begin',
    async (count) => {
      const app = await openMoneyApp(database);
      const { ledger, db } = app.ctx;
      const user = await makeUser(app.ctx, { quota: 1_000_000 });
      const ids = Array.from({ length: count }, (_, number) => `call-${number}`);
      for (const id of ids.slice(0, 8)) await begin(id); // one by one, each in its own batch
      await Promise.all(ids.slice(8).map(begin));

      await db.transaction().execute(async (other) => {
        const account = accountId('user', user.id);
        const hold = { user_account: account, token_account: null, amount: 1, used: 0, instance: 'other' };
        await other
          .insertInto('hold')
          .values(
            ['a-first', 'call-30', 'z-last'].map((id) => ({ ...hold, id: `${id}-other`, snapshot: '{}' })),
          )
          .execute();
        await Promise.all(
          ids.map((id) => ledger.settle(id, 7, usageRecord({ user_id: user.id, token_id: 0 }))),
        );
        await ledger.settled();
        expect(await balanceOf(app, user.id)).toBe(1_000_000 - 7 * count);
        await other.deleteFrom('hold').where('instance', '=', 'other').execute();
      });
      await closeMoneyApp(app);

      async function begin(id: string) {
        expect(await ledger.reserve(reservation({ id, userId: user.id, tokenId: null, amount: 100 }))).toBe(
          'ok',
        );
      }
    },
    60_000,
  );
});
