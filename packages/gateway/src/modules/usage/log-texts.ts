import type { CallContext } from '../../core/context.ts';

type TextContext = Pick<CallContext, 'options' | 'language'>;

/**
 * Formats an amount of quota units for the log: in dollars, or in units where the site shows no currency. The
 * sign of a negative amount comes before the currency.
 */
export function quotaText({ options: { current }, language }: TextContext, quota: number): string {
  const sign = quota < 0 ? '-' : '';
  const dollars = `${sign}＄${(Math.abs(quota) / current.QuotaPerUnit).toFixed(6)}`;
  if (language === 'zh') return current.DisplayInCurrencyEnabled ? `${dollars} 额度` : `${quota} 点额度`;
  return current.DisplayInCurrencyEnabled ? dollars.replace('＄', '$') : `${quota} units`;
}
