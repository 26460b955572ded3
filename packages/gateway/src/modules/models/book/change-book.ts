import type { Db } from '../../../db/schema.ts';
import { refuseDeclared } from '../../shared/declared.ts';
import * as versions from '../repository/price-versions.ts';
import { isEmptyPrice, isSamePrice, NO_PRICE, type PriceState, priceOf } from './price-state.ts';

/** Where figures come from, and who put them into the book. */
export interface PriceOrigin {
  readonly source: string;
  /** As `2026-11-26`. Empty: not known. */
  readonly sourceDate?: string;
  /** Absent: the gateway itself. */
  readonly userId?: number | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** Returns the valid prices and locks the book, so that they stay until the transaction ends. */
export async function lockPrices(tx: Db): Promise<Map<string, versions.PriceVersionRow>> {
  await versions.lockBook(tx);
  return listPrices(tx);
}

export async function listPrices(db: Db): Promise<Map<string, versions.PriceVersionRow>> {
  const rows = await versions.listCurrent(db);
  return new Map(rows.map((row) => [row.model, row]));
}

/**
 * Gives names other prices from now on: ends their versions and adds new ones. Earlier versions stay as they are.
 * `before` comes from `lockPrices` in the same transaction. Returns the names that changed.
 *
 * @throws {AppError} `declared_elsewhere`
 */
export async function changePrices(
  tx: Db,
  before: ReadonlyMap<string, versions.PriceVersionRow>,
  after: ReadonlyMap<string, PriceState>,
  { source, sourceDate = '', userId = 0, now }: PriceOrigin,
): Promise<string[]> {
  const changed = [...after].filter(([name, state]) => {
    const row = before.get(name);
    return row ? !isSamePrice(row, state) : !isEmptyPrice(state);
  });
  await refuseDeclared(
    tx,
    'price',
    changed.filter(hasOtherAmounts).map(([name]) => name),
  );
  const ended = changed.flatMap(([name]) => before.get(name)?.id ?? []);
  const added = changed
    .filter(([, state]) => !isEmptyPrice(state))
    .map(([model, state]) => ({
      ...priceOf(state),
      model,
      valid_from: now,
      source,
      source_date: sourceDate,
      user_id: userId,
    }));
  await versions.end(tx, ended, now);
  await versions.insert(tx, added);
  return changed.map(([name]) => name);

  /** What an option adds to prices is declared with that option. */
  function hasOtherAmounts([name, state]: readonly [string, PriceState]): boolean {
    return !isSamePrice(
      { ...(before.get(name) ?? NO_PRICE), adjustments: '' },
      { ...state, adjustments: '' },
    );
  }
}
