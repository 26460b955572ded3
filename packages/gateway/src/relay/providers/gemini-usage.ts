import type { Usage } from '@tollgate/pricing';
import type { UsageReport } from './operation.ts';

/** How Google's own API reports usage. */
export const geminiUsage: UsageReport = { read: readUsage, find: ({ usageMetadata }) => usageMetadata };

/**
 * Google counts cached tokens inside the prompt, but tool prompts and reasoning separately. The gateway
 * counts all of them inside.
 */
export function readUsage(sent: unknown): Partial<Usage> | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const usage = sent as Record<string, unknown>;
  const prompt = count(usage.promptTokenCount);
  if (prompt === undefined) return undefined;
  const reasoning = count(usage.thoughtsTokenCount) ?? 0;
  return {
    input: prompt + (count(usage.toolUsePromptTokenCount) ?? 0),
    cachedInput: count(usage.cachedContentTokenCount) ?? 0,
    output: (count(usage.candidatesTokenCount) ?? 0) + reasoning,
    reasoning,
  };
}

function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
