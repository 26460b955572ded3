import type { Usage } from '../../core/chat.ts';

/**
 * Anthropic counts tokens read from and written to its cache beside `input_tokens`; we count them inside. How long a
 * written token is kept is in `cache_creation`; when only the total is there, it is five minutes.
 */
export function readUsage(usage: unknown): Partial<Usage> | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const sent = usage as Record<string, unknown>;
  const output = count(sent.output_tokens);
  const fresh = count(sent.input_tokens);
  const cachedInput = count(sent.cache_read_input_tokens) ?? 0;
  const kept = (sent.cache_creation ?? {}) as Record<string, unknown>;
  const cacheWriteHour = count(kept.ephemeral_1h_input_tokens) ?? 0;
  const listed = (count(kept.ephemeral_5m_input_tokens) ?? 0) + cacheWriteHour;
  const written = Math.max(count(sent.cache_creation_input_tokens) ?? 0, listed);
  return {
    ...(fresh !== undefined && {
      input: fresh + cachedInput + written,
      cachedInput,
      cacheWrite: written - cacheWriteHour,
      cacheWriteHour,
    }),
    ...(output !== undefined && { output }),
  };
}

function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
