import { type Context, transact } from '../../core/context.ts';
import { refund } from '../../ledger/index.ts';
import { recordAction } from '../../modules/audit/audit-log.ts';
import { NoteType, writeNote } from '../../modules/usage/log-note.ts';
import { quotaText } from '../../modules/usage/log-texts.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';
import type { PendingTask, TaskPlatform, TaskUpdate } from './task-update.ts';

/** The call itself is not booked yet: a later poll ends the task. */
class NotBooked extends Error {}

export interface EndingTask {
  readonly taskPlatform: TaskPlatform;
  readonly work: PendingTask & { requestId: string };
  /** The gateway that ends it. */
  readonly holder: string;
}

/**
 * Ends a task once: the transaction that takes the pending row records the end and refunds a failed task.
 * Returns false to all others, while the call is not booked, and to a `holder` that lost its lease.
 */
export async function endTask(
  ctx: Context,
  { taskPlatform, work, holder }: EndingTask,
  { state, reason, changes }: TaskUpdate,
): Promise<boolean> {
  const { rowId } = work;
  const succeeded = state === 'succeeded';
  const over = succeeded ? taskPlatform.succeeded(ctx.now()) : taskPlatform.failed(reason, ctx.now());
  try {
    return await transact(ctx, async (tx) => {
      if (!(await pending.lock(tx.db, taskPlatform.platform, rowId, holder))) return false;
      if (!(await pending.remove(tx.db, taskPlatform.platform, rowId))) return false;
      await taskPlatform.update(tx.db, rowId, { ...over, ...changes, ...(!succeeded && over) });
      if (!succeeded) await giveBack(tx, taskPlatform, work);
      return true;
    });
  } catch (error) {
    if (error instanceof NotBooked) return false;
    throw error;
  }
}

async function giveBack(
  tx: Context,
  taskPlatform: TaskPlatform,
  { rowId, requestId, name }: PendingTask & { requestId: string },
): Promise<void> {
  const target = `${taskPlatform.platform}:${rowId}`;
  const outcome = await refund(tx.db, requestId, { task: target });
  if (outcome.kind === 'pending') throw new NotBooked();
  const { userId, amount: quota } = outcome;
  if (quota === 0) return;
  const amount = quotaText({ options: tx.options, language: 'zh' }, quota);
  await writeNote(tx, {
    type: NoteType.system,
    userId,
    content: taskPlatform.refundText(name || String(rowId), amount),
    other: { event: 'task_refund', platform: taskPlatform.platform, task_id: name, quota },
    quota,
  });
  recordAction(tx, { action: 'task.refund', target, after: { user_id: userId, quota } });
}
