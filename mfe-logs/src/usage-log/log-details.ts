import type { LogEntry } from '@tollgate/contract';

/** What a row of the usage log says beside its columns. Absent where the row does not say it. */
export interface LogDetails {
  modelRatio?: number | undefined;
  /** US dollars a call; absent when the call was charged by tokens. */
  modelPrice?: number | undefined;
  /** How often the price per call was taken: pictures, by number, size and quality. */
  priceTimes: number;
  completionRatio?: number | undefined;
  /** The ratio that counted: a ratio of the user's own group goes before the one of the token's group. */
  groupRatio?: number | undefined;
  cacheTokens: number;
  cacheRatio?: number | undefined;
  /** All tokens written to the cache, also those for an hour. */
  cacheCreationTokens: number;
  cacheCreationRatio?: number | undefined;
  /** The part of them that the provider keeps for an hour. */
  cacheHourTokens: number;
  cacheHourRatio?: number | undefined;
  /** Tokens of the cache stand beside those of the prompt: Claude's own way of counting, in rows from elsewhere. */
  isCacheBeside: boolean;
  /** The gateway was killed during the call, which cost what it had used by then. */
  isRecovered: boolean;
  /** Units per dollar when the call was charged. */
  quotaPerUnit?: number | undefined;
  /** Milliseconds until the first token of a stream. */
  firstTokenMs?: number | undefined;
  /** The model that was asked upstream, when the channel maps the name. */
  upstreamModel?: string | undefined;
  audio?: AudioDetails | undefined;
  reasoningEffort?: string | undefined;
  reasoningTokens: number;
  /** The upstream reported counts that cannot be; they were left aside. */
  isSuspect: boolean;
  /** Ids of the channels that were tried, in order. Only for admins. */
  triedChannels: string[];
}

/** Counts of text and audio tokens of calls with sound. */
export interface AudioDetails {
  textInput: number;
  textOutput: number;
  audioInput: number;
  audioOutput: number;
  /** The model prices sound apart; otherwise its tokens are tokens like any. */
  isPricedApart: boolean;
  audioRatio: number;
  audioCompletionRatio: number;
}

/** Reads the JSON text of `other`. Whatever is missing or of another kind is left out: old and foreign rows stay readable. */
export function readDetails({ other, billing_basis }: LogEntry): LogDetails {
  const fields = parseObject(other);
  const ownRatio = ratio(fields.user_group_ratio);
  return {
    modelRatio: ratio(fields.model_ratio),
    modelPrice: ratio(fields.model_price),
    priceTimes: ratio(fields.price_times) ?? 1,
    completionRatio: ratio(fields.completion_ratio),
    groupRatio: ownRatio ?? ratio(fields.group_ratio),
    cacheTokens: count(fields.cache_tokens),
    cacheRatio: ratio(fields.cache_ratio),
    cacheCreationTokens: count(fields.cache_creation_tokens),
    cacheCreationRatio: ratio(fields.cache_creation_ratio),
    cacheHourTokens: count(fields.cache_creation_tokens_1h),
    cacheHourRatio: ratio(fields.cache_creation_ratio_1h),
    isCacheBeside: fields.claude === true && billing_basis === '',
    isRecovered: fields.recovered === true,
    quotaPerUnit: ratio(fields.quota_per_unit),
    firstTokenMs: count(fields.frt) || undefined,
    upstreamModel: fields.is_model_mapped === true ? text(fields.upstream_model_name) : undefined,
    audio: readAudio(fields),
    reasoningEffort: text(fields.reasoning_effort),
    reasoningTokens: count(fields.reasoning_tokens),
    isSuspect: fields.usage_suspect === true,
    triedChannels: readTried(fields.admin_info),
  };
}

function readAudio(fields: Fields): AudioDetails | undefined {
  if (fields.audio !== true && fields.ws !== true) return undefined;
  return {
    textInput: count(fields.text_input),
    textOutput: count(fields.text_output),
    audioInput: count(fields.audio_input),
    audioOutput: count(fields.audio_output),
    isPricedApart: ratio(fields.audio_ratio) !== undefined,
    audioRatio: ratio(fields.audio_ratio) ?? 1,
    audioCompletionRatio: ratio(fields.audio_completion_ratio) ?? 1,
  };
}

function readTried(adminInfo: unknown): string[] {
  const tried = isObject(adminInfo) ? adminInfo.use_channel : undefined;
  return Array.isArray(tried) ? tried.map(String) : [];
}

type Fields = Record<string, unknown>;

function parseObject(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** The wire writes -1 where a ratio or price does not apply. */
function ratio(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
