import type { PricingEntry } from '@tollgate/contract';
import { noUsage, type Price, type PriceStep, quotaOf, stepOf, type Usage } from '@tollgate/pricing';
import { BillingType } from './prices.ts';

/** Requests of one size. */
export interface CallSize {
  requests: number;
  /** All tokens of the prompt, cached and written ones included. */
  input: number;
  cached: number;
  written: number;
  writtenHour: number;
  output: number;
  /** Of a recording. */
  seconds: number;
  /** Empty: the standard tier. */
  tier: string;
}

/** In dollars. */
export interface Estimate {
  total: number;
  each: number;
  /** What raises the price of a long prompt. */
  step: PriceStep | undefined;
}

/** Returns the price by which the gateway charges text in a group. */
export function chargedPrice(entry: PricingEntry, groupRatio: number, quotaPerUnit: number): Price {
  const ratios = {
    modelRatio: entry.model_ratio,
    completionRatio: entry.completion_ratio,
    cacheRatio: entry.cache_ratio ?? 1,
    cacheWriteRatio: entry.cache_write_ratio ?? 1,
    cacheWriteHourRatio: entry.cache_write_hour_ratio ?? 1,
    audioRatio: 1,
    audioCompletionRatio: 1,
    groupRatio,
    quotaPerUnit,
    ...(entry.steps && { steps: entry.steps }),
    ...(entry.tiers && { tiers: entry.tiers }),
  };
  return entry.quota_type === BillingType.byCall
    ? { ...ratios, kind: entry.unit ?? 'call', dollars: entry.model_price }
    : { ...ratios, kind: 'tokens' };
}

/** Returns what requests of one size are charged, to the unit. Undefined: more than can be counted. */
export function estimate(price: Price, size: CallSize): Estimate | undefined {
  const usage = usageOf(size);
  try {
    const each = quotaOf(price, usage) / price.quotaPerUnit;
    const step = price.kind === 'tokens' ? stepOf(price, usage.input) : undefined;
    return { each, total: tidy(each * whole(size.requests)), step };
  } catch {
    return undefined;
  }
}

function usageOf({ input, cached, written, writtenHour, output, seconds, tier }: CallSize): Usage {
  const parts = {
    cachedInput: whole(cached),
    cacheWrite: whole(written),
    cacheWriteHour: whole(writtenHour),
  };
  const least = parts.cachedInput + parts.cacheWrite + parts.cacheWriteHour;
  return {
    ...noUsage,
    ...parts,
    input: Math.max(whole(input), least),
    output: whole(output),
    seconds: whole(seconds),
    tier,
  };
}

function whole(count: number): number {
  return Number.isFinite(count) && count > 0 ? Math.round(count) : 0;
}

function tidy(dollars: number): number {
  return Number(dollars.toPrecision(12));
}
