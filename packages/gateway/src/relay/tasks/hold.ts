import { inEachLanguage, LogType } from '@tollgate/contract';
import type { OptionValues } from '@tollgate/contract/options';
import { type CallPrice, noUsage, quotaOf } from '@tollgate/pricing';
import { LedgerUnavailable, type UsageRecord } from '../../ledger/index.ts';
import { type CostedCall, findCost } from '../../modules/models/channel-cost.ts';
import { findPrice } from '../../modules/models/find-price.ts';
import { amountText } from '../../modules/usage/log-texts.ts';
import type { TokenOwner } from '../access/token-cache.ts';
import type { Call } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { claimsOf } from '../limits/find-limits.ts';
import { fullRefusal } from '../limits/full-refusal.ts';
import type { FindCost } from '../metering/bill.ts';
import { ratioText } from '../metering/usage-log.ts';
import type { TaskOrder } from './order.ts';

/** Dollars for an action without a price, as in new-api. */
const UNKNOWN_ACTION_DOLLARS = 0.1;

/** Money held while an order is pending. */
export interface TaskHold {
  readonly id: string;
  readonly price: CallPrice;
  readonly group: string;
  readonly amount: number;
  readonly logged: boolean;
  readonly findCost?: FindCost;
}

/** Holds the price of the action. @throws {RelayError} when it is not covered; 503 */
export async function holdTask(
  ctx: RelayContext,
  { exchange, caller: { owner }, group, limits }: Omit<Call, 'relayRequest'>,
  order: TaskOrder,
): Promise<TaskHold> {
  const { requestId, startedAt } = exchange;
  const options = ctx.options.current;
  const price = taskPrice(options, order.model, group);
  const amount = order.free ? 0 : quotaOf(price, noUsage);
  const hold = {
    id: requestId,
    price,
    group,
    amount,
    logged: options.LogConsumeEnabled,
    findCost: (costed: CostedCall) => findCost(options, costed),
  };
  const snapshot = {
    ...ownerColumns(owner),
    model_name: order.model,
    channel_id: 0,
    group,
    is_stream: 0 as const,
    created_at: Math.floor(startedAt / 1000),
    prompt_tokens: 0,
    ratios: ratiosOf(price),
    ...(!hold.logged && { unlogged: true }),
  };
  const { userId, tokenId } = owner;
  const claims = limits && claimsOf(limits.booked, undefined, Math.floor(ctx.now() / 1000));
  const reservation = { id: requestId, userId, tokenId, amount, estimate: amount, snapshot };
  const whole = { least: amount, comfortable: amount };
  const { outcome, full } = await ctx.ledger
    .reserveUpTo({ ...reservation, ...(claims && { claims }) }, whole)
    .catch((cause) => {
      if (cause instanceof LedgerUnavailable) throw new RelayError(503, 'busy', {}, { cause, retryAfter: 2 });
      throw cause;
    });
  if (full) throw await fullRefusal(ctx, { limits }, full);
  if (outcome === 'ok') return hold;
  if (outcome === 'duplicate' || outcome === 'unknown')
    throw new RelayError(500, 'internal', {}, { cause: outcome });
  const shown = inEachLanguage((language) => amountText({ options: ctx.options, language }, amount));
  throw new RelayError(order.statuses.poor, 'quota_not_enough', { amount: shown });
}

/** The task of a usage-log row. */
export interface LoggedTask {
  readonly exchange: Pick<Exchange, 'startedAt'>;
  readonly caller: { readonly owner: TokenOwner };
  readonly order: TaskOrder;
  readonly hold: TaskHold;
}

/** Returns the usage-log row; its cost follows from `other`, as for every call. */
export function toTaskRecord(
  { exchange: { startedAt }, caller: { owner }, order, hold }: LoggedTask,
  sent: { channelId: number; triedIds: readonly number[]; name: string; endedAt: number },
): UsageRecord {
  const { dollars, groupRatio } = hold.price;
  const price = `模型固定价格 ${ratioText(dollars)}，分组倍率 ${ratioText(groupRatio)}`;
  const id = order.platform === 'mj' ? `，ID ${sent.name}` : '';
  const cost = hold.findCost?.({
    channelId: sent.channelId,
    upstreamModel: order.model,
    charged: hold.price,
  });
  return {
    ...ownerColumns(owner),
    created_at: Math.floor(startedAt / 1000),
    type: LogType.consumption,
    content: `${price}，操作 ${order.action}${id}`,
    model_name: order.model,
    channel_id: sent.channelId,
    use_time: Math.round((sent.endedAt - startedAt) / 1000),
    duration_ms: sent.endedAt - startedAt,
    status: 200,
    is_stream: 0,
    group: hold.group,
    billing_basis: 'counted',
    ...(!hold.logged && { unlogged: true }),
    ...(cost && { provider_cost: order.free ? 0 : quotaOf(cost, noUsage) }),
    other: JSON.stringify({
      ...ratiosOf(hold.price),
      admin_info: { use_channel: sent.triedIds.map(String) },
    }),
  };
}

function taskPrice(options: OptionValues, model: string, group: string): CallPrice {
  const price = findPrice(options, model, group, true);
  if (!price) throw new RelayError(500, 'model_price_error', { model });
  return price.kind === 'call'
    ? price
    : Object.freeze({ ...price, kind: 'call', dollars: UNKNOWN_ACTION_DOLLARS });
}

function ratiosOf({ dollars, groupRatio, quotaPerUnit, version }: CallPrice) {
  return {
    model_price: dollars,
    group_ratio: groupRatio,
    quota_per_unit: quotaPerUnit,
    ...(version !== undefined && { price_version: version }),
  };
}

function ownerColumns({ userId, username, tokenId, tokenName }: TokenOwner) {
  return { user_id: userId, username, token_id: tokenId ?? 0, token_name: tokenName };
}
