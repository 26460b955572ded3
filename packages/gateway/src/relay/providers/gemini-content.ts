import { type ChatMessage, type Content, type Media, UnsupportedFeatureError } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';

/** Marks Google's own signatures, because it rejects another vendor's. */
export const SIGNED = 'gemini:';
/** Google's documented placeholder for unsigned tool calls, for models that require a signature. */
const UNSIGNED = 'skip_thought_signature_validator';

export interface Turn {
  role: 'user' | 'model';
  parts: unknown[];
}

/** Converts a conversation to turns; joins adjacent ones of one role. @throws {UnsupportedFeatureError} */
export function turnsOf(messages: readonly ChatMessage[], insistsOnSignature: boolean): Turn[] {
  const names = new Map<string, string>();
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    const speaker = role === 'assistant' ? 'model' : 'user';
    const parts = partsOf(content, names, insistsOnSignature);
    if (parts.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === speaker) last.parts.push(...parts);
    else turns.push({ role: speaker, parts });
  }
  return turns;
}

/**
 * Reasoning is not sent back; its signature is sent with the next tool call. Only the first call needs one.
 */
function partsOf(content: readonly Content[], names: Map<string, string>, insists: boolean): unknown[] {
  const parts: unknown[] = [];
  let signature: string | undefined;
  let isFirst = true;
  for (const item of content) {
    if (item.type === 'reasoning') signature = ownSignature(item.signature);
    else if (item.type === 'tool-call') {
      const { id, name, input } = item;
      names.set(id, name);
      const fallback = insists && isFirst ? UNSIGNED : undefined;
      const signed = ownSignature(item.signature) ?? signature ?? fallback;
      const functionCall = { id, name, args: parseObject(input) ?? {} };
      parts.push({ functionCall, ...(signed && { thoughtSignature: signed }) });
      isFirst = false;
      signature = undefined;
    } else if (item.type !== 'sealed-reasoning') parts.push(...encodeContent(item, names));
  }
  return parts;
}

function ownSignature(signature: string | undefined): string | undefined {
  return signature?.startsWith(SIGNED) ? signature.slice(SIGNED.length) : undefined;
}

export function encodeContent(item: Content, names: ReadonlyMap<string, string> = new Map()): unknown[] {
  if (item.type === 'text') return item.text === '' ? [] : [{ text: item.text }];
  if (item.type !== 'tool-result') return [encodeMedia(item as Media)];
  const text = item.content.map((part) => {
    if (part.type !== 'text') throw new UnsupportedFeatureError('tool-result-media');
    return part.text;
  });
  const result = text.join('\n');
  const response = item.failed ? { error: result } : (parseObject(result) ?? { result: result });
  return [{ functionResponse: { id: item.id, name: item.name ?? names.get(item.id) ?? '', response } }];
}

function encodeMedia(item: Media): unknown {
  if (item.type === 'image') return { fileData: { mimeType: typeOf(item.url), fileUri: item.url } };
  if (item.type === 'file')
    return { fileData: { mimeType: item.mediaType ?? typeOf(item.url), fileUri: item.url } };
  return { inlineData: { mimeType: item.mediaType, data: item.base64 } };
}

function typeOf(url: string): string {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? '';
  return mediaTypes.get(ending) ?? 'image/jpeg';
}

const mediaTypes = new Map(
  Object.entries<string>({
    png: 'image/png',
    webp: 'image/webp',
    gif: 'image/gif',
    pdf: 'application/pdf',
    mp4: 'video/mp4',
  }),
);

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = parseText(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
