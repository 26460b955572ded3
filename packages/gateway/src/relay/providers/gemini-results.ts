import type { Content } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { type EncodedMedia, encodeMedia } from './gemini-media.ts';

type ToolResult = Extract<Content, { type: 'tool-result' }>;

/**
 * Converts a tool result. `behind` are its pictures and files that cannot be in it: a result holds only
 * data, no URLs, and before Gemini 3 only text.
 * https://ai.google.dev/gemini-api/docs/function-calling#multimodal
 */
export function encodeResult(
  { id, name, content, failed }: ToolResult,
  names: ReadonlyMap<string, string>,
  nestsMedia: boolean,
): { part: unknown; behind: unknown[] } {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const media = content.flatMap((part) => (part.type === 'text' ? [] : [encodeMedia(part)]));
  const isNested = (part: EncodedMedia) => nestsMedia && 'inlineData' in part;
  const nested = media.filter(isNested);
  const response = failed ? { error: text } : (parseObject(text) ?? { result: text });
  const result = { id, name: name ?? names.get(id) ?? '', response };
  return {
    part: { functionResponse: { ...result, ...(nested.length > 0 && { parts: nested }) } },
    behind: media.filter((part) => !isNested(part)),
  };
}

export function parseObject(text: string): object | undefined {
  try {
    const value: unknown = parseText(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
