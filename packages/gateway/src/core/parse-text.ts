import { scanJson } from './json-scan.ts';
import { jsonLimits } from './limits.ts';

/** Below this no structure takes long to build. */
export const SMALL_JSON_BYTES = 64 * 1024;

/**
 * Parses JSON that is a string already: an event of a stream, or the arguments of a tool call.
 *
 * @throws {SyntaxError} when it is not JSON, or has more structure than a whole answer may have
 */
export function parseText(text: string): unknown {
  const isTooMuch = text.length > SMALL_JSON_BYTES && scanJson(Buffer.from(text), jsonLimits.answer).excess;
  if (isTooMuch) throw new SyntaxError('the text has too much structure');
  return JSON.parse(text);
}
