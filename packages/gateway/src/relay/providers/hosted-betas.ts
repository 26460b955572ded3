import type { ClaudeHost } from './claude-models.ts';

type Host = Exclude<ClaudeHost, 'anthropic'>;

/**
 * Which features of Anthropic's beta header a host knows: `B` Amazon, `G` Google. Both refuse a whole request for one
 * name that they do not know, and Claude Code sends several. Sources, read in November 2026:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html,
 * https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai, and what gateways report.
 */
const known: Readonly<Record<string, string>> = {
  'compact-2026-01-12': 'B G',
  'compact-2026-09-04': 'G',
  'computer-use-2024-10-22': 'B G',
  'computer-use-2025-01-24': 'B G',
  'computer-use-2025-11-24': 'B G',
  'context-1m-2025-08-07': 'B G',
  'context-management-2025-06-27': 'B G',
  'dangerous-tool-use-2026-09-03': 'B G',
  'effort-2025-11-24': 'B',
  'fine-grained-tool-streaming-2025-05-14': 'B',
  'interleaved-thinking-2025-05-14': 'B G',
  'mid-conversation-output-config-2026-07-01': 'B',
  'mid-conversation-tool-changes-2026-07-01': 'B',
  'per-turn-control-2026-07-01': 'G',
  'thinking-binding-controls-2026-08-01': 'B G',
  'thinking-display-updates-2026-08-18': 'B G',
  'tool-search-tool-2025-10-19': 'B G',
  'web-search-2025-03-05': 'G',
};
const marks: Readonly<Record<Host, string>> = { bedrock: 'B', vertex: 'G' };
/** The hosts have an earlier name for it. */
const renamed: Readonly<Record<string, string>> = {
  'advanced-tool-use-2025-11-20': 'tool-search-tool-2025-10-19',
};
/** Google reads it in the body, and refuses it in the header. */
const BODY_ONLY = 'context-1m-2025-08-07';

/** Returns the features of a caller's header that the host knows, by the host's names. */
export function betasAt(host: Host, header: string | undefined): string[] {
  if (!header) return [];
  const names = header.split(',').map((name) => renamed[name.trim()] ?? name.trim());
  return [...new Set(names)].filter((name) => known[name]?.includes(marks[host]));
}

/** Returns the header that Google wants next to the body. */
export function betaHeader(betas: readonly string[]): Record<string, string> {
  const inHeader = betas.filter((name) => name !== BODY_ONLY);
  return inHeader.length > 0 ? { 'anthropic-beta': inHeader.join(',') } : {};
}
