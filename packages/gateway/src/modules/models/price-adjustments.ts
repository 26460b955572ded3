import type { OptionValues, PriceAdjustment } from '@tollgate/contract/options';
import type { TokenPrice } from '@tollgate/pricing';
import { AUDIO_COMPLETION_RATIO } from './ratios.ts';

type Adjusted = Partial<
  Pick<
    TokenPrice,
    'audioRatio' | 'audioCompletionRatio' | 'imageRatio' | 'imageOutputRatio' | 'steps' | 'tiers' | 'fees'
  >
>;

/** Returns what changes the price of a model within one call, as far as it is configured. */
export function adjustmentsOf(options: OptionValues, model: string): Adjusted {
  const { long, tiers, tools, audio, image } = findAdjustment(options.PriceAdjustments, model);
  return {
    ...(long && long.length > 0 && { steps: long }),
    ...(tiers && Object.keys(tiers).length > 0 && { tiers }),
    ...(tools && { fees: tools as NonNullable<Adjusted['fees']> }),
    ...(audio?.input !== undefined && {
      audioRatio: audio.input,
      audioCompletionRatio: outputRatio(audio.input, audio.output),
    }),
    ...(image?.input !== undefined && { imageRatio: image.input }),
    ...(image?.output !== undefined && { imageOutputRatio: image.output }),
  };
}

/** The price of audio in the answer is stored relative to that in the prompt. */
function outputRatio(input: number, output: number | undefined): number {
  if (output === undefined || input === 0) return AUDIO_COMPLETION_RATIO;
  return Number((output / input).toPrecision(12));
}

/** Joins all entries that fit a model: for each part, the longest name decides, and the whole name before all. */
function findAdjustment(entries: Adjustments, model: string): PriceAdjustment {
  const found: PriceAdjustment = {};
  for (const length of prefixLengthsOf(entries)) {
    if (length > model.length) break;
    Object.assign(found, entries.get(`${model.slice(0, length)}*`));
  }
  return Object.assign(found, entries.get(model));
}

type Adjustments = ReadonlyMap<string, PriceAdjustment>;

const prefixLengths = new WeakMap<Adjustments, readonly number[]>();

/** The lengths of the names that end with an asterisk, shortest first. Lists of models look up thousands of names. */
function prefixLengthsOf(entries: Adjustments): readonly number[] {
  const known = prefixLengths.get(entries);
  if (known) return known;
  const prefixes = [...entries.keys()].filter((name) => name.endsWith('*'));
  const lengths = [...new Set(prefixes.map((name) => name.length - 1))].sort((a, b) => a - b);
  prefixLengths.set(entries, lengths);
  return lengths;
}
