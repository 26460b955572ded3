import { compatible } from './openai-compatible.ts';
import { openaiSearch } from './openai-search.ts';
import type { Provider, Target } from './provider.ts';

/** https://platform.openai.com/docs/api-reference/chat */
export const openai: Provider = {
  ...compatible({
    responses: 'all',
    headers: ({ organization }): Record<string, string> =>
      organization ? { 'openai-organization': organization } : {},
    edits: reasoningModels,
    webSearch: openaiSearch,
  }),
};

/**
 * `o3-mini-high` is the gateway's name for o3-mini with high effort. The o models reject two fields of older
 * callers: they limit answers by `max_completion_tokens` and choose the temperature themselves.
 */
function reasoningModels(body: Readonly<Record<string, unknown>>, { model }: Target): [string, unknown][] {
  const parts = /^(o[13](?:-.*?)?)(?:-(low|medium|high))?$/.exec(model);
  if (!parts) return [];
  const edits: [string, unknown][] = [];
  if (parts[2]) edits.push(['model', parts[1]], ['reasoning_effort', parts[2]]);
  if (body.max_tokens !== undefined) {
    edits.push(['max_tokens', undefined]);
    if (body.max_completion_tokens === undefined) edits.push(['max_completion_tokens', body.max_tokens]);
  }
  if (body.temperature !== undefined) edits.push(['temperature', undefined]);
  return edits;
}
