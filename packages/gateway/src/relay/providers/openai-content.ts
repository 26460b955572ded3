import * as z from 'zod/mini';
import type { Part } from '../../core/chat.ts';

const text = z.object({ type: z.optional(z.string()), text: z.nullish(z.string()) });

/**
 * The content of an answer: text, or a list of texts and thoughts as Mistral's reasoning models send it.
 * Parts of other types are ignored.
 */
export const contentSchema = z.nullish(
  z.union([
    z.string(),
    z.array(
      z.object({
        type: z.optional(z.string()),
        text: z.nullish(z.string()),
        thinking: z.nullish(z.union([z.string(), z.array(text)])),
      }),
    ),
  ]),
);

/** @throws {ZodError} for another form */
export function contentParts(content: unknown): Part[] {
  // Nearly always: spares the check in each piece of a stream.
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text-delta', text: content }];
  const list = z.parse(contentSchema, content);
  if (!Array.isArray(list)) return [];
  return list.flatMap(({ type, text, thinking }): Part[] => {
    if (type === 'thinking') {
      const thought = typeof thinking === 'string' ? thinking : joined(thinking ?? []);
      return thought ? [{ type: 'reasoning-delta', text: thought }] : [];
    }
    return type === 'text' && text ? [{ type: 'text-delta', text }] : [];
  });
}

function joined(list: readonly { text?: string | null | undefined }[]): string {
  return list.map(({ text }) => text ?? '').join('');
}
