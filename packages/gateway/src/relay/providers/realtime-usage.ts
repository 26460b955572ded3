import type { Usage } from '@tollgate/pricing';

/**
 * Reads the usage of a `response.done`. Its audio tokens include cached ones, which count here only as
 * cached.
 */
export function readRealtimeUsage(usage: unknown): Partial<Usage> | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const { input_tokens, output_tokens, input_token_details, output_token_details } = usage as Sent;
  const input = count(input_tokens);
  const output = count(output_tokens);
  if (input === undefined || output === undefined) return undefined;
  const cachedSound = count(input_token_details?.cached_tokens_details?.audio_tokens) ?? 0;
  const audioInput = count(input_token_details?.audio_tokens) ?? 0;
  return {
    input,
    output,
    cachedInput: count(input_token_details?.cached_tokens) ?? 0,
    audioInput: Math.max(0, audioInput - cachedSound),
    audioOutput: count(output_token_details?.audio_tokens) ?? 0,
  };
}

interface Sent {
  input_tokens?: unknown;
  output_tokens?: unknown;
  input_token_details?: {
    cached_tokens?: unknown;
    audio_tokens?: unknown;
    cached_tokens_details?: { audio_tokens?: unknown } | null;
  } | null;
  output_token_details?: { audio_tokens?: unknown } | null;
}

function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
