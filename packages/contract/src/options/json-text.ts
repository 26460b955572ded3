import { refuseDangerousKey } from '../field-schemas.ts';

/** Settings are maps and lists of maps; deeper nesting is a mistake or an attack. */
const MAX_DEPTH = 16;

/** A fault in a JSON text that JSON itself allows. */
export class JsonRefused extends Error {
  readonly reason: 'duplicate_key' | 'too_deep';

  constructor(reason: 'duplicate_key' | 'too_deep') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Parses JSON that an admin typed. Rejects duplicate keys, because one of their values would be lost silently.
 *
 * @throws {SyntaxError} for invalid JSON, and for keys that would reach a prototype
 * @throws {JsonRefused}
 */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text, refuseDangerousKey);
  refuseDuplicateKeys(text);
  return value;
}

/** Scans valid JSON text: a string before a colon is a key of the innermost object. */
function refuseDuplicateKeys(text: string): void {
  const open: Set<string>[] = [];
  for (const { 0: token } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(new Set());
      if (open.length > MAX_DEPTH) throw new JsonRefused('too_deep');
    } else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const keys = open.at(-1);
      const key = JSON.parse(token.slice(0, -1)) as string;
      if (keys?.has(key)) throw new JsonRefused('duplicate_key');
      keys?.add(key);
    }
  }
}

/** Matches brackets, and strings together with the colon that makes them keys. */
const TOKEN = /[{}[\]]|"(?:[^"\\]|\\.)*"(?:\s*:)?/g;
