import * as z from 'zod/mini';

/**
 * An integer that travels as text in a query. New-api's pages send `NaN`, empty text or nothing for "no
 * filter", so any value but a safe integer counts as absent.
 */
export const queryInteger = z.pipe(z.optional(z.union([z.string(), z.number()])), z.transform(toInteger));

/** `true` only for the word or the boolean; query flags are sent as text. */
export const queryFlag = z.pipe(
  z.optional(z.union([z.string(), z.boolean()])),
  z.transform((sent) => sent === true || sent === 'true' || sent === '1'),
);

/** Search text: trimmed, at most 200 characters, empty when absent. */
export const queryText = z.pipe(
  z.optional(z.string().check(z.maxLength(200))),
  z.transform((sent) => (sent ?? '').trim()),
);

/** The id of a row, from a path or a body. */
export const rowId = z.pipe(z.union([z.string().check(z.regex(/^\d{1,15}$/)), z.int()]), z.transform(Number));

/** Row ids of a page, comma-separated in a query. */
export const idList = z.pipe(
  z.string().check(z.regex(/^\d{1,15}(,\d{1,15}){0,99}$/)),
  z.transform((text) => text.split(',').map(Number)),
);

/** Quota units: whole, never negative. 500,000 are one US dollar. */
export const quotaAmount = z.int().check(z.minimum(0), z.maximum(9_000_000_000_000_000));

/** Seconds since 1970. */
export const unixSeconds = z.int();

/** A list that travels as comma-separated text. */
export const commaText = z.string().check(z.maxLength(20_000));

/** A JSON object (or nothing) that travels as text. Keys such as `__proto__` are rejected. */
export const jsonObjectText = z.string().check(
  z.maxLength(20_000),
  z.refine((text) => text.trim() === '' || isPlainObject(text), 'json_object'),
);

function toInteger(sent: string | number | undefined): number | undefined {
  if (sent === undefined || sent === '') return undefined;
  const value = Number(sent);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** True for the text of a JSON object without keys that would reach a prototype. */
export function isPlainObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text, refuseDangerousKey);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Reviver for JSON from outside. @throws {SyntaxError} for a key that would reach a prototype. */
export function refuseDangerousKey(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype')
    throw new SyntaxError(`key "${key}" is not allowed`);
  return value;
}
