import { type Context, transact } from '../../../core/context.ts';
import { nowSeconds } from '../../shared/caller.ts';
import { risesBy } from '../book/listed-price.ts';
import * as models from '../repository/models.ts';
import { type LoadedSource, loadSource } from './load-source.ts';
import { applyTo, compare } from './review.ts';

/**
 * Applies what the source of the scheduled sync asks less for, and rises up to the percentage of the settings. Larger
 * rises and models without a price are left for the review.
 */
export async function syncPrices(ctx: Context): Promise<void> {
  const { PriceSyncUrl: url, PriceSyncMaxRise: mostRise } = ctx.options.current;
  if (url === '') return;
  const source = await loadSource(ctx, { kind: 'url', url });
  await keepFacts(ctx, source);
  const rows = await compare(ctx, [source]);
  const prices = rows.flatMap(({ model, current, offers: [offer] }) =>
    current && offer && !offer.bar && risesBy(current, offer.price) <= mostRise
      ? [[model, offer.price] as const]
      : [],
  );
  if (prices.length === 0) return;
  const origin = { source: source.name, sourceDate: source.date, now: nowSeconds(ctx) };
  const { applied } = await applyTo(ctx, new Map(prices), origin);
  ctx.log.info({ source: source.name, applied, left: rows.length - applied }, 'Prices were synchronized');
}

/** Keeps the sizes and the last days of models that the book has. */
async function keepFacts(ctx: Context, { models: found }: LoadedSource): Promise<void> {
  await transact(ctx, async ({ db }) => {
    for (const model of ctx.options.current.book.versions.keys()) {
      const facts = found.get(model)?.facts ?? {};
      if (Object.keys(facts).length > 0) await models.saveFacts(db, model, facts);
    }
  });
}
