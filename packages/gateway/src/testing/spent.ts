import { type BilledRow, recomputeQuota } from '@tollgate/pricing';
import { expect } from 'vitest';
import { findBalance } from '../ledger/post.ts';
import type { RelayLab } from './relay.ts';

/**
 * Returns what is left of a user's balance, or of the limit of the user's only key, and the rows of the usage
 * log. Expects that no money is held and that every row recomputes to its cost. Call it when all gateways
 * have settled.
 */
export async function findSpent({ ctx }: RelayLab, userId: number, payer: 'user' | 'token') {
  const key = await ctx.db.selectFrom('tokens').select('id').where('user_id', '=', userId).executeTakeFirst();
  const owner = { ownerType: payer, ownerId: payer === 'user' ? userId : (key?.id ?? 0) };
  const { balance, held } = (await findBalance(ctx.db, owner)) ?? { balance: Number.NaN, held: 0 };
  expect(held).toBe(0);
  const calls = ctx.logDb.selectFrom('logs').selectAll().where('user_id', '=', userId);
  const rows = await calls.where('type', '=', 2).execute();
  for (const row of rows) expect(recomputeQuota(row as BilledRow)).toBe(row.quota);
  return { balance, rows };
}
