import { parseText } from '../../core/parse-text.ts';
import { storableText } from '../../core/storable-text.ts';

const ID_LENGTH = 191;
const MAX_IDS = 500;

/** A text of at most `length` characters; empty for anything else. Callers and providers send what they like. */
export function readText(value: unknown, length: number): string {
  return typeof value === 'string' ? storableText(value, length) : '';
}

/**
 * The id that a provider gave to its work, as it is stored; empty when it is none. Without blanks around it, as databases
 * disagree on whether one at the end makes a difference.
 */
export function readId(value: unknown): string {
  return readText(typeof value === 'number' ? String(value) : value, ID_LENGTH).trim();
}

/** The first five hundred ids of a list that a caller sent. */
export function readIds(value: unknown): string[] {
  const sent: unknown[] = Array.isArray(value) ? value : [];
  return sent.slice(0, MAX_IDS).map(readId).filter(Boolean);
}

/** A whole number that is not negative. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** `57%`, or nothing. */
export function readProgress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{1,3}%$/.test(value) ? value : undefined;
}

/** JSON of a value that is kept for the caller; `undefined` when it is absent or too large to be kept. */
export function keepJson(value: unknown, bytes: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) <= bytes ? text : undefined;
}

/** Back from the database; what cannot be read counts as absent. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return parseText(text || 'null');
  } catch {
    return null;
  }
}
