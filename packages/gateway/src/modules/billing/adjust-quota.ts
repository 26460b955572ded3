import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { findBalance, post } from '../../ledger/post.ts';
import { recordAction } from '../audit/audit-log.ts';
import { randomText } from '../secrets/random.ts';
import { callerOf } from '../shared/caller.ts';
import { NoteType, writeNote } from '../usage/log-note.ts';
import { noteText, quotaText } from '../usage/log-texts.ts';

/**
 * Adds quota units to a user, or subtracts them down to any debt: for corrections by an administrator. Writes
 * an entry in the ledger, a row in the user's log and one in the audit log. Call in the transaction of the
 * edit.
 *
 * @throws {AppError} `invalid_input` when the sum is not a safe integer
 */
export async function adjustQuota(
  tx: CallContext,
  userId: number,
  delta: number,
  reason: string,
): Promise<void> {
  if (delta === 0) return;
  const account = { ownerType: 'user', ownerId: userId } as const;
  const was = (await findBalance(tx.db, account))?.balance ?? 0;
  if (!Number.isSafeInteger(was + delta))
    throw new AppError('invalid_input', { field: 'quota', reason: 'too_big' });

  const meta = { by: callerOf(tx).id, reason, request: tx.requestId };
  const ref = `adjust:${randomText(24)}`;
  await post(tx.db, { ref, kind: 'adjust', account, amount: delta, meta, beyondFloor: true });
  const values = { before: was, after: was + delta };
  recordAction(tx, {
    action: 'user.quota',
    target: `user:${userId}`,
    before: { quota: was },
    after: { quota: was + delta, reason },
  });
  await writeNote(tx, {
    type: NoteType.admin,
    userId,
    ...noteText(tx, 'quota_adjusted', (reader) => ({
      before: quotaText(reader, was),
      after: quotaText(reader, was + delta),
    })),
    other: { event: 'quota_adjusted', ...values },
  });
}
