import { type BilledCall, type BilledRow, readBilledRow, readCheckpoint } from './billed-row.ts';
import type { Price } from './price.ts';
import { quotaOf, splitUsage } from './quota.ts';
import type { Usage } from './usage.ts';

/** How the charge of one call was computed, so that anyone can recompute it. */
export interface Receipt {
  readonly price: Price;
  /** Each kind of token with its count and weight. Empty when tokens do not determine the price. */
  readonly lines: readonly ReceiptLine[];
  /** Quota units according to the formula. */
  readonly computed: number;
}

export interface ReceiptLine {
  readonly part: ReceiptPart;
  readonly tokens: number;
  /** Weight of one token, relative to a fresh prompt token. */
  readonly weight: number;
}

export type ReceiptPart =
  | 'prompt'
  | 'cached'
  | 'cache-creation'
  | 'cache-creation-hour'
  | 'completion'
  | 'text-input'
  | 'text-output'
  | 'audio-input'
  | 'audio-output';

/** @throws {AmountTooLargeError} when a row of another product has absurd numbers */
export function makeReceipt({ price, usage }: BilledCall): Receipt {
  return {
    price,
    lines: price.kind === 'tokens' ? linesOf(price, usage) : [],
    computed: quotaOf(price, usage),
  };
}

/** Recomputes what a call cost from its row alone: the row's `quota`, to the unit. */
export function recomputeQuota(row: BilledRow): number {
  const call = readBilledRow(row, 0);
  return readCheckpoint(row) ?? (call ? quotaOf(call.price, call.usage) : 0);
}

function linesOf(price: Price, usage: Usage): ReceiptLine[] {
  const { fresh, audioInput, output, audioOutput } = splitUsage(price, usage);
  const isAudioApart = price.audioRatio !== 1;
  const lines: ReceiptLine[] = [
    { part: isAudioApart ? 'text-input' : 'prompt', tokens: fresh, weight: 1 },
    { part: 'cached', tokens: usage.cachedInput, weight: price.cacheRatio },
    { part: 'cache-creation', tokens: usage.cacheWrite, weight: price.cacheWriteRatio },
    { part: 'cache-creation-hour', tokens: usage.cacheWriteHour, weight: price.cacheWriteHourRatio },
    { part: isAudioApart ? 'text-output' : 'completion', tokens: output, weight: price.completionRatio },
    { part: 'audio-input', tokens: audioInput, weight: price.audioRatio },
    {
      part: 'audio-output',
      tokens: audioOutput,
      weight: price.audioRatio * price.audioCompletionRatio,
    },
  ];
  return lines.filter(({ tokens }) => tokens > 0);
}
