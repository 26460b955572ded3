/** Levels of a JSON text: far above any form or call, far below what hurts those who walk it. */
export const MAX_JSON_DEPTH = 64;

export interface JsonLimits {
  maxKeys?: number;
  /** Of lists and objects together. */
  maxValues?: number;
}

export type JsonExcess = 'too_deep' | 'too_many_keys' | 'too_many_values';

/**
 * What a JSON text has too much of, before anything is built from it: outside of strings each colon is a key, each
 * comma one more value and each opening bracket a level.
 */
export function findExcess(
  text: string,
  { maxKeys = Number.POSITIVE_INFINITY, maxValues = Number.POSITIVE_INFINITY }: JsonLimits = {},
): JsonExcess | undefined {
  let depth = 0;
  let keys = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ':') keys += 1;
    else if (character === ',') values += 1;
    if (depth > MAX_JSON_DEPTH) return 'too_deep';
    if (keys > maxKeys) return 'too_many_keys';
    if (values > maxValues) return 'too_many_values';
  }
  return undefined;
}
