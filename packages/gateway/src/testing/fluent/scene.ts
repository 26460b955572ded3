import type { ReceivedCall } from '../upstream.ts';

/**
 * A vendor that understands requests in its own format. It recognizes each scene only by the exact fields
 * that the vendor documents, so that an answer proves that the question arrived.
 */
export type Scene = 'text' | 'tools' | 'results' | 'schema' | 'picture';

export const scenes: Scene[] = ['text', 'tools', 'results', 'schema', 'picture'];

/** A red dot of one pixel. */
export const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
export const CITY = { city: 'Bern' };
export const WEATHER = { city: 'Bern', rain: true };
export const RESULT = 'rain in Bern';
export const weatherSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, rain: { type: 'boolean' } },
  required: ['city', 'rain'],
  additionalProperties: false,
} as const;
export const citySchema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;

const texts: Record<Exclude<Scene, 'tools'>, string> = {
  text: 'Hello there.',
  results: 'It rains.',
  schema: JSON.stringify(WEATHER),
  picture: 'One red dot.',
};

export const usage = { input: 9, output: 3 };

export type Words = { text: string } | { tool: string; input: object };

/** Returns the answer in a scene. Some clients request an object by a tool that they call `json`. */
export function wordsOf(scene: Scene, tools: readonly string[]): Words {
  if (scene !== 'tools') return { text: texts[scene] };
  return tools.includes('json') ? { tool: 'json', input: WEATHER } : { tool: 'weather', input: CITY };
}

export interface DialectResponse {
  whole: unknown;
  frames: string[];
}

export type Responder = (call: ReceivedCall) => DialectResponse;

export const event = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
export const data = (fields: object) => `data: ${JSON.stringify(fields)}\n\n`;

/** Splits text into pieces like those of a vendor. */
export const pieces = (text: string) => text.match(/.{1,4}/gsu) ?? [];
