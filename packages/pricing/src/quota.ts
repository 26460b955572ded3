import { round, roundUp } from './decimal.ts';
import type { Price } from './price.ts';
import type { Usage } from './usage.ts';
import { type ExactWeights, larger, weightsOf } from './weights.ts';

/**
 * Returns what a call costs, in quota units. By tokens:
 * `round((fresh + cached x cacheRatio + written x cacheWriteRatio + output x completionRatio) x modelRatio x
 * groupRatio)`,
 * exactly, halves away from zero, and at least 1 when something was used and the price is not zero. Audio
 * counts `audioRatio` and `audioRatio x audioCompletionRatio` when the model prices it separately. By call
 * and by piece: `round(dollars x multiplier x quotaPerUnit x groupRatio)`. Usage does not change it.
 *
 * @throws {AmountTooLargeError}
 */
export function quotaOf(price: Price, usage: Usage): number {
  const weights = weightsOf(price);
  if (price.kind !== 'tokens') return weights.perCall;
  if (usage.input === 0 && usage.output === 0) return 0;

  const split = splitUsage(price, usage);
  if (weights.exact) {
    const sum = exactSum(weights.exact, split, usage);
    if (sum !== undefined) return sum === 0 ? 0 : Math.max(1, roundHalfUp(sum, weights.exact.unit));
  }
  const { fresh, audioInput, output, audioOutput } = split;
  const digits =
    BigInt(fresh) * weights.fresh +
    BigInt(audioInput) * weights.audioInput +
    BigInt(usage.cachedInput) * weights.cached +
    BigInt(usage.cacheWrite) * weights.cacheWrite +
    BigInt(usage.cacheWriteHour) * weights.cacheWriteHour +
    BigInt(output) * weights.output +
    BigInt(audioOutput) * weights.audioOutput;
  return digits === 0n ? 0 : Math.max(1, round({ digits, scale: weights.scale }));
}

/** The weighted sum of a usage; undefined when a double might not hold it exactly. */
function exactSum(
  weights: ExactWeights,
  { fresh, audioInput, output, audioOutput }: SplitUsage,
  { cachedInput, cacheWrite, cacheWriteHour }: Usage,
): number | undefined {
  // No term is negative, so a sum that is exact has only exact parts.
  if (fresh < 0 || audioInput < 0 || cachedInput < 0 || cacheWrite < 0) return undefined;
  if (cacheWriteHour < 0 || output < 0 || audioOutput < 0) return undefined;
  const sum =
    fresh * weights.fresh +
    audioInput * weights.audioInput +
    cachedInput * weights.cached +
    cacheWrite * weights.cacheWrite +
    cacheWriteHour * weights.cacheWriteHour +
    output * weights.output +
    audioOutput * weights.audioOutput;
  return Number.isSafeInteger(sum) ? sum : undefined;
}

function roundHalfUp(sum: number, unit: number): number {
  const rest = sum % unit;
  return (sum - rest) / unit + (rest * 2 >= unit ? 1 : 0);
}

/** Tokens by price category. Audio counts as text when the model does not price it separately. */
interface SplitUsage {
  /** Text of the prompt that is neither read from the cache nor written to it. */
  readonly fresh: number;
  readonly audioInput: number;
  /** Text of the response. */
  readonly output: number;
  readonly audioOutput: number;
}

export function splitUsage({ audioRatio }: Price, usage: Usage): SplitUsage {
  const { input, cachedInput, cacheWrite, cacheWriteHour, output } = usage;
  const uncached = Math.max(0, input - cachedInput - cacheWrite - cacheWriteHour);
  const isAudioApart = audioRatio !== 1;
  const audioInput = isAudioApart ? Math.min(usage.audioInput, uncached) : 0;
  const audioOutput = isAudioApart ? Math.min(usage.audioOutput, output) : 0;
  return { fresh: uncached - audioInput, audioInput, output: output - audioOutput, audioOutput };
}

/** Limits the audio tokens of a call. */
export interface AudioTokens {
  readonly input: number;
  readonly output: number;
}

/** What the tokens of a call may be. Default: text that is not written to the cache. */
export interface TokenKinds {
  readonly audio?: AudioTokens;
  readonly mayWriteCache?: boolean;
}

const NO_AUDIO: AudioTokens = { input: 0, output: 0 };
const TEXT: TokenKinds = {};

/**
 * Returns the most that `input` and `output` tokens can cost, in quota units, however many prompt tokens come
 * from the provider's cache. `mayWriteCache`: also however many are written to it.
 */
export function worstQuota(
  price: Price,
  input: number,
  output: number,
  { audio = NO_AUDIO, mayWriteCache = false }: TokenKinds = TEXT,
): number {
  const weights = weightsOf(price);
  if (price.kind !== 'tokens') return weights.perCall;
  if (weights.exact && audio === NO_AUDIO) {
    const most = exactWorst(weights.exact, input, output, mayWriteCache);
    if (most !== undefined) return most;
  }
  const worstInput = mayWriteCache
    ? larger(weights.worstInput, larger(weights.cacheWrite, weights.cacheWriteHour))
    : weights.worstInput;
  return roundUp({
    digits:
      BigInt(input - audio.input) * worstInput +
      BigInt(audio.input) * larger(weights.audioInput, worstInput) +
      BigInt(output - audio.output) * weights.output +
      BigInt(audio.output) * larger(weights.audioOutput, weights.output),
    scale: weights.scale,
  });
}

/** `worstQuota` without audio; undefined when a double might not hold it exactly. */
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
