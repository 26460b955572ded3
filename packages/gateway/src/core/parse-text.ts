import { scanJson } from './json-scan.ts';
import { jsonLimits } from './limits.ts';

/** Shorter texts are parsed without a structure check: none takes long. */
export const SMALL_JSON_BYTES = 64 * 1024;

/**
 * Parses JSON from a string: an event of a stream, or the arguments of a tool call.
 *
 * @throws {SyntaxError} for invalid JSON, or more structure than a whole response may have
 */
export function parseText(text: string): unknown {
  const isTooMuch = text.length > SMALL_JSON_BYTES && scanJson(Buffer.from(text), jsonLimits.answer).excess;
  if (isTooMuch) throw new SyntaxError('the text has too much structure');
  return JSON.parse(text);
}
