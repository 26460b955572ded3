import type { getAffCode, Output, Parsed, transferAffQuota } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { post } from '../../../ledger/post.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { randomText } from '../../secrets/random.ts';
import { callerOf } from '../../shared/caller.ts';
import { change, ofUser } from '../../shared/change.ts';
import { NoteType, writeNote } from '../../usage/log-note.ts';
import { noteText, quotaText, shortQuotaText } from '../../usage/log-texts.ts';
import * as users from '../repository/users.ts';

/** Returns the code of the caller's invitation link. Concurrent requests get the same one. */
export async function getCode(ctx: CallContext): Promise<Output<typeof getAffCode>> {
  const { id } = callerOf(ctx);
  for (;;) {
    const code = (await users.find(ctx.db, id))?.aff_code;
    if (code) return code;
    await users.giveAffCode(ctx.db, id, randomText(CODE_LENGTH)); // another round finds ours, or makes another one
  }
}

/**
 * Moves earnings to the balance: two entries that sum to zero, both or neither.
 *
 * @throws {AppError} `aff_transfer_too_small` below one currency unit, `aff_transfer_insufficient`
 */
export async function transfer(
  ctx: CallContext,
  { quota }: Parsed<typeof transferAffQuota>,
): Promise<undefined> {
  const minimum = Math.ceil(ctx.options.current.QuotaPerUnit);
  if (quota < minimum)
    throw new AppError('aff_transfer_too_small', { minimum: shortQuotaText(ctx, minimum) });
  const { id } = callerOf(ctx);
  const booking = { ref: `transfer:${randomText(24)}`, kind: 'aff_transfer', meta: { by: id } };
  const [balance, earnings] = [
    { ownerType: 'user', ownerId: id },
    { ownerType: 'aff', ownerId: id },
  ] as const;
  await change(ctx, ofUser(id, 'users'), async (tx) => {
    await post(tx.db, { ...booking, account: balance, amount: quota });
    const outcome = await post(tx.db, { ...booking, account: earnings, amount: -quota });
    if (outcome !== 'ok') throw new AppError('aff_transfer_insufficient');
    recordAction(tx, { action: 'user.aff_transfer', target: `user:${id}`, after: { quota } });
    await writeNote(tx, {
      type: NoteType.system,
      userId: id,
      ...noteText(tx, 'referral_moved', (reader) => ({ amount: quotaText(reader, quota) })),
      other: { event: 'aff_transfer', quota },
    });
  });
  return undefined;
}
const CODE_LENGTH = 4;
