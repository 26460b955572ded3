import type { LogEntry } from '@tollgate/contract';
import { type LogDetails, readDetails } from './log-details.ts';

/** How the charge of one call came about, so that anybody can compute it again. */
export interface Receipt {
  kind: 'tokens' | 'call';
  /** What was counted, each with the weight it counts with. Empty for a price per call. */
  lines: ReceiptLine[];
  /** The sum of the lines: weighted tokens. */
  weighted: number;
  modelRatio: number;
  completionRatio: number;
  /** US dollars; only for a price per call. */
  modelPrice: number;
  /** How often that is taken. */
  priceTimes: number;
  /** Quota units per US dollar. */
  quotaPerUnit: number;
  groupRatio: number;
  /** Quota units by the formula. */
  computed: number;
  /** Quota units that were taken. */
  charged: number;
}

export interface ReceiptLine {
  part: ReceiptPart;
  tokens: number;
  /** How much one token counts, compared with a token of the prompt. */
  weight: number;
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

/**
 * Computes the charge of a call again from what its row says. `quotaPerUnitNow` is quota units per US dollar, for rows that
 * do not say it themselves. Undefined for rows that are no calls, for calls that were not charged, and without prices.
 *
 * By tokens: the weighted tokens × model ratio × group ratio, rounded, at least 1 when anything costs. By call:
 * price × how often × group ratio × quota per dollar.
 */
export function makeReceipt(entry: LogEntry, quotaPerUnitNow: number): Receipt | undefined {
  if (entry.billing_basis === 'none') return undefined;
  const details = readDetails(entry);
  const quotaPerUnit = details.quotaPerUnit ?? quotaPerUnitNow;
  const { modelPrice, modelRatio, completionRatio = 1, groupRatio = 1, priceTimes } = details;
  const common = { completionRatio, groupRatio, quotaPerUnit, priceTimes, charged: entry.quota };
  if (modelPrice !== undefined) {
    const computed = roundQuota(modelPrice * priceTimes * groupRatio * quotaPerUnit);
    return { ...common, kind: 'call', lines: [], weighted: 0, modelRatio: 0, modelPrice, computed };
  }
  if (modelRatio === undefined) return undefined;

  const lines = linesOf(entry, details).filter(({ tokens }) => tokens > 0);
  const weighted = lines.reduce((sum, { tokens, weight }) => sum + tokens * weight, 0);
  const exact = weighted * modelRatio * groupRatio;
  const computed = exact > 0 ? Math.max(1, roundQuota(exact)) : 0;
  // How much of the answer was written when the gateway was killed, the row cannot say.
  if (details.isRecovered && computed !== entry.quota) return undefined;
  return { ...common, kind: 'tokens', lines, weighted, modelRatio, modelPrice: 0, computed };
}

function linesOf(entry: LogEntry, details: LogDetails): ReceiptLine[] {
  const {
    completionRatio = 1,
    cacheTokens,
    cacheCreationTokens,
    cacheHourTokens,
    isCacheBeside,
    audio,
  } = details;
  const inCache = isCacheBeside ? 0 : cacheTokens + cacheCreationTokens;
  if (audio?.isPricedApart) {
    return [
      { part: 'text-input', tokens: Math.max(0, audio.textInput - inCache), weight: 1 },
      { part: 'cached', tokens: cacheTokens, weight: details.cacheRatio ?? 1 },
      { part: 'text-output', tokens: audio.textOutput, weight: completionRatio },
      { part: 'audio-input', tokens: audio.audioInput, weight: audio.audioRatio },
      {
        part: 'audio-output',
        tokens: audio.audioOutput,
        weight: audio.audioRatio * audio.audioCompletionRatio,
      },
    ];
  }
  const fresh = Math.max(0, entry.prompt_tokens - inCache);
  return [
    { part: 'prompt', tokens: fresh, weight: 1 },
    { part: 'cached', tokens: cacheTokens, weight: details.cacheRatio ?? 1 },
    {
      part: 'cache-creation',
      tokens: cacheCreationTokens - cacheHourTokens,
      weight: details.cacheCreationRatio ?? 1,
    },
    { part: 'cache-creation-hour', tokens: cacheHourTokens, weight: details.cacheHourRatio ?? 1 },
    { part: 'completion', tokens: entry.completion_tokens, weight: completionRatio },
  ];
}

/** Half away from zero, after dropping the noise that binary fractions leave behind (0.1 × 5 × 3 is 1.5, not 1.4999…). */
function roundQuota(exact: number): number {
  return Math.round(Number(exact.toPrecision(15)));
}
