import type { Usage } from '@tollgate/pricing';
import type { Part } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { BY_KEY } from './auth.ts';
import { count, isRecord } from './openai-usage.ts';
import { JSON_OR_SSE, NO_TRANSLATION } from './operation.ts';
import type { Operation } from './provider.ts';
import { findReferences } from './references.ts';

/**
 * `POST {base}/v1/responses`, for callers who use it:
 * https://platform.openai.com/docs/api-reference/responses
 */
export function openaiResponses(
  address: Operation['address'],
  hidesOutput: Operation['hidesOutput'],
): Operation {
  return {
    native: 'openai-responses',
    address,
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    stream: { kind: 'events', createReader: () => readEvent },
    usage: { read: readUsage },
    hidesOutput,
    translate: NO_TRANSLATION,
  };
}

/** OpenAI counts cached tokens inside the prompt and reasoning inside the answer, like the gateway. */
function readUsage(sent: unknown): Partial<Usage> | undefined {
  if (!isRecord(sent)) return undefined;
  const input = count(sent.input_tokens);
  const output = count(sent.output_tokens);
  const read = isRecord(sent.input_tokens_details) ? sent.input_tokens_details : {};
  const written = isRecord(sent.output_tokens_details) ? sent.output_tokens_details : {};
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    cachedInput: count(read.cached_tokens) ?? 0,
    reasoning: count(written.reasoning_tokens) ?? 0,
  };
}

/** Reads usage and end of one event, and its texts in case there is no usage. */
function readEvent(data: string): Part[] {
  const event = parseText(data) as StreamEvent;
  const { type, delta, response } = event;
  if (typeof delta === 'string') return [{ type: 'text-delta', text: delta }];
  if (type === 'error' || type === 'response.failed') {
    const message = event.message ?? response?.error?.message ?? '';
    return [...usageOf(response), { type: 'error', status: 502, kind: 'upstream_error', message }];
  }
  const reason =
    type === 'response.completed' ? 'stop' : type === 'response.incomplete' ? 'length' : undefined;
  if (!reason) return [];
  const references = findReferences(response ?? {}).map((id) => ({ type: 'reference', id }) as const);
  return [...usageOf(response), ...references, { type: 'finish', reason }];
}

function usageOf(response: StreamEvent['response']): Part[] {
  const usage = readUsage(response?.usage);
  return usage ? [{ type: 'usage', usage }] : [];
}

interface StreamEvent {
  type: string;
  delta?: unknown;
  message?: string;
  response?: Readonly<Record<string, unknown>> & { error?: { message?: string } | null };
}
