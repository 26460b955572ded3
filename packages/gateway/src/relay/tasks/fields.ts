import { parseText } from '../../core/parse-text.ts';
import { storableText } from '../../core/storable-text.ts';

const ID_LENGTH = 191;
const MAX_IDS = 500;

/**
 * Reads a text of at most `length` characters; empty for anything else, as callers and providers send any
 * type.
 */
export function readText(value: unknown, length: number): string {
  return typeof value === 'string' ? storableText(value, length) : '';
}

/**
 * Reads a provider's task id; empty when invalid. Trims it, because databases disagree on trailing blanks.
 */
export function readId(value: unknown): string {
  return readText(typeof value === 'number' ? String(value) : value, ID_LENGTH).trim();
}

/** Reads the first five hundred ids of a caller's list. */
export function readIds(value: unknown): string[] {
  const sent: unknown[] = Array.isArray(value) ? value : [];
  return sent.slice(0, MAX_IDS).map(readId).filter(Boolean);
}

/** Reads a whole number that is not negative. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Reads a percentage such as `57%`; undefined for anything else. */
export function readProgress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{1,3}%$/.test(value) ? value : undefined;
}

/** Returns the JSON of a value to store; `undefined` when it is absent or too large. */
export function keepJson(value: unknown, bytes: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) <= bytes ? text : undefined;
}

/** Parses stored JSON; invalid JSON counts as absent. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return parseText(text || 'null');
  } catch {
    return null;
  }
}
