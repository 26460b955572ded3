import type { OptionKey } from '@tollgate/contract/options';
import type { OptionChange, OptionRows } from '../options.data.ts';

/** The price of one model: dollars per call, or ratios. Never both. */
export interface PriceRow {
  name: string;
  price?: number;
  /** 1 is $2 per million prompt tokens. */
  ratio?: number;
  /** Weight of an output token, relative to a prompt token. */
  completion?: number;
}

/** Unsaved prices by model. Undefined removes the price. */
export type PriceEdits = ReadonlyMap<string, PriceRow | undefined>;

type Part = 'price' | 'ratio' | 'completion';
const keys: Readonly<Record<Part, OptionKey>> = {
  price: 'ModelPrice',
  ratio: 'ModelRatio',
  completion: 'CompletionRatio',
};
const parts = Object.keys(keys) as Part[];

/** $2 per million tokens is the ratio 1. */
const DOLLARS_A_RATIO = 2;

/** The stored prices by model name. */
export function readPrices(options: OptionRows): Map<string, PriceRow> {
  const prices = new Map<string, PriceRow>();
  for (const part of parts) {
    for (const [name, value] of Object.entries(readMap(options, keys[part]))) {
      prices.set(name, { ...(prices.get(name) ?? { name }), [part]: value });
    }
  }
  return prices;
}

/** Returns the prices with the edits on top. */
export function applyEdits(prices: ReadonlyMap<string, PriceRow>, edits: PriceEdits): Map<string, PriceRow> {
  const all = new Map(prices);
  for (const [name, row] of edits) row ? all.set(name, row) : all.delete(name);
  return all;
}

/** Returns the models whose stored price differs between two answers of the server. */
export function findClashes(names: readonly string[], before: OptionRows, after: OptionRows): string[] {
  const [old, fresh] = [readPrices(before), readPrices(after)];
  return names.filter((name) => parts.some((part) => old.get(name)?.[part] !== fresh.get(name)?.[part]));
}

/** Returns the options to save for these prices. */
export function toChanges(options: OptionRows, prices: Iterable<PriceRow>): OptionChange[] {
  const rows = [...prices].sort((a, b) => (a.name < b.name ? -1 : 1));
  return parts.flatMap((part) => {
    const map = Object.fromEntries(
      rows.flatMap((row) => (row[part] === undefined ? [] : [[row.name, row[part]]])),
    );
    const before = readMap(options, keys[part]);
    const names = new Set([...Object.keys(map), ...Object.keys(before)]);
    const isSame = [...names].every((name) => map[name] === before[name]);
    if (isSame) return [];
    const previous = options.find(({ key }) => key === keys[part])?.value;
    const value = JSON.stringify(map, null, 2);
    return [{ key: keys[part], value, ...(previous !== undefined && { previous }) }];
  });
}

/** By the price of a million prompt tokens and, when known, output tokens. */
export function fromTokenPrices(name: string, input: number, output: number | undefined): PriceRow {
  return {
    name,
    ratio: tidy(input / DOLLARS_A_RATIO),
    ...(output !== undefined && { completion: tidy(output / input) }),
  };
}

/** Dollars per million prompt tokens and output tokens. */
export function tokenPrices({ ratio, completion = 1 }: PriceRow): [input?: number, output?: number] {
  if (ratio === undefined) return [];
  return [tidy(ratio * DOLLARS_A_RATIO), tidy(ratio * DOLLARS_A_RATIO * completion)];
}

/** Parses a number from 0; undefined when it is invalid. */
export function readAmount(text: string | undefined): number | undefined {
  const value = Number(text);
  return text?.trim() && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Removes the noise of binary fractions. */
function tidy(value: number): number {
  return Number(value.toFixed(9));
}

function readMap(options: OptionRows, key: OptionKey): Record<string, number> {
  try {
    return JSON.parse(options.find((row) => row.key === key)?.value ?? '{}') as Record<string, number>;
  } catch {
    return {}; // the other tab shows the text and its fault
  }
}
