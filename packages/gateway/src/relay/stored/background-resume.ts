import { type Context, transact } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { refund } from '../../ledger/index.ts';
import { NoteType, writeNote } from '../../modules/usage/log-note.ts';
import { quotaText } from '../../modules/usage/log-texts.ts';
import * as responses from '../../modules/usage/repository/background-responses.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';
import type { RelayContext } from '../context.ts';
import { takeMoney } from '../money/take-money.ts';
import { PLATFORM } from './background-bill.ts';
import { type BackgroundResponse, type BackgroundState, toPaidCall } from './background-state.ts';

/**
 * Takes over a response from a gateway that ended. Refunds what its recovery charged by estimate, and holds the money
 * again, or as much of it as there is.
 *
 * @returns `undefined` when that is not possible yet
 */
export async function resumeBackground(
  ctx: RelayContext,
  { row_id: rowId }: pending.PendingTask,
  holder: string,
): Promise<BackgroundResponse | undefined> {
  const row = await responses.find(ctx.db, rowId);
  if (!row) return undefined;
  const { state: before, ...taken } = toResponse(row);
  const state = { ...before, hold: { ...before.hold, id: nextId(before.hold.id) } };
  const isFree = await transact(ctx, async (tx) => {
    if (!(await pending.lock(tx.db, PLATFORM, rowId, holder))) return false;
    if (!(await giveBack(tx, before))) return false;
    await responses.changeState(tx.db, rowId, JSON.stringify(state));
    await pending.changePayer(tx.db, PLATFORM, rowId, state.hold.id);
    return true;
  });
  if (!isFree) return undefined;
  const { hold } = state;
  const draft = { hold, least: 0, comfortable: hold.amount };
  const { outcome, amount } = await takeMoney(ctx, toPaidCall(state), draft, false);
  if (outcome !== 'ok') return undefined;
  hold.amount = amount;
  ctx.ledger.dispatch(hold.id, state.trace.channelId);
  // A crash may have lost it.
  ctx.affinity.rememberMade(state.payer.userId, [state.responseId], taken.owner);
  return { ...taken, state };
}

function toResponse(row: responses.BackgroundResponse): BackgroundResponse {
  return {
    rowId: row.id,
    idHash: row.id_hash,
    owner: { channelId: row.channel_id, keyHash: row.key_hash },
    state: parseText(row.state) as BackgroundState,
  };
}

/** The call itself has the first id. */
function nextId(id: string): string {
  const [first = id, count = '1'] = id.split('.');
  return `${first}.${Number(count) + 1}`;
}

/** Returns false while the hold of the earlier gateway is still open. */
async function giveBack(tx: Context, { hold, responseId }: BackgroundState): Promise<boolean> {
  const outcome = await refund(tx.db, hold.id, { response: responseId });
  if (outcome.kind === 'pending') return false;
  const { userId, amount: quota } = outcome;
  if (quota === 0) return true;
  const amount = quotaText({ options: tx.options, language: 'zh' }, quota);
  await writeNote(tx, {
    type: NoteType.system,
    userId,
    content: `后台响应 ${responseId} 由另一个网关接续，退回先前按预估收取的 ${amount}`,
    other: { event: 'background_refund', response_id: responseId, quota },
    quota,
  });
  return true;
}
