import { type Language, type NotificationKind, notificationKinds } from '@tollgate/contract';
import { formatDollars, formatQuota } from '@tollgate/i18n/quota';
import type { CallContext } from '../../core/context.ts';
import { fill, notificationText } from '../../core/texts/texts.ts';

/** Names and figures of a notification, by their place in its text. Amounts of money are in quota units. */
export type Facts = Readonly<Record<string, string | number>>;

export type TextContext = Pick<CallContext, 'options' | 'language'>;

/** Writes a notification in the language of its reader, with amounts in the currency of the site. */
export function writeNotification(
  ctx: TextContext,
  kind: NotificationKind,
  facts: Facts,
): { title: string; text: string } {
  const { subject, lines } = notificationText(ctx.language, kind);
  const amounts = Object.fromEntries(
    moneyFacts
      .filter((name) => typeof facts[name] === 'number' && facts.resource !== 'tokens')
      .map((name) => [name, money(ctx, Number(facts[name]), isExact(name))]),
  );
  const values = { site: ctx.options.current.SystemName, ...facts, ...amounts };
  return { title: fill(subject, values), text: fill(lines[0] ?? '', values) };
}

export function isKind(kind: string): kind is NotificationKind {
  return (notificationKinds as readonly string[]).includes(kind);
}

function money(
  { options: { current }, language }: { options: CallContext['options']; language: Language },
  quota: number,
  exact: boolean,
): string {
  const {
    QuotaPerUnit,
    DisplayInCurrencyEnabled,
    DisplayCurrency: code,
    DisplayCurrencyRate: rate,
  } = current;
  const currency = code === 'USD' ? { code, rate: 1 } : { code, rate };
  const shown = { quotaPerUnit: QuotaPerUnit, displayInCurrency: DisplayInCurrencyEnabled, currency };
  const dollars = quota / QuotaPerUnit;
  if (exact && DisplayInCurrencyEnabled && Math.abs(dollars) < 1)
    return formatDollars(dollars, shown, language);
  return formatQuota(quota, shown, language);
}

/** Limits may be far below a cent: both figures of a sentence then need more decimals to differ. */
function isExact(name: string): boolean {
  return name !== 'quota';
}

/** Facts that are money, unless `resource` says that they are tokens. */
const moneyFacts = ['quota', 'spent', 'limit'] as const;
