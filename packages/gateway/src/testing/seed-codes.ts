import { RedemptionStatus } from '@tollgate/contract';
import { type Context, transact } from '../core/context.ts';
import * as accounts from '../modules/billing/accounts.ts';
import * as redemptions from '../modules/billing/repository/redemptions.ts';
import { sealedPlace } from '../modules/secrets/sealed-places.ts';
import { inSlices, type SeededUser } from './seed-people.ts';

/**
 * Makes redemption codes in batches of a hundred with one name; every tenth is used and its value booked,
 * some are disabled.
 */
export async function seedCodes(ctx: Context, people: readonly SeededUser[], count: number): Promise<void> {
  await inSlices(count, (from, to) =>
    transact(ctx, async (tx) => {
      for (let index = from; index < to; index++) {
        const user = index % 10 === 0 ? people[index % people.length] : undefined;
        const id = await redemptions.insert(tx.db, codeRow(tx, index, user?.id ?? 0));
        if (!user) continue;
        const booking = { amount: quotaOf(index), kind: 'redeem', ref: `redemption:${id}`, by: user.id };
        await accounts.credit(tx, { type: 'user', id: user.id }, booking);
      }
    }),
  );
}

function codeRow({ secrets, now }: Context, index: number, usedBy: number) {
  const at = Math.floor(now() / 1000);
  const key = secrets.hash(`seeded code ${at} ${index}`).slice(0, 32);
  const key_hash = secrets.hash(key);
  return {
    user_id: 1,
    key_hash,
    key_sealed: secrets.seal(key, sealedPlace.redemptionKey(key_hash)),
    name: `batch ${Math.floor(index / 100) + 1}`,
    quota: quotaOf(index),
    created_time: at - 86_400,
    ...(usedBy
      ? used(usedBy, at)
      : { status: index % 10 === 1 ? RedemptionStatus.disabled : RedemptionStatus.unused }),
  };
}

function used(used_user_id: number, at: number) {
  return { status: RedemptionStatus.used, used_user_id, redeemed_time: at - 3600 };
}

/** Quota units: 1, 10 or 50 dollars. */
function quotaOf(index: number): number {
  return [500_000, 5_000_000, 25_000_000][Math.floor(index / 100) % 3] ?? 500_000;
}
