import { randomBytes } from 'node:crypto';
import type { JsonCut } from './json-scan.ts';

/** The kept length of a long string: enough for an address, and longer than any name. */
const PREFIX_BYTES = 512;
/** Random in each process, so that no caller can write a string that looks cut. */
const MARK = `\u0000${randomBytes(12).toString('hex')}:`;
const MARK_JSON = JSON.stringify(MARK).slice(1, -1);

/**
 * Returns the JSON text without the bulk of its long values, for code that needs its structure only. A long
 * string keeps its beginning, followed by a mark that `cutBytes` reads. A list of numbers keeps its first.
 */
export function outlineOf(json: Buffer, cuts: readonly JsonCut[]): string {
  let text = '';
  let from = 0;
  for (const { kind, start, end } of cuts) {
    const prefixEnd = kind === 'string' ? endOfPrefix(json, start) : endOfFirst(json, start);
    text += json.toString('utf8', from, prefixEnd);
    if (kind === 'string') text += `${MARK_JSON}${end - prefixEnd}`;
    from = end;
  }
  return text + json.toString('utf8', from);
}

/** The number of JSON bytes cut from a string of an outline; 0 for a complete one. */
export function cutBytes(text: string): number {
  if (text.length < MARK.length || !isDigit(text.charCodeAt(text.length - 1))) return 0;
  const at = text.lastIndexOf(MARK);
  return at < 0 ? 0 : Number(text.slice(at + MARK.length));
}

/** Cuts neither an escape nor a character in two. */
function endOfPrefix(json: Buffer, start: number): number {
  let at = start;
  while (at - start < PREFIX_BYTES) {
    if (json[at] !== BACKSLASH) at += 1;
    else at += json[at + 1] === LETTER_U ? 6 : 2;
  }
  while (((json[at] as number) & 0xc0) === 0x80) at += 1;
  return at;
}

function endOfFirst(json: Buffer, start: number): number {
  return json.indexOf(COMMA, start);
}

function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9;
}

const COMMA = 0x2c;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
