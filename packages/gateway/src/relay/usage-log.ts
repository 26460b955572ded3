import type { Price } from '@tollgate/pricing';
import type { UsageRecord } from '../ledger/index.ts';
import { priceName } from '../services/ratios.ts';
import type { Bill, CallHold } from './bill.ts';
import type { Asked } from './dialects/dialect.ts';
import type { Exchange } from './exchange.ts';
import type { TokenOwner } from './token-cache.ts';

const CONSUMPTION = 2;

/** How a call went, beside its bill. */
export interface Trace {
  /** Channels in the order in which they were tried. */
  tried: readonly number[];
  channelId: number;
  /** The name that the upstream knows the model by. */
  upstreamModel: string;
  /** Milliseconds since 1970, when the first byte of a stream came. */
  firstByteAt: number | undefined;
  endedAt: number;
  /** The upstream counts prompts the way Claude does. */
  claude: boolean;
}

/** The usage-log row: everything that its quota can be recomputed from (`receipt`). */
export function toUsageRecord(
  { startedAt }: Exchange,
  owner: TokenOwner,
  asked: Asked,
  hold: CallHold,
  bill: Bill,
  trace: Trace,
): UsageRecord {
  return {
    user_id: owner.userId,
    username: owner.username,
    created_at: Math.floor(startedAt / 1000),
    type: CONSUMPTION,
    content: wordsOf(bill.price ?? hold.price).content,
    prompt_tokens: bill.usage.input,
    completion_tokens: bill.usage.output,
    token_name: owner.tokenName,
    token_id: owner.tokenId ?? 0,
    model_name: priceName(asked.model),
    channel_id: trace.channelId,
    use_time: Math.round((trace.endedAt - startedAt) / 1000),
    is_stream: asked.stream ? 1 : 0,
    group: hold.group,
    billing_basis: bill.basis,
    ...(!hold.logged && { unlogged: true }),
    other: JSON.stringify(otherOf(startedAt, asked, bill.price ?? hold.price, bill, trace)),
  };
}

function otherOf(startedAt: number, { model, measure, json }: Asked, price: Price, bill: Bill, trace: Trace) {
  const { cachedInput, cacheWrite, cacheWriteHour, reasoning } = bill.usage;
  return {
    ...ratiosOf(price),
    cache_tokens: cachedInput,
    ...(cacheWrite + cacheWriteHour > 0 && {
      cache_creation_tokens: cacheWrite + cacheWriteHour,
      cache_creation_tokens_1h: cacheWriteHour,
    }),
    ...(trace.claude && { claude: true }),
    ...(reasoning > 0 && { reasoning_tokens: reasoning }),
    frt: trace.firstByteAt === undefined ? -1000 : trace.firstByteAt - startedAt,
    ...(trace.upstreamModel !== model && {
      is_model_mapped: true,
      upstream_model_name: trace.upstreamModel,
    }),
    ...(bill.suspect && { usage_suspect: true }),
    ...(bill.sensitive && { sensitive_words: true }),
    ...audioOf(bill),
    ...effortOf(json),
    ...measure?.note,
    admin_info: { use_channel: trace.tried.map(String) },
  };
}

/** How much a reasoning model was asked to think, in either of OpenAI's words for it. */
function effortOf({ reasoning_effort, reasoning }: Asked['json'] = {}) {
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

/** Ratios and prices under the names of the wire. One price serves many calls: it is put into words once. */
export function ratiosOf(price: Price): Ratios {
  return wordsOf(price).ratios;
}

type Ratios = ReturnType<typeof toRatios>;

interface Words {
  readonly ratios: Ratios;
  readonly content: string;
}

const words = new WeakMap<Price, Words>();

function wordsOf(price: Price): Words {
  const known = words.get(price);
  if (known) return known;
  const fresh = { ratios: toRatios(price), content: contentOf(price) };
  words.set(price, fresh);
  return fresh;
}

function toRatios(price: Price) {
  return {
    model_ratio: price.modelRatio,
    group_ratio: price.groupRatio,
    // As with the price by call: there is none. `group_ratio` is the one that counts for everybody.
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
    ...(price.kind === 'piece' && price.multiplier !== 1 && { price_times: price.multiplier }),
  };
}

function contentOf(price: Price): string {
  const { modelRatio, completionRatio, groupRatio } = price;
  return price.kind !== 'tokens'
    ? `模型价格 ${price.dollars.toFixed(2)}，分组倍率 ${groupRatio.toFixed(2)}`
    : `模型倍率 ${modelRatio.toFixed(2)}，补全倍率 ${completionRatio.toFixed(2)}，分组倍率 ${groupRatio.toFixed(2)}`;
}
