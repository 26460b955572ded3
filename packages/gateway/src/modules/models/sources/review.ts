import type {
  applyPrices,
  ListedPrice,
  Output,
  Parsed,
  PriceBar,
  PriceOffer,
  PriceReviewRow,
  reviewPrices,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../../core/context.ts';
import type { Db } from '../../../db/schema.ts';
import * as abilities from '../../channels/repository/abilities.ts';
import { callerOf, nowSeconds } from '../../shared/caller.ts';
import { change } from '../../shared/change.ts';
import { listOf as listDeclared } from '../../shared/repository/declarations.ts';
import { lockPrices, type PriceOrigin } from '../book/change-book.ts';
import { changeOf, isSameListed, unitOf, withListed } from '../book/listed-price.ts';
import { listedOf, recordPrices } from '../book/prices.ts';
import * as models from '../repository/models.ts';
import { type LoadedSource, loadSource } from './load-source.ts';

/** Two sources that differ by more are shown as a conflict. */
const CONFLICT_PERCENT = 5;

/** @throws {AppError} as `loadSource` */
export async function review(
  ctx: Context,
  { sources }: Parsed<typeof reviewPrices>,
): Promise<Output<typeof reviewPrices>> {
  const loaded = await Promise.all(sources.map((source) => loadSource(ctx, source)));
  return {
    rows: await compare(ctx, loaded),
    models: new Set(loaded.flatMap((one) => [...one.models.keys()])).size,
  };
}

/** Returns what sources would change for models that the book or a channel has. */
export async function compare(ctx: Context, sources: readonly LoadedSource[]): Promise<PriceReviewRow[]> {
  const { versions } = ctx.options.current.book;
  const pinned = await listFixed(ctx.db);
  const offered = (await abilities.listModels(ctx.db)).sort();
  // What channels offer comes first: it is what people see.
  const names = [...new Set([...offered, ...[...versions.keys()].sort()])];
  return names.flatMap((model) => {
    const row = versions.get(model);
    const current = (row && listedOf(ctx, model, row)) ?? null;
    const offers = sources.flatMap((source): PriceOffer[] => {
      const found = source.models.get(model);
      if (!found) return [];
      const { price, date = source.date } = found;
      const bar = current ? barOf(current, price, pinned.has(model)) : pinned.has(model) ? 'pinned' : null;
      const rated = { price, bar, change: current && changeOf(current, price) };
      return [{ source: source.name, source_date: date, ...rated }];
    });
    const isNews = offers.some(({ price }) => !current || !isSameListed(current, price));
    return isNews ? [{ model, current, offers, conflict: areInConflict(offers) }] : [];
  });
}

/** Why a source may not change this price. */
export function barOf(current: ListedPrice, offer: ListedPrice, isPinned: boolean): PriceBar | null {
  if (isPinned) return 'pinned';
  if (unitOf(current) !== unitOf(offer)) return 'other_unit';
  const parts = Object.keys(offer) as (keyof ListedPrice)[];
  const isZeroed = parts.some((part) => offer[part] === 0 && (current[part] ?? 0) > 0);
  return isZeroed ? 'zero' : null;
}

function areInConflict(offers: readonly PriceOffer[]): boolean {
  return offers.some((one, at) =>
    offers.slice(at + 1).some((other) => {
      const difference = changeOf(one.price, other.price);
      return difference === null || Math.abs(difference) > CONFLICT_PERCENT;
    }),
  );
}

export async function apply(
  ctx: CallContext,
  { source, source_date, prices }: Parsed<typeof applyPrices>,
): Promise<Output<typeof applyPrices>> {
  const origin = { source, sourceDate: source_date, userId: callerOf(ctx).id, now: nowSeconds(ctx) };
  return applyTo(ctx, new Map(prices.map(({ model, price }) => [model, price])), origin);
}

/** Takes prices of a source into the book, except what a source may never change. */
export function applyTo(
  ctx: Context,
  prices: ReadonlyMap<string, ListedPrice>,
  origin: PriceOrigin,
): Promise<Output<typeof applyPrices>> {
  return change(ctx, ['options'], async (tx) => {
    const before = await lockPrices(tx.db);
    const pinned = await listFixed(tx.db);
    const refused: Output<typeof applyPrices>['refused'] = [];
    const after = new Map<string, ReturnType<typeof withListed>>();
    for (const [model, price] of prices) {
      const row = before.get(model);
      const current = row && listedOf(ctx, model, row);
      const bar = current ? barOf(current, price, pinned.has(model)) : pinned.has(model) ? 'pinned' : null;
      if (bar) refused.push({ model, bar });
      else after.set(model, withListed(row, complete(price, current), ctx.options.current.QuotaPerUnit));
    }
    const changed = await recordPrices(tx, before, after, origin);
    return { applied: changed.length, refused };
  });
}

/** Models whose price no source changes: pinned ones, and those that a file declares. */
async function listFixed(db: Db): Promise<Set<string>> {
  const declared = await listDeclared(db, 'price');
  return new Set([...(await models.listPinned(db)), ...declared.map(({ name }) => name)]);
}

/** Parts that a source does not know stay as they are. */
function complete(price: ListedPrice, current: ListedPrice | undefined): ListedPrice {
  if (!current || unitOf(price) !== 'input') return price;
  const kept = Object.entries(price).map(([part, value]) => [
    part,
    value ?? current[part as keyof ListedPrice],
  ]);
  return Object.fromEntries(kept) as ListedPrice;
}
