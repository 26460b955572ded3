import { options } from '@tollgate/contract/options';
import type { Db } from '../../../db/schema.ts';
import { changePrices, lockPrices, type PriceOrigin } from './change-book.ts';
import { type BookKey, type PriceMaps, type PriceState, toMaps, withMap } from './price-state.ts';

/**
 * Returns an option that shows a part of the book, as text. The stored text is kept while it says the same: people
 * find their own line breaks again.
 */
export function textOf(
  states: ReadonlyMap<string, PriceState>,
  key: BookKey,
  stored: string | undefined,
): string {
  return textOfMap(toMaps(states)[key], key, stored);
}

/** Saves the text of such an option into the book. */
export async function writeBookOption(
  tx: Db,
  key: BookKey,
  text: string,
  origin: PriceOrigin,
): Promise<string[]> {
  const before = await lockPrices(tx);
  const map = options[key].parse(text) as PriceMaps[typeof key];
  return changePrices(tx, before, withMap(before, key, map), origin);
}

export function textOfMap(map: PriceMaps[BookKey], key: BookKey, stored: string | undefined): string {
  const text = stored ?? options[key].default;
  if (saysTheSame(text, key, map)) return text;
  const entries = Object.fromEntries(map);
  const pretty = JSON.stringify(entries, null, 2);
  return pretty.length > LONGEST_PRETTY ? JSON.stringify(entries) : pretty;
}

function saysTheSame(text: string, key: BookKey, map: PriceMaps[BookKey]): boolean {
  try {
    const parsed = options[key].parse(text) as ReadonlyMap<string, unknown>;
    if (parsed.size !== map.size) return false;
    return [...map].every(([name, value]) => JSON.stringify(parsed.get(name)) === JSON.stringify(value));
  } catch {
    return false;
  }
}

/** Longer texts could not be saved as they are shown. */
const LONGEST_PRETTY = 250_000;
