import * as z from 'zod/mini';
import type { FinishReason, Part } from '../../core/chat.ts';
import { JSON_TOOL } from './anthropic-tools.ts';
import { readUsage } from './anthropic-usage.ts';
import { Citations } from './openai-citations.ts';

/** Parses a whole response. @throws {ZodError} for an invalid one */
export function decodeAnswer(body: unknown): Part[] {
  const { id, model, content, usage, stop_reason } = z.parse(answerSchema, body);
  const parts: Part[] = [{ type: 'start', id, model }];
  const citations = new Citations();
  let tools = 0;
  for (const block of content) {
    if (block.thinking) parts.push({ type: 'reasoning-delta', text: block.thinking });
    if (block.signature) parts.push({ type: 'reasoning-signature', signature: block.signature });
    if (block.type === 'redacted_thinking') parts.push({ type: 'sealed-reasoning', data: block.data ?? '' });
    if (block.text) parts.push({ type: 'text-delta', text: block.text });
    parts.push(...readCitations(citations, block.citations ?? []));
    if (block.type !== 'tool_use') continue;
    if (block.name === JSON_TOOL) {
      parts.push({ type: 'text-delta', text: JSON.stringify(block.input ?? {}) });
      continue;
    }
    const index = tools++;
    parts.push({ type: 'tool-call-start', index, id: block.id ?? '', name: block.name ?? '' });
    parts.push({ type: 'tool-call-delta', index, input: JSON.stringify(block.input ?? {}) });
  }
  const counted = readUsage(usage);
  if (counted) parts.push({ type: 'usage', usage: counted });
  const isText = tools === 0 && content.some(({ name }) => name === JSON_TOOL);
  parts.push({ type: 'finish', reason: toFinishReason(stop_reason, isText) });
  return parts;
}

/** Reads the sources in the web; those in documents of the caller have no address. */
export function readCitations(citations: Citations, sent: readonly unknown[]): Part[] {
  return citations.add(sent.flatMap((each) => z.safeParse(webSource, each).data ?? []));
}

const webSource = z.object({
  type: z.literal('web_search_result_location'),
  url: z.string(),
  title: z.nullish(z.string()),
});

/** `isText`: the only tool that was used gives the answer. */
export function toFinishReason(reason: string | null | undefined, isText = false): FinishReason {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  if (reason === 'tool_use') return isText ? 'stop' : 'tool-calls';
  if (reason === 'refusal') return 'filtered';
  return 'stop';
}

const answerSchema = z.object({
  type: z.literal('message'),
  id: z._default(z.string(), ''),
  model: z._default(z.string(), ''),
  content: z.array(
    z.object({
      type: z.string(),
      text: z.nullish(z.string()),
      thinking: z.nullish(z.string()),
      signature: z.nullish(z.string()),
      data: z.nullish(z.string()),
      id: z.nullish(z.string()),
      name: z.nullish(z.string()),
      input: z.optional(z.unknown()),
      citations: z.nullish(z.array(z.unknown())),
    }),
  ),
  stop_reason: z.nullish(z.string()),
  usage: z.optional(z.unknown()),
});
