import type { Db } from '../db/schema.ts';
import { post } from './post.ts';

/** What a call cost its payer and was given back; `pending` while the call itself is not booked yet. */
export type Refund = { kind: 'pending' } | { kind: 'done'; userId: number; amount: number };

/**
 * Gives back what a call was charged, to the user and the token that paid, exactly once: the entries have the call's
 * reference, and a second one cannot be booked. Call in the transaction that ends what the call was for.
 */
export async function refund(
  tx: Db,
  callId: string,
  meta: Readonly<Record<string, unknown>>,
): Promise<Refund> {
  const hold = await tx.selectFrom('hold').select('id').where('id', '=', callId).executeTakeFirst();
  if (hold) return { kind: 'pending' };
  const charge = await tx
    .selectFrom('entry')
    .select(['account', 'token_account', 'amount'])
    .where('ref', '=', callId)
    .where('kind', '=', 'usage')
    .executeTakeFirst();
  const none: Refund = { kind: 'done', userId: 0, amount: 0 };
  if (!charge || charge.amount === 0) return none;

  const payers = await tx
    .selectFrom('account')
    .select(['id', 'owner_type', 'owner_id'])
    .where('id', 'in', [charge.account, charge.token_account ?? charge.account])
    .orderBy('id')
    .execute();
  const amount = -charge.amount;
  let refunded = none;
  for (const { id, owner_type: ownerType, owner_id: ownerId } of payers) {
    const account = { ownerType, ownerId };
    const outcome = await post(tx, { ref: callId, kind: 'refund', account, amount, meta });
    if (id === charge.account && outcome === 'ok') refunded = { kind: 'done', userId: ownerId, amount };
  }
  return refunded;
}
