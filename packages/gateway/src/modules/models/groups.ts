import type { listGroups, listOwnGroups, listVisitorGroups, Output } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { callerOf } from '../shared/caller.ts';

/** The descriptions that every new site has, in Chinese. */
const chineseDescriptions = new Map([
  ['Default group', '默认分组'],
  ['VIP group', 'VIP 分组'],
]);

export function list(ctx: Context): Output<typeof listGroups> {
  return [...ctx.options.current.GroupRatio.keys()];
}

export function listOwn(ctx: CallContext): Output<typeof listOwnGroups> {
  return usableGroups(ctx, callerOf(ctx).group);
}

/** A visitor sees what a new account could use. */
export function listForVisitor(ctx: CallContext): Output<typeof listVisitorGroups> {
  return usableGroups(ctx, ctx.caller?.group ?? 'default');
}

/** Groups that a member of `ownGroup` may use: public ones and `ownGroup`, if they have a ratio. */
export function usableGroups(
  ctx: Context & { language?: string },
  ownGroup: string,
): Output<typeof listOwnGroups> {
  const { UserUsableGroups, GroupRatio } = ctx.options.current;
  const described = new Map(UserUsableGroups);
  const inChinese = ctx.language === 'zh';
  if (!described.has(ownGroup)) described.set(ownGroup, inChinese ? '用户分组' : 'Own group');
  const usable = [...described].flatMap(([group, text]) => {
    const desc = (inChinese && chineseDescriptions.get(text)) || text;
    const ratio = GroupRatio.get(group);
    return ratio === undefined ? [] : [[group, { ratio, desc }] as const];
  });
  return Object.fromEntries(usable);
}
