import type { CallContext } from '../core/context.ts';

type Speaker = Pick<CallContext, 'options' | 'language'>;

/** An amount of quota units as the log writes it: in dollars, or in units where the site shows no currency. */
export function quotaText({ options: { current }, language }: Speaker, quota: number): string {
  const dollars = `＄${(quota / current.QuotaPerUnit).toFixed(6)}`;
  if (language === 'zh') return current.DisplayInCurrencyEnabled ? `${dollars} 额度` : `${quota} 点额度`;
  return current.DisplayInCurrencyEnabled ? dollars.replace('＄', '$') : `${quota} units`;
}
