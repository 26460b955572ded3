import { noUsage } from '../../core/chat.ts';
import { type Grant, LedgerUnavailable, type ReserveOutcome } from '../../ledger/index.ts';
import { findSetAside, remaining } from '../../repositories/relay-tokens.ts';
import { outputLimitOf } from '../../services/output-limits.ts';
import { findPrice, type Price, pricedByPiece, quotaOf } from '../../services/pricing.ts';
import { priceName } from '../../services/ratios.ts';
import { lengthOf } from '../answer-length.ts';
import type { CallHold } from '../bill.ts';
import type { RelayCaller } from '../caller.ts';
import type { RelayContext } from '../context.ts';
import { type Asked, wholeJson } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { overhead, promptBound, survey } from '../prompt.ts';
import type { DialectId } from '../providers/provider.ts';
import { shownName } from '../shown-name.ts';
import { countedBound } from '../usage-bounds.ts';
import { ratiosOf } from '../usage-log.ts';
import { affordableOutput, type Worst, worstOf } from '../worst-case.ts';

/** A hold that is wanted, with what may be granted instead. */
interface Draft {
  readonly hold: CallHold;
  readonly least: number;
  readonly comfortable: number;
  readonly worst: Worst;
}

/**
 * Sets the worst case of the call aside: as many prompt tokens as its bytes allow, and the longest answer that the
 * caller or the model allows. A caller who set no limit gets a shorter answer when the balance does not cover the
 * longest one. Only when the balance does not cover all of it, the prompt is counted.
 *
 * @throws {RelayError} 500 for a model without a price, 401 or 403 when the money does not suffice, 503
 */
export async function reserve(
  ctx: RelayContext,
  exchange: Exchange,
  caller: RelayCaller,
  group: string,
  asked: Asked,
  dialect: DialectId,
): Promise<CallHold> {
  const options = ctx.options.current;
  const acceptUnset = options.SelfUseModeEnabled || caller.owner.acceptsUnset;
  const price = findPrice(options, asked.model, group, acceptUnset);
  if (!price) throw new RelayError(500, 'model_price_error', { model: shownName(asked.model) });

  const known = asked.measure?.promptTokens;
  const bound = known ?? promptBound(asked);
  const draftFor = (promptTokens: number, promptHeld: number, isCounted: boolean) =>
    toDraft(ctx, exchange, price, group, asked, dialect, { promptTokens, promptHeld, isCounted });

  const first = draftFor(bound, bound, known !== undefined);
  const { outcome, amount } = await take(ctx, exchange, caller, asked, first);
  if (outcome === 'ok' && amount === first.hold.amount) return first.hold;

  const counted = known ?? Math.min(bound, await countPrompt(ctx, asked).catch(() => bound));
  const held = known ?? Math.min(bound, countedBound(asked, counted));
  const second = draftFor(counted, held, true);
  if (outcome === 'ok') return shortened(second, amount, asked.model);

  const isCheaper = second.least < first.least;
  const again = isCheaper ? await take(ctx, exchange, caller, asked, second) : { outcome, amount };
  if (again.outcome !== 'ok') throw await refusal(ctx, caller, again.outcome, second.least);
  return again.amount === second.hold.amount ? second.hold : shortened(second, again.amount, asked.model);
}

interface Prompt {
  readonly promptTokens: number;
  readonly promptHeld: number;
  readonly isCounted: boolean;
}

function toDraft(
  { options }: RelayContext,
  { requestId }: Exchange,
  modelPrice: Price,
  group: string,
  asked: Asked,
  dialect: DialectId,
  { promptTokens, promptHeld, isCounted }: Prompt,
): Draft {
  const length = lengthOf(options.current, asked, dialect);
  const { times, dollarsPerRatio = 0 } = asked.measure ?? {};
  const price = times === undefined ? modelPrice : pricedByPiece(modelPrice, times, dollarsPerRatio);
  const worst = worstOf(price, asked, promptHeld);
  const amount = worst(length.tokens);
  const prompt = length.source === 'model' ? worst(0) : amount;
  const part = (tokens: number) => Math.ceil(prompt + (amount - prompt) * (tokens / length.tokens));
  const hold: CallHold = {
    id: requestId,
    model: asked.model,
    price,
    ...(times !== undefined && modelPrice.modelPrice < 0 && { tokenPrice: modelPrice }),
    group,
    amount,
    promptTokens,
    promptHeld,
    promptCounted: isCounted,
    length: length.source === 'model' && amount === prompt ? 'none' : length.source,
    outputTokens: length.tokens,
    choices: asked.choices,
    logged: options.current.LogConsumeEnabled,
  };
  if (amount === prompt) return { hold, least: amount, comfortable: amount, worst };
  return { hold, least: part(length.least), comfortable: part(length.comfortable), worst };
}

/** A prompt that fills the window of its model leaves no room; what happens then is for the provider to say. */
const LEAST_TOKENS = 16;
const SPARE_TOKENS = 32;

/** A call that was granted less than its longest answer: each of its answers gets an equal part of what is held. */
function shortened({ hold, worst }: Draft, amount: number, model: string): CallHold {
  const { window = Number.POSITIVE_INFINITY } = outputLimitOf(model);
  const affordable = Math.min(hold.outputTokens, affordableOutput(worst, amount));
  const room = Math.max(LEAST_TOKENS, window - hold.promptTokens - SPARE_TOKENS);
  const perAnswer = Math.min(Math.floor(affordable / hold.choices), room);
  if (perAnswer * hold.choices >= hold.outputTokens) return { ...hold, amount };
  return { ...hold, amount, length: 'balance', outputTokens: Math.max(1, perAnswer) * hold.choices };
}

async function take(
  ctx: RelayContext,
  { startedAt }: Exchange,
  { owner }: RelayCaller,
  { model, stream }: Asked,
  { hold, least, comfortable }: Draft,
): Promise<Grant> {
  const { id, price, group, amount, promptTokens, logged } = hold;
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
  } as const;
  const estimate = quotaOf(price, { ...noUsage, input: promptTokens });
  const reservation = { id, userId: owner.userId, tokenId: owner.tokenId, amount, estimate, snapshot };
  try {
    return await ctx.ledger.reserveUpTo(reservation, { least, comfortable });
  } catch (cause) {
    if (cause instanceof LedgerUnavailable) throw new RelayError(503, 'busy', {}, { cause, retryAfter: 2 });
    throw cause;
  }
}

async function countPrompt({ counter }: RelayContext, asked: Asked): Promise<number> {
  const found = survey(wholeJson(asked));
  return (await counter.count(asked.model, [...found.texts, ...found.names])) + overhead(found);
}

/** The status and the code are those of the specification; the sentence says whether money is only set aside. */
async function refusal(
  ctx: RelayContext,
  { owner, keyHint: key }: RelayCaller,
  outcome: ReserveOutcome,
  amount: number,
): Promise<RelayError> {
  if (outcome === 'insufficient_user') {
    const { held, calls } = await findSetAside(ctx.db, 'user', owner.userId);
    const text = calls > 0 ? 'insufficient_user_quota_held' : 'insufficient_user_quota';
    return new RelayError(403, 'insufficient_user_quota', { amount, held, calls }, { text });
  }
  if (outcome !== 'insufficient_token' || owner.tokenId === null)
    return new RelayError(500, 'internal', {}, { cause: outcome });
  const left = await remaining(ctx.db, owner.tokenId);
  if (left !== undefined && left <= 0) return new RelayError(401, 'token_exhausted', { key });
  const { held, calls } = await findSetAside(ctx.db, 'token', owner.tokenId);
  const text = calls > 0 ? 'pre_consume_token_quota_held' : 'pre_consume_token_quota_failed';
  return new RelayError(403, 'pre_consume_token_quota_failed', { key, amount, held, calls }, { text });
}
