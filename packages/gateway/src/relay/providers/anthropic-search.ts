import { type ChatCall, needsSearch, UnsupportedFeatureError } from '../../core/chat.ts';
import type { Part } from './anthropic-cache.ts';
import type { ClaudeFacts, ClaudeHost } from './claude-models.ts';

/**
 * A search that Anthropic runs, for its models from 3.7 on. Amazon has none, and endpoints that copy the API may not:
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
 *
 * @throws {UnsupportedFeatureError}
 */
export function searchTool(call: ChatCall, facts: ClaudeFacts, host: ClaudeHost): Part | undefined {
  const { webSearch, tools } = call;
  if (!webSearch) return undefined;
  const isThere = host !== 'bedrock' && facts.thinking !== 'none' && call.model.includes('claude');
  if (!isThere || tools.some(({ name }) => name === SEARCH)) {
    if (needsSearch(call)) throw new UnsupportedFeatureError('web-search');
    return undefined;
  }
  const { maxUses = MOST_SEARCHES, allowedDomains, blockedDomains, location } = webSearch;
  return {
    type: 'web_search_20250305',
    name: SEARCH,
    max_uses: Math.min(maxUses, MOST_SEARCHES),
    // Anthropic takes one of the two lists.
    ...(allowedDomains
      ? { allowed_domains: allowedDomains }
      : blockedDomains && { blocked_domains: blockedDomains }),
    ...(location && { user_location: { type: 'approximate', ...location } }),
  };
}

export const SEARCH = 'web_search';
/** The searches whose fees are held for a call without a limit of its own. */
const MOST_SEARCHES = 10;
