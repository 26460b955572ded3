import type { OptionValues } from '@tollgate/contract/options';
import type { Db } from '../../../db/schema.ts';
import * as costs from '../repository/channel-costs.ts';
import type { PriceVersionRow } from '../repository/price-versions.ts';
import { listPrices } from './change-book.ts';
import { type PriceMaps, toMaps } from './price-state.ts';

/** What calls are priced from: the valid prices in memory. Replaced as a whole when one changes. */
export interface PriceBook {
  /** The valid version of each name. */
  readonly versions: ReadonlyMap<string, PriceVersionRow>;
  /** What channels cost the operator, by their ids. */
  readonly costs?: ReadonlyMap<number, readonly costs.ChannelCostRow[]>;
}

/** The options together with the book. Values derived from it stay valid as long as it. */
export type PricedOptions = OptionValues & { readonly book?: PriceBook };

/** The book as it was read, and its prices in the form of the options. */
export interface ReadBook {
  readonly book: PriceBook;
  readonly maps: PriceMaps;
  readonly costText: string;
}

/** Reads the valid prices. Returns `last` itself when they did not change. */
export async function readBook(db: Db, last?: ReadBook): Promise<ReadBook> {
  const versions = await listPrices(db);
  const rows = await costs.listAll(db);
  const areSamePrices = last !== undefined && isSame(last.book.versions, versions);
  if (areSamePrices && JSON.stringify(rows) === last.costText) return last;
  return {
    book: { versions, ...(rows.length > 0 && { costs: byChannel(rows) }) },
    maps: areSamePrices ? last.maps : toMaps(versions),
    costText: JSON.stringify(rows),
  };
}

function byChannel(rows: readonly costs.ChannelCostRow[]): Map<number, costs.ChannelCostRow[]> {
  const found = new Map<number, costs.ChannelCostRow[]>();
  for (const row of rows) found.set(row.channel_id, [...(found.get(row.channel_id) ?? []), row]);
  return found;
}

/** Versions never change, so their ids tell. */
function isSame(one: PriceBook['versions'], other: PriceBook['versions']): boolean {
  if (one.size !== other.size) return false;
  for (const [name, { id }] of other) if (one.get(name)?.id !== id) return false;
  return true;
}
