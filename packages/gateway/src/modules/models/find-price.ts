import {
  CACHE_WRITE_HOUR_RATIO,
  CACHE_WRITE_RATIO,
  type CallPrice,
  type SecondPrice,
  type TokenPrice,
} from '@tollgate/pricing';
import type { PricedOptions } from './book/price-book.ts';
import { adjustmentsOf } from './price-adjustments.ts';
import {
  AUDIO_COMPLETION_RATIO,
  audioRatio,
  completionRatio,
  priceName,
  UNSET_MODEL_RATIO,
} from './ratios.ts';

/** The configured price of a model. */
type ListPrice = TokenPrice | CallPrice | SecondPrice;

/**
 * Returns the price of a model for a group. `undefined` when neither price nor ratio is set and `acceptUnset`
 * is false: a model without a price must not be billed by surprise.
 */
export function findPrice(
  options: PricedOptions,
  model: string,
  group: string,
  acceptUnset: boolean,
): ListPrice | undefined {
  const prices = remembered(options);
  const key = `${acceptUnset ? 1 : 0}|${group}|${model}`;
  const found = prices.get(key);
  if (found) return found;

  const name = priceName(model);
  const modelPrice = options.ModelPrice.get(name);
  const modelRatio = options.ModelRatio.get(name);
  if (!acceptUnset && !hasPrice(options, name)) return undefined;

  const entry = options.book?.versions.get(name);
  const ratios = {
    modelRatio: modelRatio ?? UNSET_MODEL_RATIO,
    completionRatio: completionRatio(options, name),
    cacheRatio: options.CacheRatio.get(name) ?? 1,
    cacheWriteRatio: entry?.cache_write_ratio ?? CACHE_WRITE_RATIO,
    cacheWriteHourRatio: entry?.cache_write_hour_ratio ?? CACHE_WRITE_HOUR_RATIO,
    ...audioRatiosOf(name),
    ...adjustmentsOf(options, name),
    groupRatio: options.GroupRatio.get(group) ?? 1,
    quotaPerUnit: options.QuotaPerUnit,
    ...(entry && { version: entry.id }),
  };
  const price: ListPrice = Object.freeze(
    modelPrice !== undefined
      ? { ...ratios, kind: 'call', dollars: modelPrice }
      : entry && entry.per_second !== null
        ? { ...ratios, kind: 'second', dollars: entry.per_second }
        : { ...ratios, kind: 'tokens' },
  );
  if (prices.size < MAX_REMEMBERED) prices.set(key, price);
  return price;
}

/** Whether the price book has a price of a model, by the name that `priceName` returns. */
export function hasPrice({ ModelPrice, ModelRatio, book }: PricedOptions, name: string): boolean {
  return (
    ModelPrice.has(name) || ModelRatio.has(name) || (book?.versions.get(name)?.per_second ?? null) !== null
  );
}

function audioRatiosOf(model: string): Pick<ListPrice, 'audioRatio' | 'audioCompletionRatio'> {
  const ratio = audioRatio(model);
  return { audioRatio: ratio, audioCompletionRatio: ratio === 1 ? 1 : AUDIO_COMPLETION_RATIO };
}

const pricesOf = new WeakMap<PricedOptions, Map<string, ListPrice>>();
/** Names come from callers, so the cache must be bounded. */
const MAX_REMEMBERED = 5000;

function remembered(options: PricedOptions): Map<string, ListPrice> {
  const existing = pricesOf.get(options);
  if (existing) return existing;
  const fresh = new Map<string, ListPrice>();
  pricesOf.set(options, fresh);
  return fresh;
}
