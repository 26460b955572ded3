import { expect } from 'vitest';
import { transact } from '../core/context.ts';
import { audit } from '../ledger/index.ts';
import { findBalance } from '../ledger/post.ts';
import { verifyChain } from '../modules/audit/audit-chain.ts';
import * as options from '../modules/settings/options.ts';
import { buildTestApp, type TestApp } from './app.ts';
import type { TestDatabase } from './databases.ts';

/** Gateways on one database must share a master key. */
const masterKey = Buffer.alloc(32, 7).toString('base64');
/** The merchant account of a money app. */
export const merchant = { pid: '1001', key: 'merchant-secret-4711' };

export function openMoneyApp(database: TestDatabase): Promise<TestApp> {
  const environment = { TOLLGATE_KEY: masterKey };
  return database.create().then((fresh) => buildTestApp({ database: fresh, environment }));
}

export async function takePayments({ ctx }: TestApp): Promise<void> {
  await transact(ctx, async (tx) => {
    await options.write(tx, 'ServerAddress', 'https://gate.example');
    await options.write(tx, 'PayAddress', 'https://pay.example');
    await options.write(tx, 'EpayId', merchant.pid);
    await options.write(tx, 'EpayKey', merchant.key);
  });
  await ctx.options.reload();
}

/** Returns a second gateway on the same server; for SQLite, which one process owns, the first gateway. */
export async function anotherGateway({ ctx }: TestApp): Promise<Pick<TestApp, 'ctx' | 'close'>> {
  const { databaseUrl } = ctx.config;
  if (!databaseUrl) return { ctx, close: async () => {} };
  const environment = { TOLLGATE_KEY: masterKey, DATABASE_URL: databaseUrl };
  return buildTestApp({ setUp: false, environment });
}

export async function balanceOf(
  { ctx }: TestApp,
  ownerId: number,
  ownerType: 'user' | 'aff' | 'token' = 'user',
): Promise<number> {
  return (await findBalance(ctx.db, { ownerType, ownerId }))?.balance ?? 0;
}

/** Closes the app and checks that the books add up and the audit log has no gap. */
export async function closeMoneyApp(app: TestApp): Promise<void> {
  await app.ctx.ledger.deliver();
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
  expect((await verifyChain(app.ctx.db)).broken).toBeUndefined();
  await app.close();
}
