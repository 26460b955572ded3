import type { Usage } from '@tollgate/pricing';
import { count, isRecord, tierOf } from './openai-usage.ts';
import type { UsageReport } from './operation.ts';

/** How Google's own API reports usage. */
export const geminiUsage: UsageReport = { read: readUsage, find: ({ usageMetadata }) => usageMetadata };

/**
 * Google counts cached tokens inside the prompt, but tool prompts and reasoning separately. The gateway
 * counts all of them inside.
 */
export function readUsage(sent: unknown, answer: Json = {}): Partial<Usage> | undefined {
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
    ...mediaOf(usage),
    ...searchesOf(answer),
    ...tierOf(usage.serviceTier ?? usage.trafficType),
  };
}

type Json = Readonly<Record<string, unknown>>;

/** Cached audio and images are charged as cached tokens. */
function mediaOf(usage: Json): Partial<Usage> {
  const tokensOf = (list: unknown, modality: string) =>
    (Array.isArray(list) ? list : [])
      .filter((each) => isRecord(each) && each.modality === modality)
      .reduce((sum: number, each: Json) => sum + (count(each.tokenCount) ?? 0), 0);
  const fresh = (modality: string) =>
    Math.max(0, tokensOf(usage.promptTokensDetails, modality) - tokensOf(usage.cacheTokensDetails, modality));
  const counts = {
    audioInput: fresh('AUDIO'),
    imageInput: fresh('IMAGE'),
    audioOutput: tokensOf(usage.candidatesTokensDetails, 'AUDIO'),
    imageOutput: tokensOf(usage.candidatesTokensDetails, 'IMAGE'),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, tokens]) => tokens > 0));
}

/** Google counts the distinct searches that its answer was grounded on. */
function searchesOf({ candidates }: Json): Partial<Usage> {
  const queries = (Array.isArray(candidates) ? candidates : []).flatMap((candidate) => {
    const grounding = isRecord(candidate) ? candidate.groundingMetadata : undefined;
    return isRecord(grounding) && Array.isArray(grounding.webSearchQueries) ? grounding.webSearchQueries : [];
  });
  const webSearches = new Set(queries.filter(Boolean)).size;
  return webSearches > 0 ? { webSearches } : {};
}
