import type { OptionValues } from '@tollgate/contract/options';
import { type Decimal, decimal, multiply, round } from '@tollgate/pricing/decimal';
import { AppError } from '../../core/errors.ts';

export interface TopUpPrice {
  /** Quota units to buy. */
  quota: number;
  /** The same in dollars. */
  dollars: number;
  /** The price in hundredths of the payment currency. */
  cents: number;
}

/**
 * Prices an amount: dollars x `Price` x the ratio of the buyer's group in `TopupGroupRatio` (1 when it has
 * none or 0), rounded once to two decimals. The amount is in dollars, or in quota units where the site shows
 * no currency.
 *
 * @throws {AppError} `topup_too_small` with the minimum, `topup_too_cheap`, `invalid_input`
 */
export function priceTopUp(options: OptionValues, amount: number, group: string): TopUpPrice {
  const { DisplayInCurrencyEnabled, QuotaPerUnit, Price, TopupGroupRatio } = options;
  const minimum = minimumTopUp(options);
  if (amount < minimum) throw new AppError('topup_too_small', { minimum });

  const perUnit = DisplayInCurrencyEnabled ? 1 : QuotaPerUnit;
  const quota = DisplayInCurrencyEnabled ? Math.round(amount * QuotaPerUnit) : amount;
  const ratio = TopupGroupRatio.get(group) || 1;
  const hundred = multiply(decimal(amount), decimal(Price), decimal(ratio), decimal(100));
  const cents = divide(hundred, decimal(perUnit));
  if (!Number.isSafeInteger(quota) || cents > MAX_CENTS) {
    throw new AppError('invalid_input', { field: 'amount', reason: 'too_big' });
  }
  if (cents < 1) throw new AppError('topup_too_cheap');
  return { quota, dollars: amount / perUnit, cents };
}

export function toMoneyText(cents: number): string {
  return (cents / 100).toFixed(2);
}

function minimumTopUp({ DisplayInCurrencyEnabled, MinTopUp, QuotaPerUnit }: OptionValues): number {
  return DisplayInCurrencyEnabled ? MinTopUp : Math.ceil(MinTopUp * QuotaPerUnit);
}

/** Rounds to the nearest whole number; the quotient of two decimals need not be one. */
function divide(dividend: Decimal, divisor: Decimal): number {
  const scale = BigInt(Math.max(0, divisor.scale - dividend.scale));
  const grown = { digits: dividend.digits * 10n ** scale, scale: dividend.scale + Number(scale) };
  const unit = divisor.digits * 10n ** BigInt(grown.scale - divisor.scale);
  const whole = (grown.digits * 2n + unit) / (unit * 2n);
  return whole > BigInt(Number.MAX_SAFE_INTEGER)
    ? Number.POSITIVE_INFINITY
    : round({ digits: whole, scale: 0 });
}

/** Ten billion: far above any payment, and exact as a number with two decimals. */
const MAX_CENTS = 1_000_000_000_000;
