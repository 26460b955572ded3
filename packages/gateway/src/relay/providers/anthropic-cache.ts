import type { CacheLifetime } from '../../core/chat.ts';

/** An encoded tool or block of content. */
export type Part = Record<string, unknown>;

/** The parts of a request in the order in which Anthropic reads them. */
export interface PromptParts {
  readonly tools: readonly Part[];
  readonly system: readonly Part[];
  readonly content: readonly Part[];
}

/** Anthropic refuses more: https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
const MOST_MARKS = 4;

/** Encodes the mark of one part. */
export function cacheMark(cache: CacheLifetime | undefined): { cache_control?: unknown } {
  if (cache === undefined) return {};
  return { cache_control: { type: 'ephemeral', ...(cache === '1h' && { ttl: cache }) } };
}

export function isMarked({ tools, system, content }: PromptParts): boolean {
  return [...tools, ...system, ...content].some((part) => part.cache_control !== undefined);
}

/** Marks what later calls repeat: tools and system, and the conversation so far. */
export function markPrompt({ tools, system, content }: PromptParts, cache: CacheLifetime): void {
  const last = content.findLast(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  for (const part of [system.at(-1) ?? tools.at(-1), last])
    if (part) part.cache_control ??= cacheMark(cache).cache_control;
}

/**
 * Removes marks that would be refused. Of too many, the first one and the last ones stay: the first covers
 * what hardly ever changes, and each of the last covers everything before it. After a short lifetime, no
 * longer one may follow.
 */
export function limitMarks({ tools, system, content }: PromptParts): void {
  const marked = [...tools, ...system, ...content].filter((part) => part.cache_control !== undefined);
  const excess = Math.max(0, marked.length - MOST_MARKS);
  for (const part of marked.slice(1, 1 + excess)) delete part.cache_control;
  let isShort = false;
  for (const part of marked) {
    if (part.cache_control === undefined) continue;
    isShort ||= (part.cache_control as { ttl?: string }).ttl !== '1h';
    if (isShort) part.cache_control = cacheMark('5m').cache_control;
  }
}
