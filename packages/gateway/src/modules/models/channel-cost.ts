import { CACHE_WRITE_HOUR_RATIO, CACHE_WRITE_RATIO, type Price, toPiecePrice } from '@tollgate/pricing';
import type { PricedOptions } from './book/price-book.ts';
import { findPrice } from './find-price.ts';
import { adjustmentsOf } from './price-adjustments.ts';
import { priceName } from './ratios.ts';
import type { ChannelCostRow } from './repository/channel-costs.ts';

/** Where a call went, and what its caller pays. */
export interface CostedCall {
  readonly channelId: number;
  /** The model as the provider knows it. */
  readonly upstreamModel: string;
  readonly charged: Price;
}

/**
 * Returns what a call costs the operator, as a price: its group ratio is the share of the price in the book.
 * `undefined` when the channel has no cost for the model.
 */
export function findCost(options: PricedOptions, call: CostedCall): Price | undefined {
  const rules = options.book?.costs?.get(call.channelId);
  if (!rules) return undefined;
  const known = remembered(call.charged);
  const key = `${call.channelId}|${call.upstreamModel}`;
  if (!known.has(key)) known.set(key, computeCost(options, rules, call));
  return known.get(key);
}

function computeCost(
  options: PricedOptions,
  rules: readonly ChannelCostRow[],
  { upstreamModel, charged }: CostedCall,
): Price | undefined {
  const rule = findRule(rules, upstreamModel);
  if (!rule) return undefined;
  if (rule.factor === null) return Object.freeze(ownPrice(options, rule, { upstreamModel, charged }));
  const listed = findPrice(options, upstreamModel, '', false);
  const base = listed && listed.version !== charged.version ? sameKind(listed, charged) : charged;
  return Object.freeze({ ...base, groupRatio: rule.factor });
}

/** The longest name that fits decides, and the whole name before all. */
export function findRule(rules: readonly ChannelCostRow[], model: string): ChannelCostRow | undefined {
  const fitting = rules.filter(({ models }) =>
    models.endsWith('*') ? model.startsWith(models.slice(0, -1)) : models === model,
  );
  return fitting.reduce<ChannelCostRow | undefined>(
    (best, rule) => (best && lengthOf(best) >= lengthOf(rule) ? best : rule),
    undefined,
  );
}

function lengthOf({ models }: ChannelCostRow): number {
  return models.endsWith('*') ? models.length - 1 : models.length + 1;
}

function ownPrice(
  options: PricedOptions,
  rule: ChannelCostRow,
  { upstreamModel, charged }: Pick<CostedCall, 'upstreamModel' | 'charged'>,
): Price {
  if (rule.per_second !== null)
    return { ...charged, groupRatio: 1, kind: 'second', dollars: rule.per_second };
  const dollars = rule.per_call;
  if (dollars !== null) {
    const price = { ...charged, groupRatio: 1, dollars };
    return charged.kind === 'piece'
      ? { ...price, kind: 'piece', multiplier: charged.multiplier }
      : { ...price, kind: 'call' };
  }
  const input = rule.input ?? 0;
  return {
    kind: 'tokens',
    modelRatio: (input * charged.quotaPerUnit) / 1_000_000,
    completionRatio: ratio(rule.output ?? input, input),
    cacheRatio: ratio(rule.cache_read ?? input, input),
    cacheWriteRatio: rule.cache_write === null ? CACHE_WRITE_RATIO : ratio(rule.cache_write, input),
    cacheWriteHourRatio:
      rule.cache_write_hour === null ? CACHE_WRITE_HOUR_RATIO : ratio(rule.cache_write_hour, input),
    audioRatio: charged.audioRatio,
    audioCompletionRatio: charged.audioCompletionRatio,
    ...adjustmentsOf(options, priceName(upstreamModel)),
    groupRatio: 1,
    quotaPerUnit: charged.quotaPerUnit,
  };
}

/** Pictures are paid by piece, also where the mapped model is listed by tokens. */
function sameKind(listed: Price, charged: Price): Price {
  if (charged.kind !== 'piece') return listed;
  const dollarsPerRatio = charged.modelRatio > 0 ? charged.dollars / charged.modelRatio : 0;
  return toPiecePrice(listed, charged.multiplier, dollarsPerRatio);
}

function ratio(amount: number, input: number): number {
  return input === 0 ? 0 : Number((amount / input).toPrecision(12));
}

/** A charged price belongs to one snapshot of the options, and so do the costs next to it. */
const costsOf = new WeakMap<Price, Map<string, Price | undefined>>();

function remembered(charged: Price): Map<string, Price | undefined> {
  const existing = costsOf.get(charged);
  if (existing) return existing;
  const fresh = new Map<string, Price | undefined>();
  costsOf.set(charged, fresh);
  return fresh;
}
