import { isOptionKey, options, readOptions } from '@tollgate/contract/options';
import type { Logger } from 'pino';
import type { OptionStore, Secrets, SiteOptions } from '../../core/context.ts';
import type { Db } from '../../db/schema.ts';
import { type ReadBook, readBook } from '../models/book/price-book.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { tryOpen } from '../secrets/secrets.ts';
import * as table from './repository/options.ts';

/**
 * Keeps the options as values, read at boot and again whenever they change. A secret that cannot be read
 * counts as not set. Prices come from the book, never from the texts of their options.
 */
export async function createOptionStore(db: Db, secrets: Secrets, log: Logger): Promise<OptionStore> {
  /** Sealed values already reported in the log: the table is read every minute. */
  const reported = new Set<string>();

  const parse = (stored: Map<string, string>, { book, maps }: ReadBook): SiteOptions => {
    for (const [key, value] of stored) {
      if (!isOptionKey(key) || !options[key].secret || value === '') continue;
      const opened = openOption(secrets, key, value);
      if (opened === undefined && !reported.has(value)) {
        reported.add(value);
        log.warn({ option: key }, 'a stored option cannot be read: enter it again');
      }
      stored.set(key, opened ?? '');
    }
    return Object.freeze({ ...readOptions(stored), ...maps, book });
  };

  const first = await table.list(db);
  let prices = await readBook(db);
  let text = toText(first);
  let current = parse(first, prices);
  let started = 0;
  let applied = 0;
  return {
    get current() {
      return current;
    },
    async reload() {
      started += 1;
      const order = started;
      const rows = await table.list(db);
      const latestPrices = await readBook(db, prices);
      if (order < applied) return; // a later read finished first and is newer
      applied = order;
      const latest = toText(rows);
      // Keeps the snapshot, so that values derived from it stay valid.
      if (latest === text && latestPrices === prices) return;
      current = parse(rows, latestPrices);
      text = latest;
      prices = latestPrices;
    },
  };
}

/** The stored rows in a fixed order, to see whether any of them changed. */
function toText(rows: ReadonlyMap<string, string>): string {
  return JSON.stringify([...rows].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the text of a secret option. `undefined`: it cannot be read. */
export function openOption(secrets: Secrets, key: string, sealed: string): string | undefined {
  return tryOpen(secrets, sealed, sealedPlace.option(key));
}
