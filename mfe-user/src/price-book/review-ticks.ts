import type { applyPrices, Input, PriceReviewRow } from '@tollgate/contract';

/** The ticked offer of each model, by its place among the offers. */
export type Ticks = ReadonlyMap<string, number>;

/** Returns what to apply, one batch for each source. */
export function byOffer(rows: readonly PriceReviewRow[], ticks: Ticks): Input<typeof applyPrices>[] {
  const batches = new Map<string, Input<typeof applyPrices>>();
  for (const { model, offers } of rows) {
    const offer = offers[ticks.get(model) ?? -1];
    if (!offer) continue;
    const key = `${offer.source} ${offer.source_date}`;
    const batch = batches.get(key) ?? { source: offer.source, source_date: offer.source_date, prices: [] };
    batch.prices.push({ model, price: offer.price });
    batches.set(key, batch);
  }
  return [...batches.values()];
}

export function toggled(ticks: Ticks, model: string, offer: number): Ticks {
  const next = new Map(ticks);
  if (next.get(model) === offer) next.delete(model);
  else next.set(model, offer);
  return next;
}

/** Ticks every fall that nothing speaks against. */
export function allFalls(rows: readonly PriceReviewRow[]): Ticks {
  const falls = rows.flatMap(({ model, offers, conflict }): [string, number][] => {
    const place = offers.findIndex(({ bar, change }) => !bar && change !== null && change < 0);
    return place >= 0 && !conflict ? [[model, place]] : [];
  });
  return new Map(falls);
}
