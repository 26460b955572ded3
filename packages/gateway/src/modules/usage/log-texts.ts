import { languages } from '@tollgate/contract';
import type { OptionValues } from '@tollgate/contract/options';
import { currencySign, formatQuota } from '@tollgate/i18n/quota';
import type { CallContext } from '../../core/context.ts';
import { type ConsoleText, consoleText, type Values } from '../../core/texts/texts.ts';
import type { Note } from './log-note.ts';

type TextContext = Pick<CallContext, 'options' | 'language'>;

/**
 * Returns the sentence of a row in the language of the actor, and in the others for those who read the log in them.
 * `values` get the context with the language, for amounts.
 */
export function noteText(
  tx: TextContext,
  text: ConsoleText,
  values: (reader: TextContext) => Values,
): Required<Pick<Note, 'content' | 'messages'>> {
  const write = (language: CallContext['language']) =>
    consoleText(language, text, values({ options: tx.options, language }));
  const others = languages.filter((language) => language !== tx.language);
  return {
    content: write(tx.language),
    messages: Object.fromEntries(others.map((language) => [language, write(language)])),
  };
}

/**
 * Formats an amount of quota units for rows of the log, in the currency of the site or in units where it shows none. The
 * sign of a negative amount comes before the currency.
 */
export function quotaText({ options: { current }, language }: TextContext, quota: number): string {
  if (!current.DisplayInCurrencyEnabled) return unitsText(language, quota);
  const text = moneyText(current, quota);
  // new-api writes a wide dollar sign in Chinese, which its clients look for.
  return language === 'zh' ? `${text.replace('$', '＄')} 额度` : text;
}

/** The same as people write it, for refusals and messages: `$0.00`, `$0.0024`, in every language. */
export function amountText({ options: { current }, language }: TextContext, quota: number): string {
  if (!current.DisplayInCurrencyEnabled) return unitsText(language, quota);
  return moneyText(current, quota).replace(/0{1,4}$/, '');
}

function unitsText(language: CallContext['language'], quota: number): string {
  return language === 'zh' ? `${quota} 点额度` : `${quota} units`;
}

/** With six decimals. */
function moneyText(current: OptionValues, quota: number): string {
  const { DisplayCurrency: code, DisplayCurrencyRate: rate, QuotaPerUnit } = current;
  const isDollar = code === 'USD';
  const amount = (Math.abs(quota) / QuotaPerUnit) * (isDollar ? 1 : rate);
  return `${quota < 0 ? '-' : ''}${isDollar ? '$' : currencySign({ code, rate })}${amount.toFixed(6)}`;
}

/** The same as the console shows balances, with two decimals: for sentences that no client parses. */
export function shortQuotaText({ options: { current }, language }: TextContext, quota: number): string {
  const {
    DisplayInCurrencyEnabled,
    DisplayCurrency: code,
    DisplayCurrencyRate: rate,
    QuotaPerUnit,
  } = current;
  const currency = code === 'USD' ? { code, rate: 1 } : { code, rate };
  const display = { quotaPerUnit: QuotaPerUnit, displayInCurrency: DisplayInCurrencyEnabled, currency };
  return formatQuota(quota, display, language);
}
