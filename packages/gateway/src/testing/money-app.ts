import { expect } from 'vitest';
import { transact } from '../core/context.ts';
import { audit } from '../ledger/index.ts';
import { findBalance } from '../ledger/post.ts';
import { verifyChain } from '../services/audit-chain.ts';
import * as options from '../services/options.ts';
import { buildTestApp, type TestApp } from './app.ts';
import type { TestDatabase } from './databases.ts';

/** Two gateways on one database must have one. */
const masterKey = Buffer.alloc(32, 7).toString('base64');
/** The shop that takes payments of a money app. */
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

/** A second process would be a second gateway on the same server; SQLite belongs to one, which answers both then. */
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

/** Every test ends with books that add up and an audit log without a gap. */
export async function closeMoneyApp(app: TestApp): Promise<void> {
  await app.ctx.ledger.deliver();
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
  expect((await verifyChain(app.ctx.db)).broken).toBeUndefined();
  await app.close();
}
