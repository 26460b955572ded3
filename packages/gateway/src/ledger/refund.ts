import type { Db } from '../db/schema.ts';
import { post } from './post.ts';

/** The charge of a call that was refunded to its payer; `pending` while the call itself is not booked yet. */
export type Refund = { kind: 'pending' } | { kind: 'done'; userId: number; amount: number };

/**
 * Refunds the charge of a call to the user and the token that paid, exactly once: the entries have the call's
 * reference, and a second one cannot be booked. Call it in the transaction that ends the purpose of the call.
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
