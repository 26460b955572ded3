import type { ListedPrice } from '@tollgate/contract';
import { CACHE_WRITE_HOUR_RATIO, CACHE_WRITE_RATIO } from '@tollgate/pricing';
import { NO_PRICE, type PriceState, UNITS_PER_BOOK_DOLLAR } from './price-state.ts';

/**
 * Returns a price of the book in dollars per million tokens, per call or per second, as calls are charged.
 * `quotaPerUnit` is the option: units per dollar. Undefined when there is no price.
 */
export function toListed(
  state: PriceState,
  { outputRatio, quotaPerUnit }: { outputRatio: number; quotaPerUnit: number },
): ListedPrice | undefined {
  const { per_call, per_second } = state;
  if (per_call !== null) return { ...NOTHING, per_call };
  if (per_second !== null) return { ...NOTHING, per_second };
  if (state.input === null) return undefined;
  const input = scale(state.input, UNITS_PER_BOOK_DOLLAR / quotaPerUnit);
  const part = (ratio: number | null) => (ratio === null ? null : tidy(input * ratio));
  return {
    ...NOTHING,
    input,
    output: tidy(input * outputRatio),
    cache_read: part(state.cache_read_ratio),
    cache_write: part(state.cache_write_ratio),
    cache_write_hour: part(state.cache_write_hour_ratio),
  };
}

/** Returns the state after a model got a listed price, at units per dollar. Its adjustments stay. */
export function withListed(
  before: PriceState | undefined,
  price: ListedPrice,
  quotaPerUnit: number,
): PriceState {
  const state = { ...NO_PRICE, adjustments: before?.adjustments ?? '' };
  if (unitOf(price) !== 'input') return { ...state, per_call: price.per_call, per_second: price.per_second };
  const input = price.input ?? 0;
  const ratio = (amount: number | null) => (amount === null || input === 0 ? null : tidy(amount / input));
  return {
    ...state,
    input: scale(input, quotaPerUnit / UNITS_PER_BOOK_DOLLAR),
    output_ratio: ratio(price.output),
    cache_read_ratio: ratio(price.cache_read),
    cache_write_ratio: ratio(price.cache_write),
    cache_write_hour_ratio: ratio(price.cache_write_hour),
  };
}

/** Whether both prices say the same, as far as the new one says anything. */
export function isSameListed(current: ListedPrice, offer: ListedPrice): boolean {
  if (!isSameUnit(current, offer)) return false;
  const charged = withDefaults(current);
  return parts.every((part) => offer[part] === null || isClose(charged[part], offer[part]));
}

/** The largest change of a part, in percent; null between different units. */
export function changeOf(current: ListedPrice, offer: ListedPrice): number | null {
  if (!isSameUnit(current, offer)) return null;
  const changes = changesOf(current, offer);
  return changes.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
}

/** By how many percent any part costs more. A fall of one part does not hide the rise of another. */
export function risesBy(current: ListedPrice, offer: ListedPrice): number {
  return Math.max(0, ...changesOf(current, offer));
}

function changesOf(current: ListedPrice, offer: ListedPrice): number[] {
  const charged = withDefaults(current);
  return parts.flatMap((part) => {
    const [before, after] = [charged[part], offer[part]];
    if (before === null || after === null || isClose(before, after)) return [];
    return before === 0 ? [MANY_PERCENT] : [Number((((after - before) / before) * 100).toFixed(2))];
  });
}

/** The part that says what is charged: tokens, calls or seconds. */
export function unitOf(price: ListedPrice): 'input' | 'per_call' | 'per_second' {
  if (price.per_call !== null) return 'per_call';
  return price.per_second === null ? 'input' : 'per_second';
}

function isSameUnit(one: ListedPrice, other: ListedPrice): boolean {
  return unitOf(one) === unitOf(other);
}

/** What parts cost for which the book has no price of their own. */
function withDefaults(price: ListedPrice): ListedPrice {
  const { input } = price;
  if (input === null) return price;
  return {
    ...price,
    output: price.output ?? input,
    cache_read: price.cache_read ?? input,
    cache_write: price.cache_write ?? input * CACHE_WRITE_RATIO,
    cache_write_hour: price.cache_write_hour ?? input * CACHE_WRITE_HOUR_RATIO,
  };
}

/** As many units per dollar as the book has leave an amount as it is, to the last digit. */
function scale(amount: number, factor: number): number {
  return factor === 1 ? amount : tidy(amount * factor);
}

export function tidy(amount: number): number {
  return Number(amount.toPrecision(12));
}

function isClose(one: number | null, other: number): boolean {
  return one !== null && Math.abs(one - other) <= Math.max(one, other) * 1e-5;
}

export const NOTHING: ListedPrice = {
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
  cache_write_hour: null,
  per_call: null,
  per_second: null,
};
const parts = Object.keys(NOTHING) as (keyof ListedPrice)[];
/** From nothing to something. */
const MANY_PERCENT = 1_000_000;
