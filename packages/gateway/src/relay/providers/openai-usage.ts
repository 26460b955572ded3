import type { Usage } from '@tollgate/pricing';
import { tierName } from '../../core/service-tier.ts';

/** Differences in usage among vendors of OpenAI's format. */
export interface UsageQuirks {
  /** The usage field that counts cached input, when it is not `prompt_tokens_details.cached_tokens`. */
  cachedInputField?: string;
  /** Reasoning is only in the total: the answer is total minus prompt. */
  outputIsTotalMinusPrompt?: boolean;
}

/** OpenAI counts cached tokens inside the prompt and reasoning inside the answer, like the gateway. */
export function readUsage(sent: unknown, quirks: UsageQuirks, answer: Json = {}): Partial<Usage> | undefined {
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
    ...mediaOf(read, written),
    ...toolsOf(sent),
    ...tierOf(answer.service_tier),
  };
}

type Json = Readonly<Record<string, unknown>>;

/** The tier that served a call. Absent for the standard one. */
export function tierOf(value: unknown): Pick<Partial<Usage>, 'tier'> {
  const tier = tierName(value);
  return tier === '' ? {} : { tier };
}

/** Perplexity, OpenRouter and xAI each count searches in a field of their own. */
function toolsOf(sent: Json): Partial<Usage> {
  const { server_tool_use: byServer, server_side_tool_usage_details: byXai } = sent;
  const webSearches =
    count(sent.num_search_queries) ??
    (isRecord(byServer) ? count(byServer.web_search_requests) : undefined) ??
    (isRecord(byXai) ? (count(byXai.web_search_calls) ?? 0) + (count(byXai.x_search_calls) ?? 0) : 0);
  return webSearches > 0 ? { webSearches } : {};
}

/** Audio and images among the tokens of the prompt and of the answer. */
export function mediaOf(read: Json, written: Json): Partial<Usage> {
  return present({
    audioInput: count(read.audio_tokens),
    imageInput: count(read.image_tokens),
    audioOutput: count(written.audio_tokens),
    imageOutput: count(written.image_tokens),
  });
}

/** Leaves out counts of nothing. */
function present(counts: Readonly<Record<string, number | undefined>>): Partial<Usage> {
  return Object.fromEntries(Object.entries(counts).filter(([, tokens]) => tokens));
}

export function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
