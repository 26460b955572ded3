import { LogType } from '@tollgate/contract';
import { adjustmentFields, type Price, quotaOf } from '@tollgate/pricing';
import type { UsageRecord } from '../../ledger/index.ts';
import { priceName } from '../../modules/models/ratios.ts';
import type { PaidCall } from '../call.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { shownName } from '../routes/shown-name.ts';
import type { Bill, CallHold } from './bill.ts';
import { describeFailure } from './failed-call.ts';

/** How a call went, apart from its bill. */
export interface Trace {
  /** Channels in the order in which they were tried. */
  triedIds: readonly number[];
  channelId: number;
  /** The upstream's name of the model. */
  upstreamModel: string;
  /** Arrival of a stream's first byte, in milliseconds since 1970. */
  firstByteAt: number | undefined;
  endedAt: number;
  /** What chose the channel, if not weight and chance. */
  affinity?: string | undefined;
  /** The upstream was cancelled because the caller left. */
  cancelled?: boolean | undefined;
  /** What the caller got instead of the end of an answer. */
  failure?: unknown;
  /** The upstream counts prompts the way Claude does. */
  claude: boolean;
  /** What the call costs the operator, when that was decided before its end. */
  cost?: Price | undefined;
}

/** The call of a usage-log row. */
export interface LoggedCall extends PaidCall {
  readonly hold: CallHold;
  /** The requested model, when another one may have served. */
  readonly requestedModel?: string;
}

/** The usage-log row: all that is needed to recompute its quota (`receipt`). */
export function toUsageRecord(call: LoggedCall, bill: Bill, trace: Trace): UsageRecord {
  const { relayRequest, hold } = call;
  const { startedAt } = call.exchange;
  const { owner } = call.caller;
  const price = bill.price ?? hold.price;
  const failure = trace.failure === undefined ? undefined : describeFailure(trace.failure);
  const record: UsageRecord = {
    request_id: hold.id,
    user_id: owner.userId,
    username: owner.username,
    created_at: Math.floor(startedAt / 1000),
    type: LogType.consumption,
    content: wordsOf(price).content,
    prompt_tokens: bill.usage.input,
    completion_tokens: bill.usage.output,
    token_name: owner.tokenName,
    token_id: owner.tokenId ?? 0,
    model_name: priceName(relayRequest.model),
    channel_id: trace.channelId,
    use_time: Math.round((trace.endedAt - startedAt) / 1000),
    duration_ms: trace.endedAt - startedAt,
    first_token_ms: trace.firstByteAt === undefined ? 0 : trace.firstByteAt - startedAt,
    status: failure ? failure.status_code : 200,
    is_stream: relayRequest.stream ? 1 : 0,
    group: hold.group,
    billing_basis: bill.basis,
    quota: bill.basis === 'none' ? 0 : bill.quota,
    other: `${wordsOf(price).ratiosText},${JSON.stringify({ ...otherOf(call, { price, bill, trace }), ...failure }).slice(1)}`,
  };
  if (!hold.logged) record.unlogged = true;
  const cost = trace.cost ?? costOf(hold, price, trace);
  if (cost && isCountable(cost, bill))
    record.provider_cost = bill.basis === 'none' ? 0 : quotaOf(cost, bill.usage);
  return record;
}

/** A cost by the second says nothing of calls without a recording. */
function isCountable(cost: Price, { basis, usage }: Bill): boolean {
  return cost.kind !== 'second' || basis === 'none' || usage.seconds > 0;
}

/** Returns what a call costs the operator at its channel, as far as it is known. */
export function costOf(
  { findCost }: Pick<CallHold, 'findCost'>,
  charged: Price,
  { channelId, upstreamModel }: Pick<Trace, 'channelId' | 'upstreamModel'>,
): Price | undefined {
  return findCost?.({ channelId, upstreamModel, charged });
}

/**
 * The members of `other` behind the ratios. Added one by one, because spreads of what a call does not have are
 * dear.
 */
function otherOf(
  { exchange, relayRequest, requestedModel }: LoggedCall,
  { price, bill, trace }: { price: Price; bill: Bill; trace: Trace },
) {
  const { model, measure, json } = relayRequest;
  const { cachedInput, cacheWrite, cacheWriteHour, reasoning } = bill.usage;
  const { affinity, upstreamModel, firstByteAt, endedAt, triedIds } = trace;
  const other: Record<string, unknown> = {
    cache_tokens: cachedInput,
    use_time_ms: endedAt - exchange.startedAt,
    frt: firstByteAt === undefined ? -1000 : firstByteAt - exchange.startedAt,
    admin_info: affinity
      ? { use_channel: triedIds.map(String), affinity }
      : { use_channel: triedIds.map(String) },
  };
  if (cacheWrite + cacheWriteHour > 0) {
    other.cache_creation_tokens = cacheWrite + cacheWriteHour;
    other.cache_creation_tokens_1h = cacheWriteHour;
  }
  if (trace.claude) other.claude = true;
  if (reasoning > 0) other.reasoning_tokens = reasoning;
  if (upstreamModel !== model) {
    other.is_model_mapped = true;
    other.upstream_model_name = upstreamModel;
  }
  if (requestedModel !== undefined && requestedModel !== model)
    other.requested_model = shownName(requestedModel);
  if (trace.cancelled) other.cancelled = true;
  if (bill.suspect) other.usage_suspect = true;
  if (bill.sensitive) other.sensitive_words = true;
  Object.assign(other, audioOf(bill), adjustmentFields(price, bill.usage), effortOf(json), measure?.note);
  return other;
}

/** The requested reasoning effort, from either of OpenAI's two fields. */
function effortOf({ reasoning_effort, reasoning }: RelayRequest['json'] = {}) {
  const effort = reasoning_effort ?? (reasoning as { effort?: unknown } | null | undefined)?.effort;
  return typeof effort === 'string' && { reasoning_effort: effort.slice(0, 20) };
}

function audioOf({ usage: { input, output, audioInput, audioOutput } }: Bill) {
  if (audioInput + audioOutput === 0) return {};
  return {
    audio: true,
    audio_input: audioInput,
    audio_output: audioOutput,
    text_input: input - audioInput,
    text_output: output - audioOutput,
  };
}

/** Ratios and prices under the names of the console API. Cached, because many calls share one price. */
export function ratiosOf(price: Price): Ratios {
  return wordsOf(price).ratios;
}

type Ratios = ReturnType<typeof toRatios>;

interface Words {
  readonly ratios: Ratios;
  /** The beginning of a JSON object. */
  readonly ratiosText: string;
  readonly content: string;
}

const words = new WeakMap<Price, Words>();

function wordsOf(price: Price): Words {
  const existing = words.get(price);
  if (existing) return existing;
  const ratios = toRatios(price);
  const ratiosText = JSON.stringify(ratios).slice(0, -1);
  const fresh = { ratios, ratiosText, content: contentOf(price) };
  words.set(price, fresh);
  return fresh;
}

function toRatios(price: Price) {
  return {
    model_ratio: price.modelRatio,
    group_ratio: price.groupRatio,
    // As with the price by call: there is none. `group_ratio` applies to all users.
    user_group_ratio: -1,
    completion_ratio: price.completionRatio,
    cache_ratio: price.cacheRatio,
    cache_creation_ratio: price.cacheWriteRatio,
    cache_creation_ratio_1h: price.cacheWriteHourRatio,
    model_price: price.kind === 'tokens' ? -1 : price.dollars,
    ...(price.audioRatio !== 1 && {
      audio_ratio: price.audioRatio,
      audio_completion_ratio: price.audioCompletionRatio,
    }),
    ...(price.kind !== 'tokens' && { quota_per_unit: price.quotaPerUnit }),
    ...(price.version !== undefined && { price_version: price.version }),
    ...(price.kind === 'second' && { price_unit: 'second' }),
    ...(price.kind === 'piece' && price.multiplier !== 1 && { price_times: price.multiplier }),
  };
}

function contentOf(price: Price): string {
  const { modelRatio, completionRatio, groupRatio } = price;
  return price.kind !== 'tokens'
    ? `模型价格 ${ratioText(price.dollars)}，分组倍率 ${ratioText(groupRatio)}`
    : `模型倍率 ${ratioText(modelRatio)}，补全倍率 ${ratioText(completionRatio)}，分组倍率 ${ratioText(groupRatio)}`;
}

/** Two decimals, as programs expect them, and more where two would be another number: `0.075`. */
export function ratioText(ratio: number): string {
  return ratio.toFixed(6).replace(/0{1,4}$/, '');
}
