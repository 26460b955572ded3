import { noUsage } from '../core/chat.ts';
import { parseText } from '../core/parse-text.ts';
import { quotaOf } from '../services/pricing.ts';

/** The part of a usage-log row that its cost follows from. */
export interface BilledRow {
  prompt_tokens: number;
  completion_tokens: number;
  billing_basis: string;
  /** JSON. */
  other: string;
}

/** Recomputes what a call cost from its row alone. The result is the row's `quota`, to the unit. */
export function receipt(row: BilledRow): number {
  if (row.billing_basis === 'none') return 0;
  const other = parseText(row.other) as Record<string, number | undefined>;
  if (other.checkpoint_quota !== undefined) return other.checkpoint_quota;
  const written = other.cache_creation_tokens ?? 0;
  const writtenHour = other.cache_creation_tokens_1h ?? 0;
  return quotaOf(
    {
      modelPrice: other.model_price ?? -1,
      times: other.price_times ?? 1,
      modelRatio: other.model_ratio ?? 0,
      completionRatio: other.completion_ratio ?? 1,
      cacheRatio: other.cache_ratio ?? 1,
      cacheWriteRatio: other.cache_creation_ratio ?? 1,
      cacheWriteHourRatio: other.cache_creation_ratio_1h ?? 1,
      audioRatio: other.audio_ratio ?? 1,
      audioCompletionRatio: other.audio_completion_ratio ?? 1,
      groupRatio: other.group_ratio ?? 1,
      quotaPerUnit: other.quota_per_unit ?? 0,
    },
    {
      ...noUsage,
      input: row.prompt_tokens,
      cachedInput: other.cache_tokens ?? 0,
      cacheWrite: written - writtenHour,
      cacheWriteHour: writtenHour,
      output: row.completion_tokens,
      audioInput: other.audio_input ?? 0,
      audioOutput: other.audio_output ?? 0,
    },
  );
}
