import { updateUser } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { transact } from '../../core/context.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { callContext, makeToken, makeUser } from '../../testing/factories.ts';
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
import { confirm } from './payment-report.ts';
import * as payments from './payments.ts';
import { redeem } from './redeem.ts';
import * as redemptions from './redemptions.ts';

/** `RACES=1` has all of the codes, payments and rounds; without it a part that shows the same. */
const all = process.env.RACES === '1';
const codesToRace = all ? 200 : 20;
const paymentsToReport = all ? 100 : 10;
const rounds = all ? 60 : 6;

describeDatabases('many concurrent money operations', (database) => {
  test('200 tokens of one user, with five calls each at once, spend exactly what the user has', async () => {
    const app = await openMoneyApp(database);
    const user = await makeUser(app.ctx, { quota: 30_000 });
    const tokens: number[] = [];
    for (let number = 0; number < 200; number += 1) {
      tokens.push((await makeToken(app.ctx, user, { unlimited_quota: false, remain_quota: 300 })).id);
    }
    let granted = 0;
    const callOnce = async (tokenId: number, number: number) => {
      const id = `call-${tokenId}-${number}`;
      const request = reservation({ id, userId: user.id, tokenId, amount: 100, estimate: 1 });
      if ((await app.ctx.ledger.reserve(request)) !== 'ok') return;
      granted += 1;
      await app.ctx.ledger.settle(id, 100, usageRecord({ user_id: user.id, token_id: tokenId }));
    };

    await Promise.all(tokens.flatMap((id) => [1, 2, 3, 4, 5].map((number) => callOnce(id, number))));
    await app.ctx.ledger.settled();

    expect(granted).toBe(300); // 30,000 units, of the 60,000 that the tokens would allow
    expect(await balanceOf(app, user.id)).toBe(0);
    const left = await Promise.all(tokens.map((id) => balanceOf(app, id, 'token')));
    expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
    expect(left.reduce((sum, balance) => sum + balance, 0)).toBe(200 * 300 - 30_000);
    await closeMoneyApp(app);
  });

  test(`64 users who try each of ${codesToRace} codes at once redeem each code once`, async () => {
    const app = await openMoneyApp(database);
    const people = await Promise.all(Array.from({ length: 64 }, () => makeUser(app.ctx)));
    const maker = callContext(app.ctx, app.people.admin, 10);
    const keys: string[] = [];
    while (keys.length < codesToRace)
      keys.push(
        ...(await redemptions.create(maker, { name: 'race', quota: 7, count: Math.min(100, codesToRace) })),
      );
    const tryOne = (person: { id: number; username: string }, key: string) =>
      redeem(callContext(app.ctx, person, 1), { key }).catch(({ code }: { code: string }) => code);

    for (const key of keys) {
      const outcomes = await Promise.all(people.map((person) => tryOne(person, key)));
      expect(outcomes.filter((outcome) => outcome === 7)).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'redemption_used')).toHaveLength(63);
    }

    const balances = await Promise.all(people.map(({ id }) => balanceOf(app, id)));
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(7 * keys.length);
    await closeMoneyApp(app);
  });

  test(`${paymentsToReport} payments, each reported 50 times to two gateways in any order, are booked once each`, async () => {
    const app = await openMoneyApp(database);
    await takePayments(app);
    const buyer = callContext(app.ctx, app.people.user, 1);
    const page = createPaymentPage(merchant);
    const reports: Record<string, string>[] = [];
    for (let number = 0; number < paymentsToReport; number += 1) {
      const { data } = await payments.start(buyer, { amount: 1, payment_method: 'wx' });
      reports.push(page.pay(data));
    }
    const second = await anotherGateway(app);
    const gateways = [buyer, { ...buyer, ...second.ctx }].map((gateway) => ({ ...gateway, caller: null }));

    for (let repetition = 0; repetition < 50; repetition += 1) {
      const turned = [
        ...reports.slice(repetition % reports.length),
        ...reports.slice(0, repetition % reports.length),
      ];
      const replies = await Promise.all(
        turned.map((report, number) => confirm(gateways[(number + repetition) % 2] as typeof buyer, report)),
      );
      expect(new Set(replies)).toEqual(new Set(['success']));
    }
    await second.close();

    expect(await balanceOf(app, app.people.user.id)).toBe(500_000 * paymentsToReport);
    await closeMoneyApp(app);
  });

  test('transfers, charges, refunds and edits by admins leave the right sum after every round', async () => {
    const app = await openMoneyApp(database);
    const user = await makeUser(app.ctx, { quota: 100_000 });
    const self = callContext(app.ctx, user, 1);
    const earned = { balance: 500_000 * rounds, kind: 'grant', by: 0 };
    await transact(app.ctx, (tx) => accounts.open(tx, { type: 'aff', id: user.id }, earned));
    const call = async (id: string, cost: number | 'void') => {
      expect(
        await app.ctx.ledger.reserve(reservation({ id, userId: user.id, tokenId: null, amount: 100 })),
      ).toBe('ok');
      if (cost === 'void') return app.ctx.ledger.void(id);
      return app.ctx.ledger.settle(id, cost, usageRecord({ user_id: user.id, token_id: 0 }));
    };
    const edit = () =>
      app.as('root').get(updateUser, { id: user.id, quota: 1_000_050, quota_before: 1_000_000 });

    for (let round = 1; round <= rounds; round += 1) {
      const calls = Array.from({ length: 20 }, (_, number) =>
        call(`round-${round}-${number}`, number % 4 === 0 ? 'void' : 7),
      );
      await Promise.all([...calls, transfer(self, { quota: 500_000 }), edit(), edit(), edit()]);
      await app.ctx.ledger.settled();
      const perRound = 500_000 + 3 * 50 - 15 * 7;
      expect(await balanceOf(app, user.id)).toBe(100_000 + round * perRound);
      expect(await balanceOf(app, user.id, 'aff')).toBe(500_000 * (rounds - round));
    }
    await closeMoneyApp(app);
  });
});
