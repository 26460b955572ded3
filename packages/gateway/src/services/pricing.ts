import type { OptionValues } from '@tollgate/contract/options';
import type { Usage } from '../core/chat.ts';
import { align, type Decimal, decimal, multiply, round, roundUp } from '../core/money.ts';
import {
  AUDIO_COMPLETION_RATIO,
  audioRatio,
  CACHE_WRITE_HOUR_RATIO,
  CACHE_WRITE_RATIO,
  completionRatio,
  priceName,
  UNSET_MODEL_RATIO,
} from './ratios.ts';

/** Everything the cost of one call follows from. Frozen when the call is admitted and written into its log row. */
export interface Price {
  /** Dollars a call, or -1 when tokens are counted. */
  readonly modelPrice: number;
  /** The price by call is taken this many times: pictures, their size and quality. */
  readonly times: number;
  /** 1 is $2 per million prompt tokens. */
  readonly modelRatio: number;
  readonly completionRatio: number;
  readonly cacheRatio: number;
  readonly cacheWriteRatio: number;
  readonly cacheWriteHourRatio: number;
  /** Tokens of sound in the prompt; 1 when they cost what text does. */
  readonly audioRatio: number;
  /** Tokens of sound in the answer, against those in the prompt. */
  readonly audioCompletionRatio: number;
  readonly groupRatio: number;
  /** Units in a dollar. */
  readonly quotaPerUnit: number;
}

/**
 * The price of a model for a group. `undefined` when neither price nor ratio is set and `acceptUnset` is false: a model
 * that nobody priced must not be billed by surprise.
 */
export function findPrice(
  options: OptionValues,
  model: string,
  group: string,
  acceptUnset: boolean,
): Price | undefined {
  const known = remembered(options);
  const key = `${acceptUnset ? 1 : 0}|${group}|${model}`;
  const found = known.get(key);
  if (found) return found;

  const name = priceName(model);
  const modelPrice = options.ModelPrice.get(name);
  const modelRatio = options.ModelRatio.get(name);
  if (modelPrice === undefined && modelRatio === undefined && !acceptUnset) return undefined;

  const price: Price = Object.freeze({
    modelPrice: modelPrice ?? -1,
    times: 1,
    modelRatio: modelRatio ?? UNSET_MODEL_RATIO,
    completionRatio: completionRatio(options, name),
    cacheRatio: options.CacheRatio.get(name) ?? 1,
    cacheWriteRatio: CACHE_WRITE_RATIO,
    cacheWriteHourRatio: CACHE_WRITE_HOUR_RATIO,
    ...audioRatiosOf(name),
    groupRatio: options.GroupRatio.get(group) ?? 1,
    quotaPerUnit: options.QuotaPerUnit,
  });
  if (known.size < MAX_REMEMBERED) known.set(key, price);
  return price;
}

function audioRatiosOf(model: string): Pick<Price, 'audioRatio' | 'audioCompletionRatio'> {
  const ratio = audioRatio(model);
  return { audioRatio: ratio, audioCompletionRatio: ratio === 1 ? 1 : AUDIO_COMPLETION_RATIO };
}

/** The same model, paid by piece: `times` its price, which without one of its own follows from its ratio. */
export function pricedByPiece(price: Price, times: number, dollarsPerRatio: number): Price {
  const dollars = Number((price.modelRatio * dollarsPerRatio).toPrecision(12));
  return Object.freeze({ ...price, times, modelPrice: price.modelPrice >= 0 ? price.modelPrice : dollars });
}

/**
 * What a call cost, in quota units. By tokens:
 * `round((fresh + cached x cacheRatio + written x cacheWriteRatio + output x completionRatio) x modelRatio x groupRatio)`,
 * exactly, halves away from zero, and at least 1 when something was used and the price is not zero. Sound counts
 * `audioRatio` and `audioRatio x audioCompletionRatio` where the model prices it apart. By call:
 * `round(modelPrice x times x quotaPerUnit x groupRatio)`, whatever was used.
 */
export function quotaOf(price: Price, usage: Usage): number {
  const { perCall, fresh, cached, written, writtenHour, output, scale, sound, spoken } = weightsOf(price);
  if (price.modelPrice >= 0) return perCall;
  if (usage.input === 0 && usage.output === 0) return 0;

  const { input, cachedInput, cacheWrite, cacheWriteHour } = usage;
  const plain = Math.max(0, input - cachedInput - cacheWrite - cacheWriteHour);
  const heard = price.audioRatio === 1 ? 0 : Math.min(usage.audioInput, plain);
  const said = price.audioRatio === 1 ? 0 : Math.min(usage.audioOutput, usage.output);
  const digits =
    BigInt(plain - heard) * fresh +
    BigInt(heard) * sound +
    BigInt(cachedInput) * cached +
    BigInt(cacheWrite) * written +
    BigInt(cacheWriteHour) * writtenHour +
    BigInt(usage.output - said) * output +
    BigInt(said) * spoken;
  return digits === 0n ? 0 : Math.max(1, round({ digits, scale }));
}

/** Tokens that may be sound, out of those of a call. */
export interface Sound {
  readonly input: number;
  readonly output: number;
}

const silence: Sound = { input: 0, output: 0 };

/**
 * The most that `input` and `output` tokens can cost, whatever of the prompt comes from the provider's cache.
 * `mayWriteCache`: and whatever of it is written there.
 */
export function worstQuota(
  price: Price,
  input: number,
  output: number,
  may: Sound = silence,
  mayWriteCache = false,
): number {
  const weights = weightsOf(price);
  if (price.modelPrice >= 0) return weights.perCall;
  const worstInput = mayWriteCache
    ? larger(weights.worstInput, larger(weights.written, weights.writtenHour))
    : weights.worstInput;
  return roundUp({
    digits:
      BigInt(input - may.input) * worstInput +
      BigInt(may.input) * larger(weights.sound, worstInput) +
      BigInt(output - may.output) * weights.output +
      BigInt(may.output) * larger(weights.spoken, weights.output),
    scale: weights.scale,
  });
}

interface Weights {
  perCall: number;
  fresh: bigint;
  cached: bigint;
  written: bigint;
  writtenHour: bigint;
  worstInput: bigint;
  output: bigint;
  /** Tokens of sound in the prompt and in the answer. */
  sound: bigint;
  spoken: bigint;
  scale: number;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Each kind of token in units, over one power of ten: a bill is then five multiplications of whole numbers. */
function weightsOf(price: Price): Weights {
  const known = weights.get(price);
  if (known) return known;
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
  const [fresh = 0n, cached = 0n, written = 0n, writtenHour = 0n, output = 0n, sound = 0n, spoken = 0n] =
    digits;
  const worstInput = larger(fresh, cached);
  const perCall =
    price.modelPrice < 0
      ? 0
      : round(
          multiply(
            decimal(price.modelPrice),
            decimal(price.times),
            decimal(price.quotaPerUnit),
            decimal(price.groupRatio),
          ),
        );
  const result = { perCall, fresh, cached, written, writtenHour, worstInput, output, sound, spoken, scale };
  weights.set(price, result);
  return result;
}

const weights = new WeakMap<Price, Weights>();
const pricesOf = new WeakMap<OptionValues, Map<string, Price>>();
/** Names come from callers: what is remembered must not grow with them. */
const MAX_REMEMBERED = 5000;

function remembered(options: OptionValues): Map<string, Price> {
  const known = pricesOf.get(options);
  if (known) return known;
  const fresh = new Map<string, Price>();
  pricesOf.set(options, fresh);
  return fresh;
}
