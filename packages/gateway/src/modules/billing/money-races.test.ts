import { expect, test } from 'vitest';
import { transact } from '../../core/context.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { callContext, makeUser } from '../../testing/factories.ts';
import {
  anotherGateway,
  balanceOf,
  closeMoneyApp,
  merchant,
  openMoneyApp,
  takePayments,
} from '../../testing/money-app.ts';
import { createPaymentPage } from '../../testing/payment-page.ts';
import { reservation, usageRecord } from '../../testing/records.ts';
import { transfer } from '../identity/users/referrals.ts';
import * as accounts from './accounts.ts';
import { adjustQuota } from './adjust-quota.ts';
import { confirm } from './payment-report.ts';
import * as payments from './payments.ts';
import { redeem } from './redeem.ts';
import * as redemptions from './redemptions.ts';

describeDatabases('concurrent money operations', (database) => {
  test('a code that 64 people redeem at the same moment is credited to one of them', async () => {
    const app = await openMoneyApp(database);
    const people = await Promise.all(Array.from({ length: 64 }, () => makeUser(app.ctx)));
    const maker = callContext(app.ctx, app.people.admin, 10);
    const [key = ''] = await redemptions.create(maker, { name: 'race', quota: 1000, count: 1 });

    const outcomes = await Promise.all(
      people.map((person) =>
        redeem(callContext(app.ctx, person, 1), { key }).catch(({ code }: { code: string }) => code),
      ),
    );

    expect(outcomes.filter((outcome) => outcome === 1000)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'redemption_used')).toHaveLength(63);
    const balances = await Promise.all(people.map((person) => balanceOf(app, person.id)));
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(1000);
    await closeMoneyApp(app);
  });

  test('a payment that is reported 50 times at once to two gateways is booked once, and each report gets success', async () => {
    const app = await openMoneyApp(database);
    await takePayments(app);
    const buyer = callContext(app.ctx, app.people.user, 1);
    const { data } = await payments.start(buyer, { amount: 1, payment_method: 'zfb' });
    const report = createPaymentPage(merchant).pay(data);

    const second = await anotherGateway(app);
    const gateways = [buyer, { ...buyer, ...second.ctx }];
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        confirm({ ...(gateways[number % 2] ?? buyer), caller: null }, report),
      ),
    );
    await second.close();

    expect(new Set(replies)).toEqual(new Set(['success']));
    expect(await balanceOf(app, app.people.user.id)).toBe(500_000);
    await closeMoneyApp(app);
  });

  test('concurrent spending, corrections, codes and transfers of one account lose nothing', async () => {
    const app = await openMoneyApp(database);
    const user = await makeUser(app.ctx, { quota: 10_000 });
    const admin = callContext(app.ctx, app.people.admin, 10);
    const keys = await redemptions.create(admin, { name: 'many', quota: 10, count: 8 });
    const earned = { balance: 2_500_000, kind: 'grant', by: 0 };
    await transact(app.ctx, (tx) => accounts.open(tx, { type: 'aff', id: user.id }, earned));
    const spend = async (number: number) => {
      const id = `spend-${number}`;
      const request = { id, userId: user.id, tokenId: null, amount: 100, estimate: 1 };
      expect(await app.ctx.ledger.reserve(reservation(request))).toBe('ok');
      await app.ctx.ledger.settle(id, 5, usageRecord({ user_id: user.id, token_id: 0 }));
    };

    await Promise.all([
      ...Array.from({ length: 16 }, (_, number) => spend(number)),
      ...Array.from({ length: 8 }, () => transact(admin, (tx) => adjustQuota(tx, user.id, -50, 'race'))),
      ...keys.map((key) => redeem(callContext(app.ctx, user, 1), { key })),
      ...Array.from({ length: 4 }, () => transfer(callContext(app.ctx, user, 1), { quota: 500_000 })),
    ]);
    await app.ctx.ledger.settled();

    expect(await balanceOf(app, user.id)).toBe(10_000 - 16 * 5 - 8 * 50 + 8 * 10 + 4 * 500_000);
    expect(await balanceOf(app, user.id, 'aff')).toBe(500_000);
    await closeMoneyApp(app);
  });
});
