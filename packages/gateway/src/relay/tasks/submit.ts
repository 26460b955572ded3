import { transact } from '../../core/context.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';
import type { RelayCaller } from '../access/caller.ts';
import type { RelayContext } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { endLimits, withinLimits } from '../limits/enter-limits.ts';
import { findLimits } from '../limits/find-limits.ts';
import { callOf, withCall } from '../metering/failed-call.ts';
import { payersOf } from '../money/take-money.ts';
import { checkModel, groupOf } from '../steps/authorize.ts';
import { checkWords } from '../steps/check-words.ts';
import { holdTask, type LoggedTask, type TaskHold, toTaskRecord } from './hold.ts';
import type { TaskOrder } from './order.ts';
import { asRefused } from './refusals.ts';
import { type SubmittedTask, submitToChannel } from './submit-to-channel.ts';

/** Longer than any order takes: an unanswered row then belongs to a process that died. */
const LOST_AFTER_MS = 900_000;

/**
 * Submits a task and sends the provider's response. Inserts the row before anything is sent, and stores the
 * provider's id before the money is charged: wherever the process dies, the row shows what to do. The poller
 * ends a task without an id and refunds what recovery charged.
 *
 * @throws {RelayError} in the format of the console API; nothing is charged then
 */
export async function submitTask(
  ctx: RelayContext,
  exchange: Exchange,
  caller: RelayCaller,
  order: TaskOrder,
): Promise<SubmittedTask['result']> {
  try {
    return await submitOrder(ctx, exchange, caller, order);
  } catch (error) {
    throw withCall(error, { owner: caller.owner, model: order.model });
  }
}

async function submitOrder(
  ctx: RelayContext,
  exchange: Exchange,
  caller: RelayCaller,
  order: TaskOrder,
): Promise<SubmittedTask['result']> {
  const options = ctx.options.current;
  const group = groupOf(options, caller.owner);
  checkModel(caller, order.model);
  checkWords(options, { json: { prompt: order.words } });
  const limits = await findLimits(ctx, caller, group, [order.model]);
  const take = () => holdTask(ctx, { exchange, caller, group, limits }, order);
  const hold = limits ? await withinLimits(ctx, limits, { exchange }, take) : await take();
  let submission: SubmittedTask | undefined;
  let rowId: number | undefined;
  try {
    rowId = await begin(ctx, order, hold);
    const channelId = order.channelId ?? caller.channelId;
    const { response, trace } = exchange;
    const offer = { requestId: hold.id, group, order, channelId, limits, response, trace };
    submission = await submitToChannel(ctx, offer);
    await book(ctx, { order, hold }, rowId, submission);
    return submission.result;
  } catch (error) {
    if (rowId !== undefined && !submission) await giveUp(ctx, order, rowId);
    const isCharged = submission?.result.charged === true;
    throw withCall(asRefused(error, order.statuses.refused), { ...callOf(error), isCharged });
  } finally {
    await settle(ctx, { exchange, caller, order, hold }, submission);
    ctx.moneyQueue.release(...payersOf(caller));
    if (limits) endLimits(ctx, limits, exchange.response);
  }
}

function begin(ctx: RelayContext, order: TaskOrder, { id }: TaskHold): Promise<number> {
  return transact(ctx, async (tx) => {
    const row_id = await order.insert(tx.db);
    const lease_until = ctx.now() + LOST_AFTER_MS;
    await pending.add(tx.db, { platform: order.platform, row_id, request_id: id, lease_until });
    return row_id;
  });
}

function book(
  ctx: RelayContext,
  { order, hold }: Pick<LoggedTask, 'order' | 'hold'>,
  rowId: number,
  { result, channelId }: SubmittedTask,
): Promise<void> {
  return transact(ctx, async (tx) => {
    await order.write(tx.db, rowId, { result, channelId, quota: result.charged ? hold.amount : 0 });
    if (result.ended) await pending.remove(tx.db, order.platform, rowId);
    else await pending.pollSoon(tx.db, order.platform, rowId, ctx.now());
  });
}

/** Removes an order that no channel accepted. If that fails, the poller ends the row later. */
function giveUp(ctx: RelayContext, order: TaskOrder, rowId: number): Promise<void> {
  return transact(ctx, async (tx) => {
    await pending.remove(tx.db, order.platform, rowId);
    await order.drop(tx.db, rowId);
  }).catch((err) =>
    ctx.log.error({ err }, 'the row of an order that no provider accepted could not be removed'),
  );
}

async function settle(
  ctx: RelayContext,
  task: LoggedTask,
  submission: SubmittedTask | undefined,
): Promise<void> {
  const { hold } = task;
  if (!submission?.result.charged || hold.amount === 0) return ctx.ledger.void(hold.id);
  const { channelId, triedIds, result } = submission;
  const sent = { channelId, triedIds, name: result.name, endedAt: ctx.now() };
  return ctx.ledger.settle(hold.id, hold.amount, toTaskRecord(task, sent));
}
