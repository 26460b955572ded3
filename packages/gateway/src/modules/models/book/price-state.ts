import type { OptionValues, PriceAdjustment } from '@tollgate/contract/options';
import { storableText } from '../../../core/storable-text.ts';

/** What the book has on one name: a model, or the beginning of names with `*` behind it. Null: not set. */
export interface PriceState {
  /** Dollars per million prompt tokens, of `UNITS_PER_BOOK_DOLLAR` units each. */
  readonly input: number | null;
  /** Weights of tokens, relative to a prompt token. */
  readonly output_ratio: number | null;
  readonly cache_read_ratio: number | null;
  readonly cache_write_ratio: number | null;
  readonly cache_write_hour_ratio: number | null;
  /** Dollars per call, in place of tokens. */
  readonly per_call: number | null;
  /** Dollars per second of a recording, in place of tokens. No option shows it. */
  readonly per_second: number | null;
  /** JSON of `PriceAdjustment`. Empty: none. */
  readonly adjustments: string;
}

export const NO_PRICE: PriceState = {
  input: null,
  output_ratio: null,
  cache_read_ratio: null,
  cache_write_ratio: null,
  cache_write_hour_ratio: null,
  per_call: null,
  per_second: null,
  adjustments: '',
};

/** The options that show a part of the book. */
export const bookKeys = [
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'ModelPrice',
  'PriceAdjustments',
] as const;
export type BookKey = (typeof bookKeys)[number];
export type PriceMaps = Pick<OptionValues, BookKey>;

export function isBookKey(key: string): key is BookKey {
  return (bookKeys as readonly string[]).includes(key);
}

/**
 * Units of a dollar in `input`, whatever the option `QuotaPerUnit` says. Ratios count units per token, so a change of
 * that option must not change them.
 */
export const UNITS_PER_BOOK_DOLLAR = 500_000;

/** A ratio of 1 is 2 of these dollars per million tokens. Twice a double is exact, so nothing is lost in between. */
const DOLLARS_PER_RATIO = 2;

/** Returns the states as the maps of the options. */
export function toMaps(states: ReadonlyMap<string, PriceState>): PriceMaps {
  const maps: PriceMaps = {
    ModelRatio: new Map(),
    CompletionRatio: new Map(),
    CacheRatio: new Map(),
    ModelPrice: new Map(),
    PriceAdjustments: new Map(),
  };
  for (const [name, state] of states) {
    if (state.input !== null) maps.ModelRatio.set(name, state.input / DOLLARS_PER_RATIO);
    if (state.output_ratio !== null) maps.CompletionRatio.set(name, state.output_ratio);
    if (state.cache_read_ratio !== null) maps.CacheRatio.set(name, state.cache_read_ratio);
    if (state.per_call !== null) maps.ModelPrice.set(name, state.per_call);
    if (state.adjustments !== '')
      maps.PriceAdjustments.set(name, JSON.parse(state.adjustments) as PriceAdjustment);
  }
  return maps;
}

/** Returns the states after one of the maps was replaced. Names that it leaves out lose that part alone. */
export function withMap<K extends BookKey>(
  states: ReadonlyMap<string, PriceState>,
  key: K,
  map: PriceMaps[K],
): Map<string, PriceState> {
  const changed = new Map<string, PriceState>();
  for (const [name, state] of states) changed.set(name, { ...state, ...partOf(key, map.get(name)) });
  for (const [name, value] of map)
    if (!states.has(name)) changed.set(storableText(name, 255), { ...NO_PRICE, ...partOf(key, value) });
  return changed;
}

export function isSamePrice(one: PriceState, other: PriceState): boolean {
  return fields.every((field) => one[field] === other[field]);
}

export function isEmptyPrice(state: PriceState): boolean {
  return isSamePrice(state, NO_PRICE);
}

/** Copies the price out of a row that has more. */
export function priceOf(row: PriceState): PriceState {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as PriceState;
}

function partOf(key: BookKey, value: number | PriceAdjustment | undefined): Partial<PriceState> {
  if (key === 'PriceAdjustments') return { adjustments: value === undefined ? '' : JSON.stringify(value) };
  const amount = (value as number | undefined) ?? null;
  if (key === 'ModelRatio') return { input: amount === null ? null : amount * DOLLARS_PER_RATIO };
  return { [columns[key]]: amount };
}

const columns = {
  CompletionRatio: 'output_ratio',
  CacheRatio: 'cache_read_ratio',
  ModelPrice: 'per_call',
} as const;
const fields = Object.keys(NO_PRICE) as (keyof PriceState)[];
