import { round, roundUp } from './decimal.ts';
import type { Price, SecondPrice } from './price.ts';
import { ratesOf, worstRates } from './rates.ts';
import { paidToolNames, paidTools, type ToolUses, type Usage } from './usage.ts';
import { costOfSeconds, type ExactWeights, larger, weightsOf } from './weights.ts';

/**
 * Returns what a call costs, in quota units. By tokens:
 * `round((fresh + cached x cacheRatio + written x cacheWriteRatio + output x completionRatio) x modelRatio x
 * groupRatio)`,
 * exactly, halves away from zero, and at least 1 when something was used and the price is not zero. Audio and
 * images count their own ratios when the model prices them separately. Steps and tiers multiply tokens. Fees of
 * tools are added before the sum is rounded. By call and by piece:
 * `round(dollars x multiplier x quotaPerUnit x groupRatio)`. Usage does not change it. By second:
 * `round(dollars x seconds x quotaPerUnit x groupRatio)`, and at least 1 as by tokens.
 *
 * @throws {AmountTooLargeError}
 */
export function quotaOf(price: Price, usage: Usage): number {
  if (price.kind === 'second') return quotaOfSeconds(price, usage.seconds);
  const weights = weightsOf(price, ratesOf(price, usage));
  if (price.kind !== 'tokens') return weights.perCall;
  const split = splitUsage(price, usage);
  const fees = feesOf(price, weights.fees, usage);
  if (weights.exact && fees === 0n) {
    const sum = exactSum(weights.exact, split, usage);
    if (sum !== undefined) return sum === 0 ? 0 : Math.max(1, roundHalfUp(sum, weights.exact.unit));
  }
  const { fresh, audioInput, imageInput, output, audioOutput, imageOutput } = split;
  const digits =
    BigInt(fresh) * weights.fresh +
    BigInt(audioInput) * weights.audioInput +
    BigInt(imageInput) * weights.imageInput +
    BigInt(usage.cachedInput) * weights.cached +
    BigInt(usage.cacheWrite) * weights.cacheWrite +
    BigInt(usage.cacheWriteHour) * weights.cacheWriteHour +
    BigInt(output) * weights.output +
    BigInt(audioOutput) * weights.audioOutput +
    BigInt(imageOutput) * weights.imageOutput +
    fees;
  return digits === 0n ? 0 : Math.max(1, round({ digits, scale: weights.scale }));
}

function quotaOfSeconds(price: SecondPrice, seconds: number): number {
  const cost = costOfSeconds(price, seconds);
  return cost.digits === 0n ? 0 : Math.max(1, round(cost));
}

/** The weighted sum of a usage; undefined when a double might not hold it exactly. */
function exactSum(weights: ExactWeights, split: SplitUsage, usage: Usage): number | undefined {
  const { fresh, audioInput, imageInput, output, audioOutput, imageOutput } = split;
  const { cachedInput, cacheWrite, cacheWriteHour } = usage;
  // No term is negative, so a sum that is exact has only exact parts.
  if (fresh < 0 || audioInput < 0 || imageInput < 0 || cachedInput < 0 || cacheWrite < 0) return undefined;
  if (cacheWriteHour < 0 || output < 0 || audioOutput < 0 || imageOutput < 0) return undefined;
  const sum =
    fresh * weights.fresh +
    audioInput * weights.audioInput +
    imageInput * weights.imageInput +
    cachedInput * weights.cached +
    cacheWrite * weights.cacheWrite +
    cacheWriteHour * weights.cacheWriteHour +
    output * weights.output +
    audioOutput * weights.audioOutput +
    imageOutput * weights.imageOutput;
  return Number.isSafeInteger(sum) ? sum : undefined;
}

function roundHalfUp(sum: number, unit: number): number {
  const rest = sum % unit;
  return (sum - rest) / unit + (rest * 2 >= unit ? 1 : 0);
}

/** Tokens by price category. Audio and images count as text when the model does not price them separately. */
interface SplitUsage {
  /** Text of the prompt that is neither read from the cache nor written to it. */
  readonly fresh: number;
  readonly audioInput: number;
  readonly imageInput: number;
  /** Text of the response. */
  readonly output: number;
  readonly audioOutput: number;
  readonly imageOutput: number;
}

export function splitUsage(price: Price, usage: Usage): SplitUsage {
  const { input, cachedInput, cacheWrite, cacheWriteHour } = usage;
  const uncached = Math.max(0, input - cachedInput - cacheWrite - cacheWriteHour);
  const isAudioApart = price.audioRatio !== 1;
  const audioInput = isAudioApart ? Math.min(usage.audioInput, uncached) : 0;
  const imageInput = price.imageRatio === undefined ? 0 : Math.min(usage.imageInput, uncached - audioInput);
  const audioOutput = isAudioApart ? Math.min(usage.audioOutput, usage.output) : 0;
  const imageOutput =
    price.imageOutputRatio === undefined ? 0 : Math.min(usage.imageOutput, usage.output - audioOutput);
  return {
    fresh: uncached - audioInput - imageInput,
    audioInput,
    imageInput,
    output: usage.output - audioOutput - imageOutput,
    audioOutput,
    imageOutput,
  };
}

/** Limits the tokens of a call that are audio, or images. */
export interface MediaTokens {
  readonly input: number;
  readonly output: number;
}

/** What a call may use besides text of the standard tier that is not written to the cache. */
export interface UsageKinds {
  readonly audio?: MediaTokens;
  readonly images?: MediaTokens;
  readonly mayWriteCache?: boolean;
  /** Tiers other than the standard one that may serve the call. */
  readonly tiers?: readonly string[];
  /** The longest recording. */
  readonly seconds?: number;
  /** The most uses of each tool. */
  readonly tools?: Partial<ToolUses>;
}

const NO_MEDIA: MediaTokens = { input: 0, output: 0 };
const NO_TIERS: readonly string[] = [];
const TEXT: UsageKinds = {};

/**
 * Returns the most that `input` and `output` tokens can cost, in quota units, however many prompt tokens come
 * from the provider's cache. `mayWriteCache`: also however many are written to it.
 */
export function worstQuota(price: Price, input: number, output: number, kinds: UsageKinds = TEXT): number {
  if (price.kind === 'second') return roundUp(costOfSeconds(price, kinds.seconds ?? 0));
  const { audio = NO_MEDIA, images = NO_MEDIA, mayWriteCache = false, tiers = NO_TIERS, tools } = kinds;
  const weights = weightsOf(price, worstRates(price, input, tiers));
  if (price.kind !== 'tokens') return weights.perCall;
  const fees = tools ? feesOf(price, weights.fees, tools) : 0n;
  if (weights.exact && audio === NO_MEDIA && images === NO_MEDIA && fees === 0n) {
    const most = exactWorst(weights.exact, input, output, mayWriteCache);
    if (most !== undefined) return most;
  }
  const worstInput = mayWriteCache
    ? larger(weights.worstInput, larger(weights.cacheWrite, weights.cacheWriteHour))
    : weights.worstInput;
  const more = (count: number, weight: bigint, than: bigint) => BigInt(count) * larger(0n, weight - than);
  return roundUp({
    digits:
      BigInt(input) * worstInput +
      more(audio.input, weights.audioInput, worstInput) +
      more(images.input, weights.imageInput, worstInput) +
      BigInt(output) * weights.output +
      more(audio.output, weights.audioOutput, weights.output) +
      more(images.output, weights.imageOutput, weights.output) +
      fees,
    scale: weights.scale,
  });
}

/** `worstQuota` without media and fees; undefined when a double might not hold it exactly. */
function exactWorst(
  weights: ExactWeights,
  input: number,
  output: number,
  mayWriteCache: boolean,
): number | undefined {
  if (input < 0 || output < 0) return undefined;
  const worstInput = mayWriteCache
    ? Math.max(weights.worstInput, weights.cacheWrite, weights.cacheWriteHour)
    : weights.worstInput;
  const sum = input * worstInput + output * weights.output;
  if (!Number.isSafeInteger(sum)) return undefined;
  const rest = sum % weights.unit;
  return (sum - rest) / weights.unit + (rest > 0 ? 1 : 0);
}

function feesOf({ fees }: Price, weights: readonly bigint[], uses: Partial<ToolUses>): bigint {
  if (!fees || !paidToolNames.some((tool) => uses[paidTools[tool]])) return 0n;
  return paidToolNames.reduce(
    (sum, tool, at) => sum + BigInt(uses[paidTools[tool]] ?? 0) * (weights[at] ?? 0n),
    0n,
  );
}
