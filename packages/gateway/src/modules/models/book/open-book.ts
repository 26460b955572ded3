import { readOptions } from '@tollgate/contract/options';
import type { Db } from '../../../db/schema.ts';
import * as versions from '../repository/price-versions.ts';
import { changePrices } from './change-book.ts';
import { bookKeys, type PriceState, withMap } from './price-state.ts';

/**
 * Fills the book at the first start that has one, from the options of earlier versions and the prices of the build.
 * The texts of the options stay where they are: gateways of the earlier version may still run.
 */
export async function openBook(
  db: Db,
  readStored: (tx: Db) => Promise<ReadonlyMap<string, string>>,
  now: number,
): Promise<void> {
  if ((await versions.findFilledTime(db)) > 0) return;
  await db.transaction().execute(async (tx) => {
    if ((await versions.lockBook(tx)) > 0) return; // another gateway was faster
    const stored = await readStored(tx);
    const states = toStates(stored);
    const isShipped = !bookKeys.some((key) => stored.has(key));
    await changePrices(tx, new Map(), states, { source: isShipped ? 'shipped' : 'settings', now });
    await versions.markFilled(tx, now);
  });
}

/** The prices that a new gateway of this version begins with. */
export function shippedStates(): Map<string, PriceState> {
  return toStates(new Map());
}

function toStates(stored: ReadonlyMap<string, string>): Map<string, PriceState> {
  const values = readOptions(stored);
  let states = new Map<string, PriceState>();
  for (const key of bookKeys) states = withMap(states, key, values[key]);
  return states;
}
