import type { ChatMessage, Content, Media } from '../../core/chat.ts';
import { encodeMedia } from './gemini-media.ts';
import { encodeResult, parseObject } from './gemini-results.ts';

/** Marks Google's own signatures, because it rejects another vendor's. */
export const SIGNED = 'gemini:';
/** Google's documented placeholder for unsigned tool calls, for models that require a signature. */
const UNSIGNED = 'skip_thought_signature_validator';

export interface Turn {
  role: 'user' | 'model';
  parts: unknown[];
}

/** What differs between the generations of Google's models. */
export interface ContentRules {
  /** Tool calls of the model need a signature. */
  readonly needsSignatures: boolean;
  /** Pictures and files of a tool result are in the result; else they are parts behind it. */
  readonly nestsMedia: boolean;
}

/** Converts a conversation to turns; joins adjacent ones of one role. */
export function turnsOf(messages: readonly ChatMessage[], rules: ContentRules): Turn[] {
  const names = new Map<string, string>();
  const drafts: Draft[] = [];
  for (const { role, content } of messages) {
    const speaker = role === 'assistant' ? 'model' : 'user';
    const last = drafts.at(-1);
    const draft = last?.role === speaker ? last : { role: speaker, results: [], media: [], parts: [] };
    addTo(draft, content, names, rules);
    const isNew = draft !== last && draft.results.length + draft.parts.length > 0;
    if (isNew) drafts.push(draft as Draft);
  }
  return drafts.map(({ role, results, media, parts }) => ({ role, parts: [...results, ...media, ...parts] }));
}

/** A turn whose tool results stay together, before their pictures. */
interface Draft extends Turn {
  results: unknown[];
  media: unknown[];
}

/**
 * Reasoning is not sent back; its signature is sent with the next tool call. Only the first of parallel calls
 * needs one: https://ai.google.dev/gemini-api/docs/thought-signatures
 */
function addTo(
  draft: Omit<Draft, 'role'>,
  content: readonly Content[],
  names: Map<string, string>,
  rules: ContentRules,
): void {
  let signature: string | undefined;
  let isFirst = true;
  for (const item of content) {
    if (item.type === 'reasoning') signature = ownSignature(item.signature) ?? signature;
    else if (item.type === 'tool-call') {
      const { id, name, input } = item;
      names.set(id, name);
      const fallback = rules.needsSignatures && isFirst ? UNSIGNED : undefined;
      const signed = ownSignature(item.signature) ?? signature ?? fallback;
      const functionCall = { id, name, args: parseObject(input) ?? {} };
      draft.parts.push({ functionCall, ...(signed && { thoughtSignature: signed }) });
      isFirst = false;
      signature = undefined;
    } else if (item.type === 'tool-result') {
      const { part, behind } = encodeResult(item, names, rules.nestsMedia);
      draft.results.push(part);
      draft.media.push(...behind);
    } else draft.parts.push(...encodeContent(item));
  }
}

function ownSignature(signature: string | undefined): string | undefined {
  return signature?.startsWith(SIGNED) ? signature.slice(SIGNED.length) : undefined;
}

/** Converts a text or media; reasoning and results have no part of their own. */
export function encodeContent(item: Content): unknown[] {
  if (item.type === 'text') return item.text === '' ? [] : [{ text: item.text }];
  return isMedia(item) ? [encodeMedia(item)] : [];
}

function isMedia(item: Content): item is Media {
  return item.type.startsWith('image') || item.type.startsWith('file') || item.type === 'audio-data';
}
