import { formatNumber } from './format.ts';
import type { Language } from './language.ts';

/** How balances are shown, from the server's status. */
export interface QuotaDisplay {
  /** Quota units that are worth one dollar. */
  quotaPerUnit: number;
  /** False shows raw units. */
  displayInCurrency: boolean;
}

/** In dollars, at 500,000 units each: how a gateway without own options shows money. */
export const defaultQuotaDisplay: QuotaDisplay = { quotaPerUnit: 500_000, displayInCurrency: true };

/**
 * Formats a balance: `$1.50`, or `750,000` raw units. `decimals` is the number of decimals of a currency (2).
 * A cost that is not zero never shows as zero: `<$0.01`.
 */
export function formatQuota(
  quota: number,
  { quotaPerUnit, displayInCurrency }: QuotaDisplay,
  language: Language = 'en',
  decimals = 2,
): string {
  if (!displayInCurrency || quotaPerUnit <= 0) return formatNumber(Math.round(quota), language);
  const amount = Math.abs(quota / quotaPerUnit);
  const sign = quota < 0 ? '-' : '';
  const smallest = 10 ** -decimals;
  if (amount > 0 && amount < smallest / 2) return `${sign}<$${smallest.toFixed(decimals)}`;
  const shown = formatNumber(amount, language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return `${sign}$${shown}`;
}
