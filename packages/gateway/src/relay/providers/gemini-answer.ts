import * as z from 'zod/mini';
import type { FinishReason, Part } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { SIGNED } from './gemini-content.ts';
import { streamedCall } from './gemini-partial-args.ts';
import { ToolCalls } from './gemini-tool-calls.ts';
import { readUsage } from './gemini-usage.ts';
import { Citations } from './openai-citations.ts';

/** Parses a whole response. @throws for an invalid one */
export function decodeAnswer(body: unknown): Part[] {
  const read = createReader();
  const parts = read(z.parse(answerSchema, body));
  if (!parts.some(({ type }) => type === 'finish')) throw new Error('an answer without a candidate');
  return parts;
}

/** Parses a stream: each event is a partial response in the format of a whole one. */
export function createDecoder(): (data: string) => Part[] {
  const read = createReader();
  return (data) => {
    const event = parseText(data) as { error?: { code?: number; status?: string; message?: string } };
    const { error } = event;
    if (!error) return read(z.parse(answerSchema, event));
    const kind = error.status ?? 'upstream_error';
    const status = error.code ?? 502;
    return [{ type: 'error', status, kind, message: error.message ?? '', report: error }];
  };
}

type Answer = z.output<typeof answerSchema>;
type AnswerPart = NonNullable<
  NonNullable<NonNullable<Answer['candidates']>[number]['content']>['parts']
>[number];

/** Numbers tool calls over the whole answer; the usage of a later event replaces an earlier one. */
function createReader(): (piece: Answer) => Part[] {
  const calls = new ToolCalls();
  const citations = new Citations();
  let started = false;

  return (piece) => {
    const { responseId = '', modelVersion = '', candidates, usageMetadata, promptFeedback } = piece;
    const parts: Part[] = started ? [] : [{ type: 'start', id: responseId, model: modelVersion }];
    started = true;
    const candidate = candidates?.[0];
    for (const part of candidate?.content?.parts ?? []) {
      const { functionCall, thoughtSignature } = part;
      if (functionCall) parts.push(...calls.read({ functionCall, thoughtSignature }, responseId));
      else parts.push(...toParts(part));
    }
    const sources = candidate?.groundingMetadata?.groundingChunks ?? [];
    parts.push(
      ...citations.add(sources.flatMap(({ web }) => (web ? [{ url: web.uri, title: web.title }] : []))),
    );
    const usage = readUsage(usageMetadata, piece);
    if (usage) parts.push({ type: 'usage', usage });
    const reason = candidate?.finishReason ?? (promptFeedback?.blockReason && 'SAFETY');
    if (reason) parts.push(...calls.close(), { type: 'finish', reason: toFinishReason(reason, calls.count) });
    return parts;
  };
}

function toParts({ text, thought, thoughtSignature, inlineData }: AnswerPart): Part[] {
  if (inlineData)
    return [{ type: 'text-delta', text: `![](data:${inlineData.mimeType};base64,${inlineData.data})` }];
  if (!thought) return text ? [{ type: 'text-delta', text }] : [];
  return [
    ...(text ? [{ type: 'reasoning-delta', text } as const] : []),
    ...(thoughtSignature
      ? [{ type: 'reasoning-signature', signature: SIGNED + thoughtSignature } as const]
      : []),
  ];
}

function toFinishReason(reason: string, tools: number): FinishReason {
  if (reason === 'MAX_TOKENS') return 'length';
  if (reason !== 'STOP') return 'filtered';
  return tools > 0 ? 'tool-calls' : 'stop';
}

const part = z.object({
  text: z.optional(z.string()),
  thought: z.optional(z.boolean()),
  thoughtSignature: z.optional(z.string()),
  functionCall: z.optional(streamedCall),
  inlineData: z.optional(z.object({ mimeType: z.string(), data: z.string() })),
});

const web = z.object({ uri: z.string(), title: z.optional(z.string()) });
const groundingMetadata = z.object({
  webSearchQueries: z.optional(z.array(z.string())),
  groundingChunks: z.optional(z.array(z.object({ web: z.optional(web) }))),
});

const answerSchema = z.object({
  responseId: z.optional(z.string()),
  modelVersion: z.optional(z.string()),
  candidates: z.optional(
    z.array(
      z.object({
        content: z.optional(z.object({ parts: z.optional(z.array(part)) })),
        finishReason: z.optional(z.string()),
        groundingMetadata: z.optional(groundingMetadata),
      }),
    ),
  ),
  usageMetadata: z.optional(z.unknown()),
  promptFeedback: z.optional(z.object({ blockReason: z.optional(z.string()) })),
});
