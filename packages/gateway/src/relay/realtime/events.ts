import { parseObject } from '../request/parse-object.ts';

/** An event of either side: https://platform.openai.com/docs/api-reference/realtime */
export type RealtimeEvent = Record<string, unknown>;

/** The fields of an event about one response. Absent or malformed fields are undefined. */
export interface ResponseFields {
  readonly id: string | undefined;
  /** The most tokens of the answer, from `max_output_tokens` or its older name; Infinity for `inf`. */
  readonly maxOutput: number | undefined;
  /** Whether the answer is text only; undefined when not specified. */
  readonly isText: boolean | undefined;
  /** Whether the response stays outside the conversation; undefined when not specified. */
  readonly isOutOfBand: boolean | undefined;
  readonly usage: unknown;
}

/** Reads the `response` member of `response.create`, `response.created` and `response.done`. */
export function readResponse(event: RealtimeEvent): ResponseFields {
  const response = objectOf(event.response) ?? {};
  return {
    id: typeof response.id === 'string' ? response.id : undefined,
    maxOutput: maxOutputOf(response),
    isText: isTextOf(response),
    isOutOfBand: isOutOfBandOf(response),
    usage: response.usage,
  };
}

/** The answer limit of a session or response, under the names of both API versions. */
export function maxOutputOf(settings: RealtimeEvent): number | undefined {
  const limit = settings.max_output_tokens ?? settings.max_response_output_tokens;
  if (limit === 'inf') return Number.POSITIVE_INFINITY;
  return Number.isSafeInteger(limit) && (limit as number) > 0 ? (limit as number) : undefined;
}

/** Whether answers are text only, under the names of both API versions. */
export function isTextOf(settings: RealtimeEvent): boolean | undefined {
  const modalities = settings.output_modalities ?? settings.modalities;
  return Array.isArray(modalities) ? !modalities.includes('audio') : undefined;
}

function isOutOfBandOf(response: RealtimeEvent): boolean | undefined {
  if (response.conversation !== undefined) return response.conversation === 'none';
  if (response.conversation_id === undefined) return undefined;
  return response.conversation_id === null;
}

/** Limits the answer to a `response.create`. `isBeta`: the session uses the older version. */
export function limitAnswer(event: RealtimeEvent, tokens: number, isBeta: boolean): Buffer {
  const { max_output_tokens, max_response_output_tokens, ...response } = objectOf(event.response) ?? {};
  const field = isBeta ? 'max_response_output_tokens' : 'max_output_tokens';
  return Buffer.from(JSON.stringify({ ...event, response: { ...response, [field]: tokens } }));
}

/** A `response.done` without the response's output. */
export function withoutOutput(event: RealtimeEvent): Buffer {
  return Buffer.from(JSON.stringify({ ...event, response: { ...objectOf(event.response), output: [] } }));
}

/** Cancels a response; without an id, the current one of the conversation. */
export function cancelEvent(id: string | undefined): string {
  return JSON.stringify({ type: 'response.cancel', ...(id !== undefined && { response_id: id }) });
}

/**
 * Reads an event of the provider. Deltas are most of the traffic and are not parsed: only their type and ids
 * are read. Quotes in JSON strings are escaped, so the text of an answer cannot look like a field.
 */
export function readProviderEvent(data: Buffer): RealtimeEvent {
  if (!data.includes('.delta"') || data.includes('"response.done"') || data.includes('"response.created"'))
    return parseObject(data) ?? {};
  const text = data.toString('latin1');
  const type = /"type"\s*:\s*"([\w.]{1,100}\.delta)"/.exec(text)?.[1];
  if (type === undefined) return parseObject(data) ?? {};
  const response_id = /"response_id"\s*:\s*"([^"\\]{1,200})"/.exec(text)?.[1];
  return { type, response_id };
}

/** The response that an event of the provider belongs to. */
export function responseIdOf(event: RealtimeEvent): string | undefined {
  return typeof event.response_id === 'string' ? event.response_id : undefined;
}

/** The item that an event of the provider is about. */
export function itemIdOf(event: RealtimeEvent): string | undefined {
  const id = objectOf(event.item)?.id ?? event.item_id;
  return typeof id === 'string' ? id : undefined;
}

export function objectOf(value: unknown): RealtimeEvent | undefined {
  return typeof value === 'object' && value !== null ? (value as RealtimeEvent) : undefined;
}
