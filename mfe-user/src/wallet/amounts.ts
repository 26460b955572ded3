import type { Format } from '@tollgate/ui/core';

/** How a site sells: dollars, or units when it shows no currency. */
export interface Shop {
  quotaPerUnit: number;
  displayInCurrency: boolean;
  /** Dollars. */
  minimum: number;
}

/** Preset amounts in dollars. */
const usual = [1, 5, 10, 50, 100, 500];

/** Returns the minimum purchase, in the typed unit. */
export function minimumOf({ displayInCurrency, quotaPerUnit, minimum }: Shop): number {
  return Math.max(1, displayInCurrency ? minimum : Math.ceil(minimum * quotaPerUnit));
}

/** Returns preset amounts from the minimum up, in the typed unit; only the minimum when it exceeds them. */
export function presetsOf(shop: Shop): number[] {
  const least = minimumOf(shop);
  const scale = shop.displayInCurrency ? 1 : shop.quotaPerUnit;
  const offered = usual.map((dollars) => dollars * scale).filter((amount) => amount >= least);
  return offered.length > 0 ? offered : [least];
}

/** Returns the quota units of an amount. */
export function unitsOf(amount: number, { displayInCurrency, quotaPerUnit }: Shop): number {
  return displayInCurrency ? amount * quotaPerUnit : amount;
}

/**
 * Returns the share of the list price that the buyer's group pays: 0.8 is a fifth less. Undefined while
 * unknown, and when rounding to cents hides it.
 */
export function groupShare(
  payable: number,
  amount: number,
  listPrice: number,
  shop: Shop,
): number | undefined {
  const full = (unitsOf(amount, shop) / shop.quotaPerUnit) * listPrice;
  if (!(full > 0) || !(payable >= 0)) return undefined;
  const share = Math.round((payable / full) * 100) / 100;
  return Math.abs(payable - full) < 0.011 ? 1 : share;
}

/** Formats the price: both payment methods are in yuan. */
export function paymentMoney(amount: number, format: Pick<Format, 'number'>): string {
  return `¥${format.number(amount, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
