import { round, roundUp } from './decimal.ts';
import type { Price } from './price.ts';
import type { Usage } from './usage.ts';
import { larger, weightsOf } from './weights.ts';

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

  const { fresh, audioInput, output, audioOutput } = splitUsage(price, usage);
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
