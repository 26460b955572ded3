import * as z from 'zod/mini';
import type { FinishReason, Part } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { readUsage } from './openai-usage.ts';
import type { VendorFault } from './provider.ts';

export function decodeWenxin(body: unknown): Part[] {
  const answer = z.parse(answerSchema, body);
  return [{ type: 'start', id: answer.id, model: '' }, ...partsOf(answer), finishOf(answer)];
}

export function createWenxinDecoder(): (data: string) => Part[] {
  let started = false;
  return (data) => {
    const json = parseText(data) as Record<string, unknown>;
    const fault = findWenxinFault(json);
    if (fault) return [{ type: 'error', kind: fault.code, status: fault.status, message: fault.message }];
    const event = z.parse(answerSchema, json);
    const start: Part[] = started ? [] : [{ type: 'start', id: event.id, model: '' }];
    started = true;
    return [...start, ...partsOf(event), ...(event.is_end ? [finishOf(event)] : [])];
  };
}

function partsOf({ result, function_call: call, usage }: z.output<typeof answerSchema>): Part[] {
  const counted = readUsage(usage, {});
  return [
    ...(result ? [{ type: 'text-delta', text: result } as const] : []),
    ...(call
      ? ([
          { type: 'tool-call-start', index: 0, id: 'call_0', name: call.name },
          { type: 'tool-call-delta', index: 0, input: call.arguments },
        ] as const)
      : []),
    ...(counted ? [{ type: 'usage', usage: counted } as const] : []),
  ];
}

function finishOf({ function_call, is_truncated, finish_reason }: z.output<typeof answerSchema>): Part {
  if (function_call) return { type: 'finish', reason: 'tool-calls' };
  const reason: FinishReason = is_truncated || finish_reason === 'length' ? 'length' : 'stop';
  return { type: 'finish', reason: finish_reason === 'content_filter' ? 'filtered' : reason };
}

/** Errors come with status 200: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh */
export function findWenxinFault({
  error_code: code,
  error_msg: message,
}: Readonly<Record<string, unknown>>): VendorFault | undefined {
  if (typeof code !== 'number' || code === 0) return undefined;
  return { status: statusOf(code), code: String(code), message: String(message ?? '') };
}

function statusOf(code: number): number {
  if (code === 110 || code === 111 || code === 14 || code === 100) return 401;
  if ([4, 17, 18, 19, 336_501, 336_502, 336_503, 336_504].includes(code)) return 429;
  return code === 1 || code === 2 || code === 336_000 || code === 336_100 ? 500 : 400;
}

const answerSchema = z.object({
  id: z._default(z.string(), ''),
  result: z.optional(z.string()),
  function_call: z.nullish(z.object({ name: z.string(), arguments: z.string() })),
  is_end: z.nullish(z.boolean()),
  is_truncated: z.nullish(z.boolean()),
  finish_reason: z.nullish(z.string()),
  usage: z.optional(z.unknown()),
});
