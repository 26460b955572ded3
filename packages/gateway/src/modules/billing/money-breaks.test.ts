import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CallContext, transact } from '../../core/context.ts';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { callContext } from '../../testing/factories.ts';
import { createPaymentPage } from '../../testing/payment-page.ts';
import { verifyChain } from '../audit/audit-chain.ts';
import * as options from '../settings/options.ts';
import { adjustQuota } from './adjust-quota.ts';
import { confirm } from './payment-report.ts';
import * as payments from './payments.ts';
import { redeem } from './redeem.ts';
import * as redemptions from './redemptions.ts';

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp();
});
afterEach(() => app.close());

const user = () => callContext(app.ctx, app.people.user, 1);
const admin = () => callContext(app.ctx, app.people.admin, 10);

test('a redemption that fails at any statement changes nothing, and the code still works', async () => {
  const [key = ''] = await redemptions.create(admin(), { name: 'n', quota: 100, count: 1 });

  await breakEverywhere(user(), (ctx) => redeem(ctx, { key }));
});

test('a payment that fails at any statement is not booked or confirmed, and is when it is reported again', async () => {
  await transact(app.ctx, async (tx) => {
    for (const [key, value] of Object.entries(merchantOptions))
      await options.write(tx, key as 'EpayId', value);
  });
  await app.ctx.options.reload();
  const { data } = await payments.start(user(), { amount: 1, payment_method: 'wx' });
  const report = createPaymentPage({ pid: '1001', key: 'merchant-secret' }).pay(data);

  await breakEverywhere({ ...user(), caller: null }, (ctx) => confirm(ctx, report));
});

test('a correction that fails at any statement changes nothing', async () => {
  const { id } = app.people.user;

  await breakEverywhere(admin(), (ctx) => transact(ctx, (tx) => adjustQuota(tx, id, 5, 'test')));
});

const merchantOptions = {
  ServerAddress: 'https://gate.example',
  PayAddress: 'https://pay.example',
  EpayId: '1001',
  EpayKey: 'merchant-secret',
};

/** Lets the action fail before its first statement, before its second and so on, until it succeeds. */
async function breakEverywhere(ctx: CallContext, action: (ctx: CallContext) => Promise<unknown>) {
  const before = await traces();
  let statement = 1;
  for (; await breaks(ctx, action, statement); statement++) expect(await traces()).toEqual(before);

  expect(statement).toBeGreaterThan(5);
  const after = await traces();
  expect(after.entries).toBe(before.entries + 1);
  expect(after.deeds).toBe(before.deeds + 1);
  expect(after.notes).toBe(before.notes + 1);
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
  expect((await verifyChain(app.ctx.db)).broken).toBeUndefined();
}

async function breaks(ctx: CallContext, action: (ctx: CallContext) => Promise<unknown>, at: number) {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      if (count === at) throw new Error('broken off');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  try {
    await action({ ...ctx, db: ctx.db.withPlugin(plugin) });
    return false;
  } catch (error) {
    expect((error as Error).message).toBe('broken off');
    return true;
  }
}

/** Returns everything that such an action stores. */
async function traces() {
  const count = async (table: 'entry' | 'audit_log' | 'outbox') =>
    (await app.ctx.db.selectFrom(table).selectAll().execute()).length;
  const accounts = await app.ctx.db.selectFrom('account').selectAll().orderBy('id').execute();
  const codes = await app.ctx.db.selectFrom('redemptions').select('status').execute();
  const orders = await app.ctx.db.selectFrom('top_ups').select('status').execute();
  const logged = await app.ctx.logDb.selectFrom('logs').select('id').execute();
  return {
    accounts,
    codes,
    orders,
    entries: await count('entry'),
    deeds: await count('audit_log'),
    notes: (await count('outbox')) + logged.length,
  };
}
