import type { Usage } from '@tollgate/pricing';

/** Differences in usage among vendors of OpenAI's format. */
export interface UsageQuirks {
  /** The usage field that counts cached input, when it is not `prompt_tokens_details.cached_tokens`. */
  cachedInputField?: string;
  /** Reasoning is only in the total: the answer is total minus prompt. */
  outputIsTotalMinusPrompt?: boolean;
}

/** OpenAI counts cached tokens inside the prompt and reasoning inside the answer, like the gateway. */
export function readUsage(sent: unknown, quirks: UsageQuirks): Partial<Usage> | undefined {
  if (!isRecord(sent)) return undefined;
  const input = count(sent.prompt_tokens);
  const total = count(sent.total_tokens);
  const completion = count(sent.completion_tokens);
  const output =
    quirks.outputIsTotalMinusPrompt && total !== undefined && input !== undefined && total >= input
      ? total - input
      : completion;
  const cached = quirks.cachedInputField
    ? sent[quirks.cachedInputField]
    : isRecord(sent.prompt_tokens_details) && sent.prompt_tokens_details.cached_tokens;
  const read = isRecord(sent.prompt_tokens_details) ? sent.prompt_tokens_details : {};
  const written = isRecord(sent.completion_tokens_details) ? sent.completion_tokens_details : {};
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    cachedInput: count(cached) ?? 0,
    reasoning: count(written.reasoning_tokens) ?? 0,
    ...audioOf(read, written),
  };
}

function audioOf(read: Record<string, unknown>, written: Record<string, unknown>): Partial<Usage> {
  const audioInput = count(read.audio_tokens) ?? 0;
  const audioOutput = count(written.audio_tokens) ?? 0;
  return { ...(audioInput > 0 && { audioInput }), ...(audioOutput > 0 && { audioOutput }) };
}

export function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
