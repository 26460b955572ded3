import { setImmediate } from 'node:timers/promises';
import { updateUser } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { type Context, transact } from '../../core/context.ts';
import { refund } from '../../ledger/index.ts';
import { findBalance } from '../../ledger/post.ts';
import { createClient } from '../../testing/client.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { callContext, makeUser } from '../../testing/factories.ts';
import { anotherGateway, balanceOf, closeMoneyApp, openMoneyApp } from '../../testing/money-app.ts';
import { reservation, usageRecord } from '../../testing/records.ts';
import { transfer } from '../identity/users/referrals.ts';
import * as accounts from './accounts.ts';

/** `RACES=1` runs everything for a minute; without it each actor takes a few turns. */
const wantedMs = process.env.RACES === '1' ? 60_000 : 0;
const ROUNDS = 12;
const START = 1_000_000;
const EARNED = 1e12;
const UNIT = 500_000;

describeDatabases('one account under heavy load', (database) => {
  test(
    'calls, refunds, transfers and edits by two gateways without coordination add up to the balance',
    async () => {
      const app = await openMoneyApp(database);
      const second = await anotherGateway(app);
      const gateways = [app.ctx, second.ctx];
      const user = await makeUser(app.ctx, { quota: START });
      const earnings = { balance: EARNED, kind: 'grant', by: 0 };
      await transact(app.ctx, (tx) => accounts.open(tx, { type: 'aff', id: user.id }, earnings));
      const done = { calls: 0, cost: 0, refunds: 0, transfers: 0, edits: 0 };
      const startedAt = performance.now();
      /** Yields to the others first, as every real request does: SQLite answers without waiting for I/O. */
      const canContinue = async (round: number) => {
        await setImmediate();
        return round < ROUNDS || performance.now() - startedAt < wantedMs;
      };

      /** Reserves and settles, or voids every fourth call; returns the cost. */
      const call = async ({ ledger }: Context, id: string, count: number) => {
        const request = reservation({ id, userId: user.id, tokenId: null, amount: 100, estimate: 1 });
        expect(await ledger.reserve(request)).toBe('ok');
        const cost = count % 4 === 0 ? 0 : (count % 9) + 1;
        if (cost === 0) await ledger.void(id);
        else await ledger.settle(id, cost, usageRecord({ user_id: user.id, token_id: 0 }));
        done.calls += 1;
        return cost;
      };
      const spender = async (name: string, gateway: Context) => {
        for (let round = 1; await canContinue(round); round += 1) {
          const cost = await call(gateway, `${name}-${round}`, round);
          done.cost += cost;
        }
      };
      /** Refunds a call that failed after it was charged: both gateways learn of it and try. */
      const refunder = async (gateway: Context) => {
        for (let round = 1; await canContinue(round); round += 1) {
          const id = `refunded-${round}`;
          await call(gateway, id, 1); // costs 2
          const given = [];
          do {
            given.push(...(await Promise.all(gateways.map((each) => giveBack(each, id)))));
          } while (given.slice(-2).some(({ kind }) => kind === 'pending')); // the call itself is not booked yet
          expect(given.filter((answer) => answer.kind === 'done' && answer.amount > 0)).toHaveLength(1);
          done.refunds += 1;
        }
      };
      const giveBack = async (gateway: Context, id: string) => {
        await setImmediate();
        return transact(gateway, (tx) => refund(tx.db, id, { by: 0, reason: 'failed' }));
      };
      const mover = async (gateway: Context) => {
        const self = callContext(gateway, user, 1);
        for (let round = 1; await canContinue(round); round += 1, done.transfers += 1)
          await transfer(self, { quota: UNIT });
      };
      const editor = async () => {
        const root = createClient(app.app, app.ctx, app.people.root);
        for (let round = 1; await canContinue(round); round += 1, done.edits += 1)
          await root.get(updateUser, { id: user.id, quota: START + 50, quota_before: START });
      };

      await Promise.all([
        ...Array.from({ length: 16 }, (_, n) => spender(`spender-${n}`, gateways[n % 2] as Context)),
        refunder(app.ctx),
        mover(app.ctx),
        mover(second.ctx),
        editor(),
        editor(),
      ]);
      for (const { ledger } of gateways) await ledger.settled();
      process.stdout.write(`${database.name}: ${JSON.stringify(done)}\n`);

      const left = START + done.edits * 50 + done.transfers * UNIT - done.cost;
      expect(await balanceOf(app, user.id)).toBe(left);
      expect(await balanceOf(app, user.id, 'aff')).toBe(EARNED - done.transfers * UNIT);
      const account = await findBalance(app.ctx.db, { ownerType: 'user', ownerId: user.id });
      // used quota stays counted when it is refunded
      expect(account).toMatchObject({ held: 0, used: done.cost + done.refunds * 2 });
      await second.close();
      await closeMoneyApp(app);
    },
    180_000 + wantedMs,
  );
});
