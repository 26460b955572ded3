import type { Context } from '../../core/context.ts';
import { listPrices, lockPrices } from '../models/book/change-book.ts';
import { shippedStates } from '../models/book/open-book.ts';
import { NO_PRICE, type PriceState, priceOf } from '../models/book/price-state.ts';
import { recordPrices } from '../models/book/prices.ts';
import { nowSeconds } from '../shared/caller.ts';
import { isSame, type Section, type Spec } from './item.ts';

/** What families add to a price stays in the option `PriceAdjustments`. */
export const priceSection: Section = {
  kind: 'price',
  async list(ctx) {
    const [current, shipped] = [await listPrices(ctx.db), shippedStates()];
    const names = [...new Set([...current.keys(), ...shipped.keys()])].sort();
    return names.map((name) => {
      const spec = toSpec(current.get(name) ?? NO_PRICE);
      const isDefault = isSame(spec, toSpec(shipped.get(name) ?? NO_PRICE));
      return { name, rowId: 0, spec, secrets: {}, isDefault };
    });
  },
  async save(tx, { name, spec }) {
    await setPrice(tx, name, { ...NO_PRICE, ...spec });
    return 0;
  },
  remove: (tx, { name }) => setPrice(tx, name, shippedStates().get(name) ?? NO_PRICE),
};

/** As calls are charged: of several units the book takes the price of a call, and shares without input say nothing. */
function toSpec(state: PriceState): Spec {
  const { adjustments: _, ...price } = priceOf(state);
  if (price.per_call !== null) return { per_call: price.per_call };
  if (price.per_second !== null) return { per_second: price.per_second };
  if (price.input === null) return {};
  return Object.fromEntries(Object.entries(price).filter(([, amount]) => amount !== null));
}

async function setPrice(tx: Context, name: string, state: PriceState): Promise<void> {
  const before = await lockPrices(tx.db);
  const { adjustments = '' } = before.get(name) ?? NO_PRICE;
  const after = new Map([[name, { ...state, adjustments }]]);
  await recordPrices(tx, before, after, { source: 'settings', now: nowSeconds(tx) });
}
