import type { Usage } from '@tollgate/pricing';
import { type Part, readErrorEvent } from '../../core/chat.ts';
import { parseText } from '../../core/parse-text.ts';
import { BY_KEY } from './auth.ts';
import { count, isRecord, mediaOf, tierOf } from './openai-usage.ts';
import { CHUNKS, JSON_OR_SSE } from './operation.ts';
import type { Address, Operation, Target } from './provider.ts';
import { itemsOf, toItemParts } from './reference-items.ts';
import { findReferences } from './references.ts';
import { NO_TRANSLATION } from './translation.ts';

/** `POST {base}/v1/responses`: https://platform.openai.com/docs/api-reference/responses */
export function openaiResponses(
  address: Operation['address'],
  hidesOutput: Operation['hidesOutput'],
): Operation {
  return {
    native: 'openai-responses',
    address,
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    stream: { kind: 'events', createReader },
    usage: { read: readUsage },
    hidesOutput,
    translate: NO_TRANSLATION,
  };
}

/** Its siblings of OpenAI alone: one counts a prompt, the other one shortens a conversation. */
export function responsesSiblings(address: (target: Target, path: string) => Address): Operation[] {
  return (['responses/input_tokens', 'responses/compact'] as const).map((native) => ({
    native,
    address: (target) => address(target, `/v1/${native}`),
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    stream: CHUNKS,
    usage: { read: readUsage },
    translate: NO_TRANSLATION,
  }));
}

/** OpenAI counts cached tokens inside the prompt and reasoning inside the answer, like the gateway. */
function readUsage(sent: unknown, answer: Json = {}): Partial<Usage> | undefined {
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
    ...mediaOf(read, written),
    ...toolUsesOf(answer.output),
    ...tierOf(answer.service_tier),
  };
}

type Json = Readonly<Record<string, unknown>>;

/** Counts items of the answer that cost a fee. Opening a page and finding text in it are free. */
function toolUsesOf(output: unknown): Partial<Usage> {
  const items = Array.isArray(output) ? output.filter(isRecord) : [];
  const ofType = (name: string) => items.filter(({ type }) => type === name);
  const webSearches = ofType('web_search_call').filter(
    ({ action }) => !isRecord(action) || action.type === undefined || action.type === 'search',
  ).length;
  const fileSearches = ofType('file_search_call').length;
  const codeSessions = new Set(ofType('code_interpreter_call').map((call) => call.container_id)).size;
  return {
    ...(webSearches > 0 && { webSearches }),
    ...(fileSearches > 0 && { fileSearches }),
    ...(codeSessions > 0 && { codeSessions }),
  };
}

function createReader(): (data: string) => Part[] {
  let isStored = true;
  return (data) => {
    const event = parseText(data) as StreamEvent;
    if (event.type === 'response.created') isStored = event.response?.store !== false;
    const item = event.type === 'response.output_item.done' ? event.item : undefined;
    return item ? toItemParts(itemsOf(item, isStored)) : readEvent(event);
  };
}

/** Reads usage and end of one event, and its texts in case there is no usage. */
function readEvent(event: StreamEvent): Part[] {
  const { type, delta, response } = event;
  if (typeof delta === 'string') return [{ type: 'text-delta', text: delta }];
  if (type === 'error' || type === 'response.failed') return [...usageOf(response), readErrorEvent(event)];
  const reason =
    type === 'response.completed' ? 'stop' : type === 'response.incomplete' ? 'length' : undefined;
  // A caller who knows the id may leave before the end.
  if (type === 'response.created') return referencesOf(response);
  if (!reason) return [];
  return [...usageOf(response), ...referencesOf(response), { type: 'finish', reason }];
}

function referencesOf(response: StreamEvent['response']): Part[] {
  return findReferences(response ?? {}).map((id) => ({ type: 'reference', id }));
}

function usageOf(response: StreamEvent['response']): Part[] {
  const usage = readUsage(response?.usage, response);
  return usage ? [{ type: 'usage', usage }] : [];
}

interface StreamEvent {
  type: string;
  delta?: unknown;
  item?: Json;
  response?: Readonly<Record<string, unknown>> & { error?: Json | null };
}
