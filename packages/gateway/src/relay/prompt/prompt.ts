import { cutBytes } from '../../core/json-outline.ts';
import { contextWindowOf } from '../../modules/models/context-windows.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { type PromptSources, sourcesOf } from './prompt-sources.ts';
import { findSettingSchemas } from './schemas.ts';

/** Tokens of a picture, recording or file until the upstream reports the real number. */
const MEDIA_TOKENS = 2000;
const TOKENS_PER_MESSAGE = 4;
const TOKENS_PER_CHAT = 3;

const mediaFields = [
  'image_url',
  'input_audio',
  'file',
  'video_url',
  'inlineData',
  'inline_data',
  'fileData',
];
/** Fields with data as text, and the pictures and documents of Anthropic. */
const mediaTexts = ['image_url', 'file_data'];
const SOURCE = 'source';
/** Fields with the words of a prompt, in any dialect. */
const promptFields = [
  ...['messages', 'tools', 'functions', 'response_format', 'prompt', 'input', 'instructions', 'text'],
  ...[
    'system',
    'contents',
    'content',
    'systemInstruction',
    'system_instruction',
    'query',
    'documents',
    'requests',
  ],
];

const embeddedFields = ['content', 'requests'];

/**
 * Returns the most tokens of a prompt: no prompt has more tokens than its JSON has bytes. Every token is at
 * least one byte of text. The JSON around a message is longer than what a vendor adds for it. Pictures are
 * long texts or short addresses, so a body with such fields is examined more closely.
 */
export function promptBound(relayRequest: Prompting, sources = sourcesOf(relayRequest)): number {
  const { body, json, readWhole } = relayRequest;
  if (readWhole) {
    const { media, cutMedia } = collectPromptText(json);
    return body.length - cutMedia + media * MEDIA_TOKENS;
  }
  if (!sources.hasMedia) return body.length;
  const found = collectPromptText(json);
  return bytesOf(found) + structuralTokens(found);
}

/**
 * Returns the most tokens of a prompt, including content that the request refers to. Equals `bound`, the
 * result of `promptBound`, when the request contains all that the model reads as text.
 */
export function mostPromptOf(
  relayRequest: Pick<RelayRequest, 'model'>,
  sources: PromptSources,
  bound: number,
): number {
  const { isHidden, pictures } = sources;
  if (!isHidden && pictures === 0) return bound;
  const most = Math.max(bound, contextWindowOf(relayRequest.model));
  return isHidden ? most : Math.min(most, bound + pictures * PICTURE_TOKENS);
}

type Prompting = Pick<RelayRequest, 'model' | 'body' | 'json' | 'readWhole'>;

/**
 * The most known tokens of one picture: https://platform.openai.com/docs/guides/images-vision, gpt-4o-mini in
 * high detail
 */
export const PICTURE_TOKENS = 50_000;

/** Tokens other than those of the texts. Does not traverse bodies without media, which are most. */
export function overheadOf(relayRequest: Pick<RelayRequest, 'model' | 'json'>): number {
  if (sourcesOf(relayRequest).hasMedia) return structuralTokens(collectPromptText(relayRequest.json));
  return structuralTokens({ media: 0, ...structureOf(relayRequest.json) });
}

type Structure = Pick<PromptText, 'messages' | 'isChat' | 'tokenIds'>;

function structureOf(json: RelayRequest['json']): Structure {
  const { messages, contents, input } = json;
  const items = Array.isArray(input) ? input : [];
  const isPlain = items.length > 0 && !items.some(isMessage);
  let count = isPlain ? 0 : items.length;
  for (const list of [messages, contents]) if (Array.isArray(list)) count += list.length;
  return {
    messages: count,
    isChat: !isPlain && !isEmbedding(json),
    tokenIds: isPlain ? items.flat().filter((item) => typeof item === 'number').length : 0,
  };
}

/** Embeddings take texts, tokens, and lists of tokens. */
function isMessage(item: unknown): boolean {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

/** Google's requests for embeddings: of one content, and of several. Not with another prompt next to them. */
function isEmbedding(json: RelayRequest['json']): boolean {
  const { content, requests } = json;
  if (!Array.isArray(requests) && !isMessage(content)) return false;
  return promptFields.every((field) => embeddedFields.includes(field) || json[field] === undefined);
}

export interface PromptText {
  texts: string[];
  /** Field names: part of tools and formats, but not text of the caller. */
  names: string[];
  media: number;
  /** The part of `media` that is pictures. */
  pictures: number;
  messages: number;
  /** The prompt is put into the frame of a conversation. Embeddings have none. */
  isChat: boolean;
  /** Tokens that the caller sends as numbers. */
  tokenIds: number;
  /** Bytes missing from an outline, of texts and of media. */
  cutTexts: number;
  cutMedia: number;
}

/** Collects every text that the model reads: messages, tools and formats, without the bytes of media. */
export function collectPromptText(json: RelayRequest['json']): PromptText {
  const found: PromptText = {
    texts: [],
    names: [],
    media: 0,
    pictures: 0,
    cutTexts: 0,
    cutMedia: 0,
    ...structureOf(json),
  };
  if (isEmbedding(json)) return collectEmbedded(json, found);
  for (const field of promptFields) collect(json[field], found);
  for (const schema of findSettingSchemas(json)) collect(schema, found);
  return found;
}

export function bytesOf({ texts, names, cutTexts }: PromptText): number {
  return [...texts, ...names].reduce((sum, text) => sum + Buffer.byteLength(text), cutTexts);
}

/** Tokens other than those of the texts. */
export function structuralTokens(found: Structure & Pick<PromptText, 'media'>): number {
  const { media, messages, isChat, tokenIds } = found;
  return media * MEDIA_TOKENS + messages * TOKENS_PER_MESSAGE + (isChat ? TOKENS_PER_CHAT : 0) + tokenIds;
}

/** The model reads the contents and their titles, not the names around them, the model and the task. */
function collectEmbedded(json: RelayRequest['json'], found: PromptText): PromptText {
  for (const each of Array.isArray(json.requests) ? json.requests : [json]) {
    collect(each?.content, found);
    collect(each?.title, found);
  }
  found.names = [];
  return found;
}

function collect(value: unknown, found: PromptText): void {
  if (typeof value === 'string') {
    found.texts.push(value);
    found.cutTexts += cutBytes(value);
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  for (const field in value) {
    const item = (value as Record<string, unknown>)[field];
    if (isMedia(field, item)) {
      found.media += 1;
      if (isPicture(field, item, value)) found.pictures += 1;
      found.cutMedia += cutBytesIn(item);
    } else {
      found.names.push(field);
      collect(item, found);
    }
  }
}

/** Anthropic names the kind of a source in its parent, Google in the MIME type. */
function isPicture(field: string, value: unknown, parent: object): boolean {
  if (field === 'image_url' || (parent as { type?: unknown }).type === 'image') return true;
  const { mimeType, mime_type } = value as { mimeType?: unknown; mime_type?: unknown };
  return String(mimeType ?? mime_type ?? '').startsWith('image/');
}

function cutBytesIn(value: unknown): number {
  if (typeof value === 'string') return cutBytes(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + cutBytesIn(item), 0);
}

function isMedia(field: string, value: unknown): boolean {
  if (typeof value === 'string') return mediaTexts.includes(field) && /^(data:|https?:)/i.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (field === SOURCE) return ['base64', 'url', 'file'].includes((value as { type?: string }).type ?? '');
  return mediaFields.includes(field);
}
