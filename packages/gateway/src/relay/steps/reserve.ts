import { noUsage } from '../../core/chat.ts';
import { LedgerUnavailable, type ReserveOutcome } from '../../ledger/index.ts';
import { remaining } from '../../repositories/relay-tokens.ts';
import {
  findPrice,
  type Price,
  pricedByPiece,
  quotaOf,
  type Sound,
  worstQuota,
} from '../../services/pricing.ts';
import { priceName } from '../../services/ratios.ts';
import type { CallHold } from '../bill.ts';
import type { RelayCaller } from '../caller.ts';
import type { RelayContext } from '../context.ts';
import type { Asked } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { overhead, promptBound, survey } from '../prompt.ts';
import { ratiosOf } from '../usage-log.ts';

/**
 * Sets the worst case of the call aside: as many prompt tokens as its bytes allow, and the longest answer that it allows
 * (`PreConsumedQuota` tokens when it does not say). Only when the balance does not cover that, the prompt is counted.
 *
 * @throws {RelayError} 500 for a model without a price, 401 or 403 when the money does not suffice, 503
 */
export async function reserve(
  ctx: RelayContext,
  exchange: Exchange,
  caller: RelayCaller,
  group: string,
  asked: Asked,
): Promise<CallHold> {
  const options = ctx.options.current;
  const acceptUnset = options.SelfUseModeEnabled || caller.owner.acceptsUnset;
  const price = findPrice(options, asked.model, group, acceptUnset);
  if (!price) throw new RelayError(500, 'model_price_error', { model: asked.model });

  const known = asked.measure?.promptTokens;
  const bound = known ?? promptBound(asked);
  const first = toHold(ctx, exchange, price, group, asked, bound, known !== undefined);
  const outcome = await hold(ctx, exchange, caller, asked, first);
  if (outcome === 'ok') return first;

  const counted = known ?? (await countPrompt(ctx, asked).catch(() => bound));
  const second = toHold(ctx, exchange, price, group, asked, Math.min(counted, bound), true);
  const again = second.amount < first.amount ? await hold(ctx, exchange, caller, asked, second) : outcome;
  if (again === 'ok') return second;
  throw await refusal(ctx, caller, again, second.amount);
}

function toHold(
  { options }: RelayContext,
  { requestId }: Exchange,
  modelPrice: Price,
  group: string,
  asked: Asked,
  promptTokens: number,
  promptCounted: boolean,
): CallHold {
  const { PreConsumedQuota, LogConsumeEnabled } = options.current;
  const output = asked.maxOutput ?? PreConsumedQuota * asked.choices;
  const { times, dollarsPerRatio = 0 } = asked.measure ?? {};
  const price = times === undefined ? modelPrice : pricedByPiece(modelPrice, times, dollarsPerRatio);
  return {
    id: requestId,
    price,
    ...(times !== undefined && modelPrice.modelPrice < 0 && { tokenPrice: modelPrice }),
    group,
    amount: worstQuota(price, promptTokens, output, soundOf(price, asked, promptTokens, output)),
    promptTokens,
    promptCounted,
    logged: LogConsumeEnabled,
  };
}

/** Tokens that may turn out to be sound, which some models price many times higher. */
function soundOf({ audioRatio }: Price, { json }: Asked, input: number, output: number): Sound | undefined {
  if (audioRatio === 1) return undefined;
  const speaks = Array.isArray(json.modalities) && json.modalities.includes('audio');
  return { input: Math.min(input, overhead(survey(json))), output: speaks ? output : 0 };
}

async function hold(
  ctx: RelayContext,
  { startedAt }: Exchange,
  { owner }: RelayCaller,
  { model, stream }: Asked,
  { id, price, group, amount, promptTokens, logged }: CallHold,
): Promise<ReserveOutcome> {
  const snapshot = {
    user_id: owner.userId,
    username: owner.username,
    token_id: owner.tokenId ?? 0,
    token_name: owner.tokenName,
    model_name: priceName(model),
    channel_id: 0,
    group,
    is_stream: stream ? 1 : 0,
    created_at: Math.floor(startedAt / 1000),
    prompt_tokens: promptTokens,
    ratios: ratiosOf(price),
    ...(!logged && { unlogged: true }),
  };
  const estimate = quotaOf(price, { ...noUsage, input: promptTokens });
  try {
    return await ctx.ledger.reserve({
      id,
      userId: owner.userId,
      tokenId: owner.tokenId,
      amount,
      estimate,
      snapshot,
    });
  } catch (cause) {
    if (cause instanceof LedgerUnavailable) throw new RelayError(503, 'busy', {}, { cause, retryAfter: 2 });
    throw cause;
  }
}

async function countPrompt({ counter }: RelayContext, { model, json }: Asked): Promise<number> {
  const found = survey(json);
  return (await counter.count(model, [...found.texts, ...found.names])) + overhead(found);
}

async function refusal(
  ctx: RelayContext,
  { owner, keyHint: key }: RelayCaller,
  outcome: ReserveOutcome,
  amount: number,
): Promise<RelayError> {
  if (outcome === 'insufficient_user') return new RelayError(403, 'insufficient_user_quota', { amount });
  if (outcome !== 'insufficient_token' || owner.tokenId === null)
    return new RelayError(500, 'internal', {}, { cause: outcome });
  const left = await remaining(ctx.db, owner.tokenId);
  if (left !== undefined && left <= 0) return new RelayError(401, 'token_exhausted', { key });
  return new RelayError(403, 'pre_consume_token_quota_failed', { key, amount });
}
