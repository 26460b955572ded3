import type { Language, listGroups, listOwnGroups, listVisitorGroups, Output } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { consoleText } from '../../core/texts/texts.ts';
import { callerOf } from '../shared/caller.ts';

/** The descriptions that every new site has. A description that an administrator wrote has no other language. */
const shippedDescriptions = ['default_group', 'vip_group'] as const;

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
  ctx: Context & { language?: Language },
  ownGroup: string,
): Output<typeof listOwnGroups> {
  const { UserUsableGroups, GroupRatio } = ctx.options.current;
  const described = new Map(UserUsableGroups);
  const { language = 'en' } = ctx;
  if (!described.has(ownGroup)) described.set(ownGroup, consoleText(language, 'own_group'));
  const usable = [...described].flatMap(([group, text]) => {
    const shipped = shippedDescriptions.find((key) => consoleText('en', key) === text);
    const desc = shipped ? consoleText(language, shipped) : text;
    const ratio = GroupRatio.get(group);
    return ratio === undefined ? [] : [[group, { ratio, desc }] as const];
  });
  return Object.fromEntries(usable);
}
