import type { Parsed, redeemCode } from '@tollgate/contract';
import { AmountTooLargeError } from '@tollgate/pricing/decimal';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { post } from '../../ledger/post.ts';
import { recordAction } from '../audit/audit-log.ts';
import { codeGuessesOf } from '../identity/entry/guesses.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { NoteType, writeNote } from '../usage/log-note.ts';
import { noteText, quotaText } from '../usage/log-texts.ts';
import * as redemptions from './repository/redemptions.ts';

/**
 * Credits the value of a code to the caller. Of concurrent tries one succeeds. Wrong tries are slowed down.
 *
 * @throws {AppError} `redemption_invalid`, `redemption_used`, `redemption_used_by_you`,
 * `redemption_too_large`, `rate_limited`
 */
export async function redeem(ctx: CallContext, { key }: Parsed<typeof redeemCode>): Promise<number> {
  const { id: userId } = callerOf(ctx);
  const guesses = codeGuessesOf(ctx, userId);
  await guesses.refuseTooMany();

  const hash = ctx.secrets.hash(key);
  const quota = await change(ctx, [], (tx) => book(tx, hash, userId)).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'redemption_invalid') await guesses.wasWrong();
    throw error instanceof AmountTooLargeError
      ? new AppError('redemption_too_large', {}, { cause: error })
      : error;
  });
  await guesses.wasRight();
  return quota;
}

async function book(tx: CallContext, hash: string, userId: number): Promise<number> {
  const claimed = await redemptions.claim(tx.db, hash, userId, nowSeconds(tx));
  const code = await redemptions.findByHash(tx.db, hash);
  if (!code) throw new AppError('redemption_invalid');
  // A user who lost the first response, or clicked twice, learns that the money is there.
  if (!claimed)
    throw new AppError(code.used_user_id === userId ? 'redemption_used_by_you' : 'redemption_used');

  const { id, quota } = code;
  const ref = `redemption:${id}`;
  const account = { ownerType: 'user', ownerId: userId } as const;
  const outcome = await post(tx.db, { ref, kind: 'redeem', account, amount: quota, meta: { by: userId } });
  if (outcome !== 'ok') throw new Error(`An unused code was not booked: ${outcome}`);

  recordAction(tx, { action: 'redemption.redeem', target: ref, after: { quota, used_user_id: userId } });
  await writeNote(tx, {
    type: NoteType.topUp,
    userId,
    ...noteText(tx, 'redeemed', (reader) => ({ amount: quotaText(reader, quota), id })),
    quota,
    other: { event: 'redeemed', redemption_id: id },
  });
  return quota;
}
