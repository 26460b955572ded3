import {
  channelTypes,
  type Language,
  type listPricing,
  type Output,
  type PricingEntry,
  Role,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { consoleText } from '../../core/texts/texts.ts';
import { defaultModels } from '../channels/providers/default-models.ts';
import * as abilities from '../channels/repository/abilities.ts';
import * as users from '../identity/repository/users.ts';
import { readSetting } from '../identity/users/stored-setting.ts';
import { deprecationOf } from './deprecations.ts';
import { hasPrice } from './find-price.ts';
import { descriptionOf } from './model-descriptions.ts';
import { factsOf } from './model-facts.ts';
import { partsOf } from './price-parts.ts';
import { completionRatio, priceName, UNSET_MODEL_RATIO } from './ratios.ts';
import * as models from './repository/models.ts';

/** Returns the prices of all offered models, and the groups that the caller may use, with ratios. */
export async function list(ctx: CallContext): Promise<Output<typeof listPricing>> {
  refuseHidden(ctx);
  const own = ctx.caller?.group ?? 'default';
  const offers = await abilities.listOffers(ctx.db);
  const stored = await models.listFacts(ctx.reader);
  const acceptsUnset = await doesAcceptUnset(ctx);
  const isAdmin = (ctx.caller?.role ?? 0) >= Role.admin;
  const data = [...offers].flatMap(([model, groups]) => {
    const entry = {
      ...toEntry(ctx, model, groups, own),
      ...catalogueFields(model, stored.get(model), ctx.language),
    };
    if (acceptsUnset || isPriced(ctx, model)) return [entry];
    return isAdmin ? [{ ...entry, model_ratio: 0, available: false, unpriced: true }] : [];
  });
  const usable = usableGroups(ctx);
  const ratios = [...ctx.options.current.GroupRatio].filter(([group]) => usable.has(group));
  return { data, group_ratio: Object.fromEntries(ratios), usable_group: Object.fromEntries(usable) };
}

/** @throws {AppError} `not_signed_in`: a visitor, and the catalogue is not public */
export function refuseHidden({ caller, options }: CallContext): void {
  if (!caller && !options.current.CataloguePublicEnabled) throw new AppError('not_signed_in');
}

/** Whether calls of this caller to models without a price are charged at the default rate, not refused. */
async function doesAcceptUnset({ db, options, caller }: CallContext): Promise<boolean> {
  if (options.current.SelfUseModeEnabled) return true;
  const user = caller && (await users.find(db, caller.id));
  return readSetting(user?.setting ?? '').accept_unset_model_ratio_model ?? false;
}

/** Drawings and songs have a default price for each action, so they are never refused. */
function isPriced({ options: { current } }: Context, model: string): boolean {
  return hasPrice(current, priceName(model)) || isTaskAction(model);
}

/** Whether it is an action of a drawing or song, which has a default price. */
export function isTaskAction(model: string): boolean {
  return taskActions.has(model);
}

const taskActions: ReadonlySet<string> = new Set(
  channelTypes
    .filter(({ serves }) => serves === 'drawings' || serves === 'songs')
    .flatMap(({ code }) => defaultModels[code] ?? []),
);

type PriceOnly = Omit<PricingEntry, 'vendor' | 'kind' | 'capabilities'>;

function toEntry(
  { options: { current } }: Context,
  model_name: string,
  enable_groups: string[],
  own: string,
): PriceOnly {
  const name = priceName(model_name);
  const price = current.ModelPrice.get(name);
  const entry = { model_name, owner_by: '', enable_groups, available: enable_groups.includes(own) };
  if (price !== undefined) {
    return { ...entry, quota_type: 1, model_price: price, model_ratio: 0, completion_ratio: 0 };
  }
  const second = current.book.versions.get(name)?.per_second ?? null;
  if (second !== null) {
    const unit = 'second' as const;
    return { ...entry, quota_type: 1, model_price: second, unit, model_ratio: 0, completion_ratio: 0 };
  }
  return {
    ...entry,
    quota_type: 0,
    model_price: 0,
    model_ratio: current.ModelRatio.get(name) ?? UNSET_MODEL_RATIO,
    completion_ratio: completionRatio(current, name),
    ...partsOf(current, name),
  };
}

/** What buyers look for besides prices. Facts of a source count more than those of the name. */
function catalogueFields(model: string, stored: models.StoredFacts | undefined, language: Language) {
  const { vendor, kind, capabilities, context, maxOutput } = factsOf(model);
  const [window, longest] = [stored?.context || context, stored?.max_output || maxOutput];
  const deprecated = stored?.deprecated || deprecationOf(model);
  const description =
    stored?.[language === 'zh' ? 'description_zh' : 'description_en'] || descriptionOf(model, language);
  return {
    vendor,
    kind,
    capabilities: [...capabilities],
    ...(window && { context: window }),
    ...(longest && { max_output: longest }),
    ...(deprecated && { deprecated }),
    ...(description && { description }),
  };
}

/** The public groups and the caller's own. Visitors see the price of `default`, under the empty name too. */
export function usableGroups(ctx: CallContext): Map<string, string> {
  const { UserUsableGroups } = ctx.options.current;
  const ownLabel = consoleText(ctx.language, 'own_group');
  const usable = new Map(UserUsableGroups);
  const own = ctx.caller ? [ctx.caller.group] : ['', 'default'];
  for (const group of own) if (!usable.has(group)) usable.set(group, ownLabel);
  return usable;
}
