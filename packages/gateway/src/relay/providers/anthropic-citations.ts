import { OWN_CITATION } from '../../core/own-citations.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Removes the sources of other vendors from a conversation in Anthropic's format. Returns nothing when there are none,
 * so that the caller's bytes stay.
 */
export function withoutOwnCitations({ messages }: Json): [field: string, value: unknown][] {
  if (!Array.isArray(messages) || !messages.some(({ content }: Json) => blocksOf(content).some(isOurs)))
    return [];
  const cleaned = messages.map((message: Json) => ({
    ...message,
    content: Array.isArray(message.content) ? message.content.map(clean) : message.content,
  }));
  return [['messages', cleaned]];
}

function clean(block: Json): Json {
  if (!isOurs(block)) return block;
  const { citations, ...rest } = block;
  const kept = blocksOf(citations).filter((citation) => !isOwnCitation(citation));
  return kept.length > 0 ? { ...rest, citations: kept } : rest;
}

function isOurs(block: Json): boolean {
  return blocksOf(block.citations).some(isOwnCitation);
}

function isOwnCitation({ encrypted_index }: Json): boolean {
  return typeof encrypted_index === 'string' && encrypted_index.startsWith(OWN_CITATION);
}

function blocksOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}
