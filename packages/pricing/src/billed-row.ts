import { readAdjustedUsage, readAdjustments } from './billed-adjustments.ts';
import type { Price } from './price.ts';
import { countOf, type Fields, numberOf } from './row-fields.ts';
import { noUsage, type Usage } from './usage.ts';

/** The columns of a usage-log row that determine its cost. */
export interface BilledRow {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Empty in rows that another product wrote. */
  readonly billing_basis: string;
  /** JSON. */
  readonly other: string;
}

/** The price and usage in a log row. */
export interface BilledCall {
  readonly price: Price;
  readonly usage: Usage;
  /** A crash ended the call. Its cost is that of its last checkpoint, which the row's tokens do not reflect. */
  readonly isRecovered: boolean;
}

/**
 * Reads what a call was charged for from its row. Missing or malformed parts of `other` are left out, so rows
 * of other versions and products stay readable. `quotaPerUnit` is units per dollar, for rows without it.
 *
 * Returns undefined for rows without a price: they are no calls, or nothing was charged.
 */
export function readBilledRow(row: BilledRow, quotaPerUnit: number): BilledCall | undefined {
  if (row.billing_basis === 'none') return undefined;
  const fields = parseObject(row.other);
  const price = readPrice(fields, quotaPerUnit);
  if (!price) return undefined;
  return { price, usage: readUsage(row, fields), isRecovered: fields.recovered === true };
}

/** Returns the quota units of the last checkpoint when a crash ended the call, else undefined. */
export function readCheckpoint({ other }: Pick<BilledRow, 'other'>): number | undefined {
  return numberOf(parseObject(other).checkpoint_quota);
}

function readPrice(fields: Fields, quotaPerUnit: number): Price | undefined {
  const dollars = numberOf(fields.model_price);
  const modelRatio = numberOf(fields.model_ratio);
  const multiplier = numberOf(fields.price_times);
  const ratios = {
    modelRatio: modelRatio ?? 0,
    completionRatio: numberOf(fields.completion_ratio) ?? 1,
    cacheRatio: numberOf(fields.cache_ratio) ?? 1,
    cacheWriteRatio: numberOf(fields.cache_creation_ratio) ?? 1,
    cacheWriteHourRatio: numberOf(fields.cache_creation_ratio_1h) ?? 1,
    audioRatio: numberOf(fields.audio_ratio) ?? 1,
    audioCompletionRatio: numberOf(fields.audio_completion_ratio) ?? 1,
    // The ratio of the user's own group takes precedence over that of the token's group.
    groupRatio: numberOf(fields.user_group_ratio) ?? numberOf(fields.group_ratio) ?? 1,
    quotaPerUnit: numberOf(fields.quota_per_unit) ?? quotaPerUnit,
    ...readAdjustments(fields),
  };
  if (dollars !== undefined && fields.price_unit === 'second') return { ...ratios, kind: 'second', dollars };
  if (dollars !== undefined && multiplier !== undefined)
    return { ...ratios, kind: 'piece', dollars, multiplier };
  if (dollars !== undefined) return { ...ratios, kind: 'call', dollars };
  return modelRatio === undefined ? undefined : { ...ratios, kind: 'tokens' };
}

function readUsage(row: BilledRow, fields: Fields): Usage {
  const cachedInput = countOf(fields.cache_tokens);
  const written = countOf(fields.cache_creation_tokens);
  const cacheWriteHour = countOf(fields.cache_creation_tokens_1h);
  // Claude excludes cache tokens from the prompt count. This gateway includes them; rows of other products do not.
  const isCacheBeside = fields.claude === true && row.billing_basis === '';
  return {
    ...noUsage,
    input: row.prompt_tokens + (isCacheBeside ? cachedInput + written : 0),
    cachedInput,
    cacheWrite: written - cacheWriteHour,
    cacheWriteHour,
    output: row.completion_tokens,
    audioInput: countOf(fields.audio_input),
    audioOutput: countOf(fields.audio_output),
    ...readAdjustedUsage(fields),
  };
}

function parseObject(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}
