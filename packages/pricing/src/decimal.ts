/**
 * An exact decimal: `digits / 10^scale`. Ratios and prices are decimals that people type; multiplied as binary
 * floating point they drift, and a bill must be the same on every machine and every time it is recomputed.
 */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** A whole amount that numbers in JSON do not carry exactly: more than 9,007,199,254,740,991 units, either way. */
export class AmountTooLargeError extends RangeError {
  constructor(amount: number | string) {
    super(`${amount} is larger than can be kept exactly`);
    this.name = 'AmountTooLargeError';
  }
}

/** The decimal that a number prints as: 0.075 is exactly 75 thousandths. @throws {RangeError} for NaN and infinities. */
export function decimal(value: number | string): Decimal {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/i.exec(String(value));
  if (!parts) throw new RangeError(`${String(value)} is not a decimal number`);
  const [, sign, whole = '0', fraction = '', exponent = '0'] = parts;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

export function multiply(...factors: Decimal[]): Decimal {
  return factors.reduce((product, factor) => ({
    digits: product.digits * factor.digits,
    scale: product.scale + factor.scale,
  }));
}

/** The digits of all values over one common scale, so that sums need no further care. */
export function align(...values: Decimal[]): { digits: bigint[]; scale: number } {
  const scale = Math.max(...values.map((value) => value.scale));
  return { digits: values.map((value) => value.digits * 10n ** BigInt(scale - value.scale)), scale };
}

/** The nearest whole number; a half goes away from zero. @throws {AmountTooLargeError} */
export function round({ digits, scale }: Decimal): number {
  const unit = tenTo(scale);
  const magnitude = digits < 0n ? -digits : digits;
  const whole = (magnitude * 2n + unit) / (unit * 2n);
  return toSafeInteger(digits < 0n ? -whole : whole);
}

export function roundUp({ digits, scale }: Decimal): number {
  const unit = tenTo(scale);
  return toSafeInteger(digits <= 0n ? digits / unit : (digits + unit - 1n) / unit);
}

const powers: bigint[] = [];

/** Every bill divides by one of a few powers. */
function tenTo(exponent: number): bigint {
  powers[exponent] ??= 10n ** BigInt(exponent);
  return powers[exponent];
}

function toSafeInteger(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new AmountTooLargeError(String(value));
  return number;
}
