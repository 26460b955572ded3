import type {
  BookEntry,
  listPriceVersions,
  listUnpriced,
  Parsed,
  PriceVersion,
  pinPrices,
  setPrices,
  UnpricedModel,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../../core/context.ts';
import { recordAction } from '../../audit/audit-log.ts';
import * as abilities from '../../channels/repository/abilities.ts';
import * as users from '../../identity/repository/users.ts';
import { callerOf, nowSeconds } from '../../shared/caller.ts';
import { change } from '../../shared/change.ts';
import { listPlaces } from '../../shared/declared.ts';
import { deprecationOf } from '../deprecations.ts';
import { hasPrice } from '../find-price.ts';
import { isTaskAction } from '../price-list.ts';
import { completionRatio, priceName } from '../ratios.ts';
import * as models from '../repository/models.ts';
import * as versions from '../repository/price-versions.ts';
import { changePrices, lockPrices, type PriceOrigin } from './change-book.ts';
import { toListed, withListed } from './listed-price.ts';
import type { PriceState } from './price-state.ts';
import { findSimilar } from './propose-price.ts';

/** The valid price of every model, without the adjustments of families. */
export async function list(ctx: Context): Promise<BookEntry[]> {
  const offered = new Set(await abilities.listModels(ctx.db));
  const pinned = new Set(await models.listPinned(ctx.db));
  const facts = await models.listFacts(ctx.db);
  const placeOf = await listPlaces(ctx.db, 'price');
  return [...ctx.options.current.book.versions.values()].flatMap((row) => {
    const price = listedOf(ctx, row.model, row);
    if (!price) return [];
    const { model, source, source_date, valid_from } = row;
    const deprecated = facts.get(model)?.deprecated || deprecationOf(model);
    const marks = { pinned: pinned.has(model), offered: offered.has(model), deprecated, ...placeOf(model) };
    return [{ model, price, source, source_date, valid_from, ...marks }];
  });
}

export async function history(
  ctx: Context,
  { model }: Parsed<typeof listPriceVersions>,
): Promise<PriceVersion[]> {
  const rows = await versions.listOf(ctx.reader, model, MAX_VERSIONS);
  const names = await users.listNames(ctx.reader, [...new Set(rows.map(({ user_id }) => user_id))]);
  return rows.map((row) => {
    const { id, valid_from, valid_to, source, source_date, user_id } = row;
    const price = listedOf(ctx, model, row) ?? null;
    return { id, valid_from, valid_to, source, source_date, price, username: names.get(user_id) ?? '' };
  });
}

/** Models without a price, each once, with the price of the most similar one. */
export async function listWithoutPrice(
  ctx: Context,
  { models: wanted }: Parsed<typeof listUnpriced>,
): Promise<UnpricedModel[]> {
  const names =
    wanted === '' ? await abilities.listModels(ctx.db) : wanted.split(',').map((name) => name.trim());
  const { current } = ctx.options;
  const { versions: valid } = current.book;
  const priced = [...valid.keys()].filter((name) => hasPrice(current, name));
  const unpriced = names.filter((name) => name && !hasPrice(current, priceName(name)) && !isTaskAction(name));
  return [...new Set(unpriced)].slice(0, MAX_UNPRICED).map((model) => {
    const like = findSimilar(model, priced);
    const row = like === undefined ? undefined : valid.get(like);
    const price = row && listedOf(ctx, row.model, row);
    return { model, proposal: like !== undefined && price ? { like, price } : null };
  });
}

export async function set(ctx: CallContext, { prices }: Parsed<typeof setPrices>): Promise<undefined> {
  const wanted = new Map(prices.map(({ model, price }) => [model, price]));
  await change(ctx, ['options'], async (tx) => {
    const before = await lockPrices(tx.db);
    const { QuotaPerUnit } = ctx.options.current;
    const after = new Map(
      [...wanted].map(([model, price]) => [model, withListed(before.get(model), price, QuotaPerUnit)]),
    );
    await recordPrices(tx, before, after, {
      source: 'admin',
      userId: callerOf(ctx).id,
      now: nowSeconds(ctx),
    });
  });
  return undefined;
}

/** Changes prices and says so in the audit log. Returns the names that changed. */
export async function recordPrices(
  tx: Context,
  before: ReadonlyMap<string, versions.PriceVersionRow>,
  after: ReadonlyMap<string, PriceState>,
  origin: PriceOrigin,
): Promise<string[]> {
  const changed = await changePrices(tx.db, before, after, origin);
  const pick = (states: ReadonlyMap<string, PriceState>) =>
    Object.fromEntries(changed.slice(0, MAX_AUDITED).map((name) => [name, summaryOf(states.get(name))]));
  recordAction(tx, {
    action: 'price.update',
    target: changed.length === 1 ? `price:${changed[0]}` : 'prices',
    before: pick(before),
    after: { ...pick(after), source: origin.source, changed: changed.length },
  });
  return changed;
}

export async function pin(
  ctx: Context,
  { models: names, pinned }: Parsed<typeof pinPrices>,
): Promise<undefined> {
  await change(ctx, ['options'], async (tx) => {
    for (const name of new Set(names)) await models.setPinned(tx.db, name, pinned);
    recordAction(tx, {
      action: pinned ? 'price.pin' : 'price.unpin',
      target: names.length === 1 ? `price:${names[0]}` : 'prices',
      after: { models: names.slice(0, MAX_AUDITED).join(', ') },
    });
  });
  return undefined;
}

/** A version in dollars, as it is or was charged. */
export function listedOf(ctx: Context, model: string, row: versions.PriceVersionRow) {
  const CompletionRatio = new Map(row.output_ratio === null ? [] : [[model, row.output_ratio]]);
  const { current } = ctx.options;
  const book = { ...current.book, versions: new Map([[model, row]]) };
  const outputRatio = completionRatio({ ...current, CompletionRatio, book }, model);
  return toListed(row, { outputRatio, quotaPerUnit: current.QuotaPerUnit });
}

function summaryOf(state: PriceState | undefined): string {
  if (!state) return '';
  const { input, output_ratio, cache_read_ratio, per_call, per_second } = state;
  return JSON.stringify({ input, output_ratio, cache_read_ratio, per_call, per_second });
}

const MAX_VERSIONS = 200;
const MAX_UNPRICED = 2000;
const MAX_AUDITED = 50;
