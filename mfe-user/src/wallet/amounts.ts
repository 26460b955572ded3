import type { Format } from '@tollgate/ui/core';

/** How a site sells: dollars, or units where it shows no currency. */
export interface Shop {
  quotaPerUnit: number;
  displayInCurrency: boolean;
  /** Dollars. */
  minimum: number;
}

/** Dollars that are one click away. */
const usual = [1, 5, 10, 50, 100, 500];

/** The least that can be bought, in what is typed. */
export function minimumOf({ displayInCurrency, quotaPerUnit, minimum }: Shop): number {
  return Math.max(1, displayInCurrency ? minimum : Math.ceil(minimum * quotaPerUnit));
}

/** Usual amounts from the minimum on, in what is typed; the minimum where it is above them. */
export function presetsOf(shop: Shop): number[] {
  const least = minimumOf(shop);
  const scale = shop.displayInCurrency ? 1 : shop.quotaPerUnit;
  const offered = usual.map((dollars) => dollars * scale).filter((amount) => amount >= least);
  return offered.length > 0 ? offered : [least];
}

/** Quota units that an amount brings. */
export function unitsOf(amount: number, { displayInCurrency, quotaPerUnit }: Shop): number {
  return displayInCurrency ? amount * quotaPerUnit : amount;
}

/**
 * What the buyer's group pays of the list price: 0.8 is a fifth less. Undefined while unknown, and where the rounding to
 * cents hides it.
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

/** Money of the payment: both ways to pay are in yuan. */
export function paymentMoney(amount: number, format: Pick<Format, 'number'>): string {
  return `¥${format.number(amount, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
