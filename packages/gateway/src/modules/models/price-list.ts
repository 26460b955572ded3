import type { listPricing, Output, PricingEntry } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import * as abilities from '../channels/repository/abilities.ts';
import { completionRatio, priceName, UNSET_MODEL_RATIO } from './ratios.ts';

/** Returns the prices of all offered models, and the groups that the caller may use, with ratios. */
export async function list(ctx: CallContext): Promise<Output<typeof listPricing>> {
  const own = ctx.caller?.group ?? 'default';
  const offers = await abilities.listOffers(ctx.db);
  const data = [...offers].map(([model, groups]) => toEntry(ctx, model, groups, own));
  const usable = usableGroups(ctx);
  const ratios = [...ctx.options.current.GroupRatio].filter(([group]) => usable.has(group));
  return { data, group_ratio: Object.fromEntries(ratios), usable_group: Object.fromEntries(usable) };
}

function toEntry(
  { options: { current } }: Context,
  model_name: string,
  enable_groups: string[],
  own: string,
): PricingEntry {
  const name = priceName(model_name);
  const price = current.ModelPrice.get(name);
  const entry = { model_name, owner_by: '', enable_groups, available: enable_groups.includes(own) };
  if (price !== undefined) {
    return { ...entry, quota_type: 1, model_price: price, model_ratio: 0, completion_ratio: 0 };
  }
  return {
    ...entry,
    quota_type: 0,
    model_price: 0,
    model_ratio: current.ModelRatio.get(name) ?? UNSET_MODEL_RATIO,
    completion_ratio: completionRatio(current, name),
  };
}

/** The public groups and the caller's own. Visitors see the price of `default`, under the empty name too. */
function usableGroups(ctx: CallContext): Map<string, string> {
  const { UserUsableGroups } = ctx.options.current;
  const ownLabel = ctx.language === 'zh' ? '用户分组' : 'Own group';
  const usable = new Map(UserUsableGroups);
  const own = ctx.caller ? [ctx.caller.group] : ['', 'default'];
  for (const group of own) if (!usable.has(group)) usable.set(group, ownLabel);
  return usable;
}
