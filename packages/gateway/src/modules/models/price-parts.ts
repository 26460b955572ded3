import type { PricingEntry } from '@tollgate/contract';
import type { PricedOptions } from './book/price-book.ts';
import { findPrice } from './find-price.ts';
import { factsOf } from './model-facts.ts';

type Parts = Pick<
  PricingEntry,
  | 'cache_ratio'
  | 'cache_write_ratio'
  | 'cache_write_hour_ratio'
  | 'audio_ratio'
  | 'audio_output_ratio'
  | 'image_ratio'
  | 'image_output_ratio'
  | 'steps'
  | 'tiers'
  | 'tools'
  | 'varies'
>;

/** Returns what else a model by tokens costs than input and output, as its calls are charged. */
export function partsOf(options: PricedOptions, name: string): Parts {
  const price = findPrice(options, name, '', true);
  if (price?.kind !== 'tokens') return {};
  const { steps, tiers, fees, audioRatio, imageRatio, imageOutputRatio } = price;
  const isAudioApart = audioRatio !== 1;
  const cacheRatio = options.CacheRatio.get(name);
  return {
    ...(cacheRatio !== undefined && { cache_ratio: cacheRatio }),
    ...(chargesWrites(options, name) && {
      cache_write_ratio: price.cacheWriteRatio,
      cache_write_hour_ratio: price.cacheWriteHourRatio,
    }),
    ...(isAudioApart && {
      audio_ratio: audioRatio,
      audio_output_ratio: tidy(audioRatio * price.audioCompletionRatio),
    }),
    ...(imageRatio !== undefined && { image_ratio: imageRatio }),
    ...(imageOutputRatio !== undefined && { image_output_ratio: imageOutputRatio }),
    ...(steps && { steps: steps.map((step) => ({ ...step })) }),
    ...(tiers && { tiers }),
    ...(fees && { tools: { ...fees } }),
    ...((steps || tiers || isAudioApart || imageRatio) && { varies: true }),
  };
}

/** Only Anthropic charges for writes to its cache. Other vendors do where the book says so. */
export function chargesWrites({ book }: PricedOptions, name: string): boolean {
  const isSet = (book?.versions.get(name)?.cache_write_ratio ?? null) !== null;
  return isSet || factsOf(name).vendor === 'Anthropic';
}

/** Removes the noise of binary fractions. */
function tidy(ratio: number): number {
  return Number(ratio.toPrecision(12));
}
