import { align, type Decimal, decimal, multiply, round } from './decimal.ts';
import type { Price, SecondPrice } from './price.ts';
import { type Rates, STANDARD_RATES } from './rates.ts';
import { paidToolNames } from './usage.ts';

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
  readonly imageInput: bigint;
  readonly imageOutput: bigint;
  /** Fees of one use of each tool, in the order of `paidToolNames`. */
  readonly fees: readonly bigint[];
  readonly scale: number;
  /** The weights of tokens as doubles, when all of them are exact. */
  readonly exact: ExactWeights | undefined;
}

/** The kinds of tokens that have a weight. */
type Kind =
  | ('fresh' | 'cached' | 'cacheWrite' | 'cacheWriteHour' | 'worstInput' | 'audioInput' | 'imageInput')
  | ('output' | 'audioOutput' | 'imageOutput');

/** Nearly every price fits, and doubles make no garbage, as big integers do. */
export interface ExactWeights extends Readonly<Record<Kind, number>> {
  /** `10^scale` */
  readonly unit: number;
}

const weightsByPrice = new WeakMap<Price, Map<string, Weights>>();

export function weightsOf(price: Price, rates: Rates): Weights {
  const { input, output, tier } = rates;
  const key = rates === STANDARD_RATES ? '' : `${input}/${output}/${tier}`;
  const ofPrice = weightsByPrice.get(price) ?? new Map<string, Weights>();
  const stored = ofPrice.get(key);
  if (stored) return stored;
  const weights = computeWeights(price, rates);
  weightsByPrice.set(price, ofPrice.set(key, weights));
  return weights;
}

function computeWeights(price: Price, rates: Rates): Weights {
  const base = multiply(decimal(price.modelRatio), decimal(price.groupRatio), decimal(rates.tier));
  const ofInput = (...ratios: number[]) => multiply(base, decimal(rates.input), ...ratios.map(decimal));
  const ofOutput = (...ratios: number[]) => multiply(base, decimal(rates.output), ...ratios.map(decimal));
  const { digits, scale } = align(
    ofInput(),
    ofInput(price.cacheRatio),
    ofInput(price.cacheWriteRatio),
    ofInput(price.cacheWriteHourRatio),
    ofInput(price.audioRatio),
    ofInput(price.imageRatio ?? 1),
    ofOutput(price.completionRatio),
    ofOutput(price.audioRatio, price.audioCompletionRatio),
    ofOutput(price.imageOutputRatio ?? price.completionRatio),
    ...paidToolNames.map((tool) => unitsOf(price.fees?.[tool] ?? 0, price)),
  );
  const [
    fresh = 0n,
    cached = 0n,
    cacheWrite = 0n,
    cacheWriteHour = 0n,
    audioInput = 0n,
    imageInput = 0n,
    output = 0n,
    audioOutput = 0n,
    imageOutput = 0n,
    ...fees
  ] = digits;
  const inputs = { fresh, cached, cacheWrite, cacheWriteHour, audioInput, imageInput };
  const byKind = {
    ...inputs,
    worstInput: larger(fresh, cached),
    output,
    audioOutput,
    imageOutput,
  };
  return { perCall: costOfCall(price), ...byKind, fees, scale, exact: exactly(byKind, scale) };
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
  if (price.kind === 'tokens' || price.kind === 'second') return 0;
  const multiplier = price.kind === 'piece' ? price.multiplier : 1;
  return round(multiply(unitsOf(price.dollars, price), decimal(multiplier)));
}

/** Returns what seconds of a recording cost in units, before they are rounded. */
export function costOfSeconds(price: SecondPrice, seconds: number): Decimal {
  return multiply(unitsOf(price.dollars, price), decimal(seconds));
}

function unitsOf(dollars: number, { quotaPerUnit, groupRatio }: Price): Decimal {
  return multiply(decimal(dollars), decimal(quotaPerUnit), decimal(groupRatio));
}
