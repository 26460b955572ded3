import type { OptionValues } from '@tollgate/contract/options';
import type { Db } from '../../../db/schema.ts';
import { listPrices } from './change-book.ts';
import { type PriceMaps, type PriceState, toMaps } from './price-state.ts';

/** What calls are priced from: the valid prices in memory. Replaced as a whole when one changes. */
export interface PriceBook {
  /** The valid version of each name. */
  readonly versions: ReadonlyMap<string, BookEntry>;
}

export interface BookEntry extends PriceState {
  /** Of the row in `price_versions`. */
  readonly id: number;
}

/** The options together with the book. Values derived from it stay valid as long as it. */
export type PricedOptions = OptionValues & { readonly book?: PriceBook };

/** The book as it was read, and its prices in the form of the options. */
export interface ReadBook {
  readonly book: PriceBook;
  readonly maps: PriceMaps;
}

/** Reads the valid prices. Returns `last` itself when they did not change. */
export async function readBook(db: Db, last?: ReadBook): Promise<ReadBook> {
  const versions = await listPrices(db);
  if (last && isSame(last.book.versions, versions)) return last;
  return { book: { versions }, maps: toMaps(versions) };
}

/** Versions never change, so their ids tell. */
function isSame(one: PriceBook['versions'], other: PriceBook['versions']): boolean {
  if (one.size !== other.size) return false;
  for (const [name, { id }] of other) if (one.get(name)?.id !== id) return false;
  return true;
}
