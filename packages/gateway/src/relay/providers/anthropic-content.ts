import { type Content, UnsupportedFeatureError } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { cacheMark, type Part } from './anthropic-cache.ts';

/** Converts one part of a message to Anthropic's format. @throws {UnsupportedFeatureError} */
export function encodeContent(item: Content): Part {
  return { ...encodeBlock(item), ...(canBeMarked(item) && cacheMark(item.cache)) };
}

function canBeMarked({ type }: Content): boolean {
  return type !== 'reasoning' && type !== 'sealed-reasoning';
}

function encodeBlock(item: Content): Part {
  switch (item.type) {
    case 'text':
      return { type: 'text', text: item.text };
    case 'image':
      return { type: 'image', source: { type: 'url', url: item.url } };
    case 'image-data':
      return { type: 'image', source: { type: 'base64', media_type: item.mediaType, data: item.base64 } };
    case 'audio-data':
      throw new UnsupportedFeatureError('audio');
    case 'file':
      return { type: 'document', source: { type: 'url', url: item.url } };
    case 'file-data':
      return encodeFile(item);
    case 'reasoning':
      return { type: 'thinking', thinking: item.text, signature: item.signature };
    case 'sealed-reasoning':
      return { type: 'redacted_thinking', data: item.data };
    case 'tool-call':
      return { type: 'tool_use', id: item.id, name: item.name, input: parseInput(item.input) };
    case 'tool-result':
      return encodeResult(item);
  }
}

/**
 * Whether an item is sent. Texts of white space alone would be rejected, and reasoning without a signature or
 * with another vendor's.
 */
export function hasContent(item: Content): boolean {
  if (item.type === 'text') return item.text.trim() !== '';
  return item.type !== 'reasoning' || Boolean(item.signature && !item.signature.includes(':'));
}

function encodeResult({ id, content, failed }: Extract<Content, { type: 'tool-result' }>): Part {
  const [only] = content;
  const plain =
    content.length === 1 && only?.type === 'text' ? only.text : content.filter(hasContent).map(encodeContent);
  return { type: 'tool_result', tool_use_id: id, content: plain, ...(failed && { is_error: true }) };
}

function encodeFile({ mediaType, base64, name }: Extract<Content, { type: 'file-data' }>): Part {
  const title = name && { title: name };
  if (mediaType === 'application/pdf')
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data: base64 }, ...title };
  if (!mediaType.startsWith('text/')) throw new UnsupportedFeatureError('file');
  const data = Buffer.from(base64, 'base64').toString('utf8');
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, ...title };
}

function parseInput(input: string): unknown {
  try {
    const value: unknown = parseText(input || '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
