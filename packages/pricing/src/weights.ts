import { align, type Decimal, decimal, multiply, round } from './decimal.ts';
import type { Price } from './price.ts';

/** Cost of one token of each kind in units, as `digits / 10^scale`: a charge is then a few integer multiplications. */
interface Weights {
  /** Units of the whole call when tokens do not determine the price. */
  readonly perCall: number;
  readonly fresh: bigint;
  readonly cached: bigint;
  readonly cacheWrite: bigint;
  readonly cacheWriteHour: bigint;
  /** The more expensive one of `fresh` and `cached`. */
  readonly worstInput: bigint;
  readonly output: bigint;
  readonly audioInput: bigint;
  readonly audioOutput: bigint;
  readonly scale: number;
  /** The same as doubles, when all of them are exact. */
  readonly exact: ExactWeights | undefined;
}

/** The kinds of tokens that have a weight. */
type Kind =
  | 'fresh'
  | 'cached'
  | 'cacheWrite'
  | 'cacheWriteHour'
  | 'worstInput'
  | 'output'
  | 'audioInput'
  | 'audioOutput';

/** Nearly every price fits, and doubles make no garbage, as big integers do. */
export interface ExactWeights extends Readonly<Record<Kind, number>> {
  /** `10^scale` */
  readonly unit: number;
}

const weightsByPrice = new WeakMap<Price, Weights>();

export function weightsOf(price: Price): Weights {
  const stored = weightsByPrice.get(price);
  if (stored) return stored;
  const base = multiply(decimal(price.modelRatio), decimal(price.groupRatio));
  const times = (ratio: number): Decimal => multiply(base, decimal(ratio));
  const { digits, scale } = align(
    base,
    times(price.cacheRatio),
    times(price.cacheWriteRatio),
    times(price.cacheWriteHourRatio),
    times(price.completionRatio),
    times(price.audioRatio),
    multiply(base, decimal(price.audioRatio), decimal(price.audioCompletionRatio)),
  );
  const [
    fresh = 0n,
    cached = 0n,
    cacheWrite = 0n,
    cacheWriteHour = 0n,
    output = 0n,
    audioInput = 0n,
    audioOutput = 0n,
  ] = digits;
  const inputs = { fresh, cached, cacheWrite, cacheWriteHour, worstInput: larger(fresh, cached), audioInput };
  const byKind = { ...inputs, output, audioOutput };
  const weights = { perCall: costOfCall(price), ...byKind, scale, exact: exactly(byKind, scale) };
  weightsByPrice.set(price, weights);
  return weights;
}

/** 2 x 10^15 is the largest doubled unit that a double holds exactly. */
const MAX_EXACT_SCALE = 15;

function exactly(byKind: Readonly<Record<Kind, bigint>>, scale: number): ExactWeights | undefined {
  const numbers = Object.entries(byKind).map(([kind, digits]) => [kind, Number(digits)] as const);
  const isExact = numbers.every(([, weight]) => Number.isSafeInteger(weight) && weight >= 0);
  if (!isExact || scale > MAX_EXACT_SCALE) return undefined;
  return { ...(Object.fromEntries(numbers) as Record<Kind, number>), unit: 10 ** scale };
}

export function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function costOfCall(price: Price): number {
  if (price.kind === 'tokens') return 0;
  const multiplier = price.kind === 'piece' ? price.multiplier : 1;
  return round(
    multiply(
      decimal(price.dollars),
      decimal(multiplier),
      decimal(price.quotaPerUnit),
      decimal(price.groupRatio),
    ),
  );
}
