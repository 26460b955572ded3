import { cutBytes } from '../core/json-outline.ts';
import { contextWindowOf } from '../services/context-windows.ts';
import type { Asked } from './dialects/dialect.ts';
import { type PromptSources, sourcesOf } from './prompt-sources.ts';

/** A picture, a recording or a file is counted as this many tokens before the upstream says what it was. */
const MEDIA_TOKENS = 2000;
const TOKENS_PER_MESSAGE = 4;

const mediaFields = [
  'image_url',
  'input_audio',
  'file',
  'video_url',
  'inlineData',
  'inline_data',
  'fileData',
];
/** Data as a text of its own, and the pictures and documents of Anthropic. */
const mediaTexts = ['image_url', 'file_data'];
const SOURCE = 'source';
/** Where the words of a prompt stand, in whatever dialect. */
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

/**
 * No prompt has more tokens than its JSON has bytes: every token is at least one byte of text, and the JSON around a
 * message is longer than what a vendor adds for it. Pictures travel as long texts or as short addresses, so a body with
 * such fields is looked at more closely.
 */
export function promptBound(asked: Prompting, sources = sourcesOf(asked)): number {
  const { body, json, readWhole } = asked;
  if (readWhole) {
    const { media, cutMedia } = survey(json);
    return body.length - cutMedia + media * MEDIA_TOKENS;
  }
  if (!sources.hasMedia) return body.length;
  const found = survey(json);
  return bytesOf(found) + overhead(found);
}

/**
 * No prompt has more tokens than this, whatever the request stands for. The same as `bound`, which is that of
 * `promptBound`, where all that the model reads is in the request as text.
 */
export function mostPromptOf(asked: Pick<Asked, 'model'>, sources: PromptSources, bound: number): number {
  const { isHidden, pictures } = sources;
  if (!isHidden && pictures === 0) return bound;
  const most = Math.max(bound, contextWindowOf(asked.model));
  return isHidden ? most : Math.min(most, bound + pictures * PICTURE_TOKENS);
}

type Prompting = Pick<Asked, 'model' | 'body' | 'json' | 'readWhole'>;

/** The most that one picture is known to be: https://platform.openai.com/docs/guides/images-vision, gpt-4o-mini in high detail */
export const PICTURE_TOKENS = 50_000;

/** Tokens beside those of the texts. Bodies without media, which are most, are not walked through. */
export function overheadOf(asked: Pick<Asked, 'model' | 'json'>): number {
  if (sourcesOf(asked).hasMedia) return overhead(survey(asked.json));
  return overhead({ media: 0, messages: countMessages(asked.json) });
}

function countMessages({ messages, contents, input }: Asked['json']): number {
  let count = 0;
  for (const list of [messages, contents, input]) if (Array.isArray(list)) count += list.length;
  return count;
}

export interface Survey {
  texts: string[];
  /** Names of fields: part of what tools and formats say, but nobody's words. */
  names: string[];
  media: number;
  /** Those of the media that are pictures. */
  pictures: number;
  messages: number;
  /** Bytes that an outline lost, of texts and of media. */
  cutTexts: number;
  cutMedia: number;
}

/** Every text that the model will read: messages, tools and formats, without the bytes of media. */
export function survey(json: Asked['json']): Survey {
  const found: Survey = {
    texts: [],
    names: [],
    media: 0,
    pictures: 0,
    cutTexts: 0,
    cutMedia: 0,
    messages: countMessages(json),
  };
  for (const field of promptFields) collect(json[field], found);
  return found;
}

export function bytesOf({ texts, names, cutTexts }: Survey): number {
  return [...texts, ...names].reduce((sum, text) => sum + Buffer.byteLength(text), cutTexts);
}

/** Tokens beside those of the texts. */
export function overhead({ media, messages }: Pick<Survey, 'media' | 'messages'>): number {
  return media * MEDIA_TOKENS + messages * TOKENS_PER_MESSAGE + 3;
}

function collect(value: unknown, found: Survey): void {
  if (typeof value === 'string') {
    found.texts.push(value);
    found.cutTexts += cutBytes(value);
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  for (const [field, item] of Object.entries(value)) {
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

/** Anthropic says what a source is next to it, Google in its type. */
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
