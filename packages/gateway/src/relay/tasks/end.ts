import { type Context, transact } from '../../core/context.ts';
import { refund } from '../../ledger/index.ts';
import * as pending from '../../repositories/pending-tasks.ts';
import { recordAction } from '../../services/audit-log.ts';
import { NoteType, writeNote } from '../../services/log-note.ts';
import { quotaText } from '../../services/log-texts.ts';
import type { News, Watched, Work } from './news.ts';

/** The call itself is not booked yet: the work is ended at a later turn. */
class NotBooked extends Error {}

/**
 * Ends a piece of work, once: of all who try, the one whose transaction takes the pending row writes the end, and gives
 * back in the same transaction what a failed one cost. Answers false to all others, while the call is not booked, and to
 * a `holder` that lost its lease.
 */
export async function endTask(
  ctx: Context,
  watched: Watched,
  work: Work & { requestId: string },
  { state, reason, changes }: News,
  holder: string,
): Promise<boolean> {
  const { rowId } = work;
  const succeeded = state === 'succeeded';
  const over = succeeded ? watched.succeeded(ctx.now()) : watched.failed(reason, ctx.now());
  try {
    return await transact(ctx, async (tx) => {
      if (!(await pending.lock(tx.db, watched.platform, rowId, holder))) return false;
      if (!(await pending.remove(tx.db, watched.platform, rowId))) return false;
      await watched.update(tx.db, rowId, { ...over, ...changes, ...(!succeeded && over) });
      if (!succeeded) await giveBack(tx, watched, work);
      return true;
    });
  } catch (error) {
    if (error instanceof NotBooked) return false;
    throw error;
  }
}

async function giveBack(
  tx: Context,
  watched: Watched,
  { rowId, requestId, name }: Work & { requestId: string },
): Promise<void> {
  const target = `${watched.platform}:${rowId}`;
  const outcome = await refund(tx.db, requestId, { task: target });
  if (outcome.kind === 'pending') throw new NotBooked();
  const { userId, amount: quota } = outcome;
  if (quota === 0) return;
  const amount = quotaText({ options: tx.options, language: 'zh' }, quota);
  await writeNote(tx, {
    type: NoteType.system,
    userId,
    content: watched.refundText(name || String(rowId), amount),
    other: { event: 'task_refund', platform: watched.platform, task_id: name, quota },
    quota,
  });
  recordAction(tx, { action: 'task.refund', target, after: { user_id: userId, quota } });
}
