/**
 * An exact decimal: `digits / 10^scale`. Ratios and prices are decimals that people type. Binary floating
 * point would drift, and a bill must be the same on every machine and every time it is recomputed.
 */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** An amount that a JSON number cannot hold exactly: more than 9,007,199,254,740,991 units, positive or negative. */
export class AmountTooLargeError extends RangeError {
  constructor(amount: number | string) {
    super(`${amount} is larger than can be kept exactly`);
    this.name = 'AmountTooLargeError';
  }
}

/**
 * Returns the decimal that a number prints as: 0.075 is 75 thousandths. @throws {RangeError} for NaN and infinities.
 */
export function decimal(value: number | string): Decimal {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/i.exec(String(value));
  if (!parts) throw new RangeError(`${String(value)} is not a decimal number`);
  const [, sign, whole = '0', fraction = '', exponent = '0'] = parts;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Returns the exact product of at least one factor. */
export function multiply(...factors: Decimal[]): Decimal {
  return factors.reduce((product, factor) => ({
    digits: product.digits * factor.digits,
    scale: product.scale + factor.scale,
  }));
}

/** Returns the digits of all values at one common scale, so that they can be added. */
export function align(...values: Decimal[]): { digits: bigint[]; scale: number } {
  const scale = Math.max(...values.map((value) => value.scale));
  return { digits: values.map((value) => value.digits * 10n ** BigInt(scale - value.scale)), scale };
}

/** Rounds to the nearest whole number; halves away from zero. @throws {AmountTooLargeError} */
export function round({ digits, scale }: Decimal): number {
  const unit = powerOfTen(scale);
  const magnitude = digits < 0n ? -digits : digits;
  const whole = (magnitude * 2n + unit) / (unit * 2n);
  return toSafeInteger(digits < 0n ? -whole : whole);
}

/** Rounds to the next whole number that is not smaller. @throws {AmountTooLargeError} */
export function roundUp({ digits, scale }: Decimal): number {
  const unit = powerOfTen(scale);
  return toSafeInteger(digits <= 0n ? digits / unit : (digits + unit - 1n) / unit);
}

const powers: bigint[] = [];

/** Cached: every bill divides by one of a few powers. */
function powerOfTen(exponent: number): bigint {
  powers[exponent] ??= 10n ** BigInt(exponent);
  return powers[exponent];
}

function toSafeInteger(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new AmountTooLargeError(String(value));
  return number;
}
