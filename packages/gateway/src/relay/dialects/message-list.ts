import * as z from 'zod/mini';
import { jsonLimits } from '../../core/limits.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * Creates the schema of a list of objects, each checked by `findFault`, which returns the name of the wrong
 * field. Does not copy the objects: for a thousand messages that takes longer than parsing.
 */
export function messageList(findFault: (item: Item) => string | undefined = () => undefined) {
  return z.custom<readonly Item[]>(Array.isArray, 'Invalid input').check((payload) => {
    const { value, issues } = payload;
    if (!Array.isArray(value)) return;
    if (value.length > jsonLimits.messages) {
      issues.push({ code: 'too_big', origin: 'array', maximum: jsonLimits.messages, path: [], input: value });
      return;
    }
    for (const [index, item] of value.entries()) {
      const fault = isObject(item) ? findFault(item) : '';
      if (fault === undefined) continue;
      const path = fault === '' ? [index] : [index, fault];
      issues.push({ code: 'custom', path, message: 'Invalid input', input: value });
      return;
    }
  });
}

export function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
