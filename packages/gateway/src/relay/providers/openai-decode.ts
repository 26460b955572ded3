import * as z from 'zod/mini';
import { type FinishReason, type Part, toErrorPart } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { Citations } from './openai-citations.ts';
import { contentParts, contentSchema } from './openai-content.ts';
import { ToolIndexes } from './openai-tool-indexes.ts';
import type { UsageReport } from './operation.ts';

type Json = Readonly<Record<string, unknown>>;
type ReadUsage = UsageReport['read'];

/** Parses a chat completion. @throws {ZodError} for an invalid one */
export function decodeChat(body: unknown, readUsage: ReadUsage): Part[] {
  const { id, model, choices, usage } = z.parse(answerSchema, body);
  const [choice] = choices;
  if (!choice) throw new Error('an answer without a choice');
  const counted = readUsage(usage, body as Json);
  return [
    { type: 'start', id, model },
    ...partsOf(choice.message, new ToolIndexes()),
    ...new Citations().read(body),
    ...(counted ? [{ type: 'usage', usage: counted } as const] : []),
    { type: 'finish', reason: toFinishReason(choice.finish_reason) },
  ];
}

/** Parses a stream of chat completion chunks. */
export function createChatDecoder(readUsage: ReadUsage): (data: string) => Part[] {
  const begun = new ToolIndexes();
  const citations = new Citations();
  let started = false;

  return (data) => {
    if (data.trim() === '[DONE]') return [];
    const event = parseText(data) as Chunk;
    if (event.error) return [toErrorPart(event.error)];
    const parts: Part[] = [];
    if (!started) parts.push({ type: 'start', id: event.id ?? '', model: event.model ?? '' });
    started = true;
    const choice = event.choices?.[0];
    if (choice?.delta) parts.push(...partsOf(choice.delta, begun));
    if (data.includes('"url"') || data.includes('"citations"')) parts.push(...citations.read(event));
    const sent = event.usage ?? choice?.usage;
    const usage = sent ? readUsage(sent, event as Json) : undefined;
    if (usage) parts.push({ type: 'usage', usage });
    if (choice?.finish_reason) parts.push({ type: 'finish', reason: toFinishReason(choice.finish_reason) });
    return parts;
  };
}

function partsOf(message: Message, begun: ToolIndexes): Part[] {
  const parts: Part[] = [];
  const thought = message.reasoning_content ?? message.reasoning;
  if (thought) parts.push({ type: 'reasoning-delta', text: thought });
  parts.push(...contentParts(message.content || message.refusal));
  for (const [place, call] of (message.tool_calls ?? []).entries()) {
    const { index, isNew } = begun.find(call, place);
    if (isNew) parts.push(startOf(call, index));
    const input = call.function?.arguments;
    if (input) parts.push({ type: 'tool-call-delta', index, input });
  }
  return parts;
}

function startOf(call: z.output<typeof toolCall>, index: number): Part {
  const signature = call.extra_content?.google?.thought_signature;
  return {
    type: 'tool-call-start',
    index,
    id: call.id || `call_${index}`,
    name: call.function?.name ?? '',
    ...(signature && { signature }),
  };
}

function toFinishReason(reason: string | null | undefined): FinishReason {
  if (reason === 'length' || reason === 'model_length') return 'length';
  if (reason === 'content_filter') return 'filtered';
  return reason === 'tool_calls' || reason === 'function_call' ? 'tool-calls' : 'stop';
}

const toolCall = z.object({
  index: z.nullish(z.int()),
  id: z.nullish(z.string()),
  function: z.nullish(z.object({ name: z.nullish(z.string()), arguments: z.nullish(z.string()) })),
  extra_content: z.nullish(
    z.object({ google: z.nullish(z.object({ thought_signature: z.nullish(z.string()) })) }),
  ),
});

const message = z.object({
  content: contentSchema,
  refusal: z.nullish(z.string()),
  reasoning_content: z.nullish(z.string()),
  reasoning: z.nullish(z.string()),
  tool_calls: z.nullish(z.array(toolCall)),
});

const answerSchema = z.object({
  id: z._default(z.string(), ''),
  model: z._default(z.string(), ''),
  choices: z.array(z.object({ message, finish_reason: z.nullish(z.string()) })),
  usage: z.optional(z.unknown()),
});

type Message = z.output<typeof message>;

interface Chunk {
  id?: string;
  model?: string;
  /** Moonshot reports the usage in the last choice. */
  choices?: { delta?: Message; finish_reason?: string | null; usage?: unknown }[];
  usage?: unknown;
  error?: { type?: unknown; message?: unknown };
}
