import type { WebSearch } from '../../core/chat.ts';

/** Returns the fields of a request that let a model search the web; `undefined` when the model cannot. */
export type SearchFields = (search: WebSearch, model: string) => Record<string, unknown> | undefined;

/** OpenAI's chat has models that always search: https://platform.openai.com/docs/guides/tools-web-search */
export const openaiSearch: SearchFields = (search, model) => {
  if (!/search-(preview|api)/.test(model) || hasDomains(search)) return undefined;
  const { contextSize, location } = search;
  return {
    web_search_options: {
      ...(contextSize && { search_context_size: contextSize }),
      ...(location && { user_location: { type: 'approximate', approximate: location } }),
    },
  };
};

/** All models of Perplexity search: https://docs.perplexity.ai/api-reference/chat-completions-post */
export const perplexitySearch: SearchFields = ({
  contextSize,
  location,
  allowedDomains,
  blockedDomains = [],
}) => {
  const { country, region, city } = location ?? {};
  const place = { ...(country && { country }), ...(region && { region }), ...(city && { city }) };
  const domains = allowedDomains ?? blockedDomains.map((domain) => `-${domain}`);
  const options = {
    ...(contextSize && { search_context_size: contextSize }),
    ...(Object.keys(place).length > 0 && { user_location: place }),
  };
  return {
    ...(Object.keys(options).length > 0 && { web_search_options: options }),
    ...(domains.length > 0 && { search_domain_filter: domains }),
  };
};

/**
 * OpenRouter's plugin searches in every call, so it is not for tools that are only offered:
 * https://openrouter.ai/docs/features/web-search
 */
export const openrouterSearch: SearchFields = (search) =>
  search.need === 'optional' || hasDomains(search) ? undefined : { plugins: [{ id: 'web' }] };

function hasDomains({ allowedDomains, blockedDomains }: WebSearch): boolean {
  return allowedDomains !== undefined || blockedDomains !== undefined;
}
