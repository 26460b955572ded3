import { formatNumber } from './format.ts';
import type { Language } from './language.ts';

/** How balances are shown, from the server's status. */
export interface QuotaDisplay {
  /** Quota units that are worth one dollar. */
  quotaPerUnit: number;
  /** False shows raw units. */
  displayInCurrency: boolean;
  /** Absent: dollars. */
  currency?: DisplayCurrency;
}

/** The currency in which a site shows its dollars. */
export interface DisplayCurrency {
  /** As in ISO 4217: `CNY`. */
  code: string;
  /** How much of it one dollar is. */
  rate: number;
}

/** In dollars, at 500,000 units each: how a gateway without own options shows money. */
export const defaultQuotaDisplay: QuotaDisplay = { quotaPerUnit: 500_000, displayInCurrency: true };

const dollar: DisplayCurrency = { code: 'USD', rate: 1 };

/**
 * Formats a balance: `$1.50`, or `750,000` raw units. `decimals` is the number of decimals of a currency (2).
 * An amount that is not zero never shows as zero: `<$0.01`, and `>-$0.01` for a loss.
 */
export function formatQuota(
  quota: number,
  { quotaPerUnit, displayInCurrency, currency }: QuotaDisplay,
  language: Language = 'en',
  decimals = 2,
): string {
  if (!displayInCurrency || quotaPerUnit <= 0) return formatNumber(Math.round(quota), language);
  return formatMoney(quota / quotaPerUnit, currency, language, { least: decimals, most: decimals });
}

/** Formats a price in dollars with as many decimals as it needs: `$2.50`, `$0.003125`, `¥18.25`. */
export function formatDollars(
  dollars: number,
  { currency }: Pick<QuotaDisplay, 'currency'>,
  language: Language = 'en',
  mostDecimals = 6,
): string {
  return formatMoney(dollars, currency, language, { least: 2, most: mostDecimals });
}

/** The sign of a currency: `$`, `¥`, `CHF `. */
export function currencySign({ code }: DisplayCurrency = dollar): string {
  const style = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
  const parts = new Intl.NumberFormat('en', style).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? code;
  return /[a-z]$/i.test(sign) ? `${sign}\u00a0` : sign;
}

function formatMoney(
  dollars: number,
  currency: DisplayCurrency = dollar,
  language: Language,
  { least, most }: { least: number; most: number },
): string {
  // Without the noise of binary fractions.
  const amount = Number(Math.abs(dollars * currency.rate).toPrecision(15));
  const sign = dollars < 0 ? '-' : '';
  const smallest = 10 ** -most;
  if (amount > 0 && amount < smallest / 2)
    return `${sign ? '>-' : '<'}${currencySign(currency)}${smallest.toFixed(most)}`;
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  return `${sign}${currencySign(currency)}${formatNumber(amount, language, digits)}`;
}
