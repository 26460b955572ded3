import * as z from 'zod/mini';
import { jsonLimits } from '../../core/limits.ts';
import type { JsonObject } from '../request/body-scan.ts';
import { openaiBeta } from '../request/upstream-headers.ts';
import type { RawRequest, RelayRequest } from './dialect.ts';
import { isObject, messageList } from './message-list.ts';
import {
  MAX_MODEL_NAME,
  MAX_TOKENS,
  modelName,
  modelNames,
  optionalInteger,
  readModels,
  readRequest,
  requestSchema,
} from './read-request.ts';

/** Parses only the fields that the gateway needs; unknown fields are passed on. @throws {RelayError} 400 */
export function parse(sent: RawRequest): RelayRequest {
  const { request, data } = readRequest(sent, schema, isPlain);
  const { stream, stream_options, n, max_tokens, max_completion_tokens } = data;
  const choices = n ?? 1;
  const limit = Math.max(max_tokens ?? 0, max_completion_tokens ?? 0);
  return {
    ...readModels(data),
    stream: stream ?? false,
    includeUsage: stream_options?.include_usage ?? false,
    maxOutput: limit > 0 ? limit * choices : undefined,
    choices,
    ...request,
    ...openaiBeta(sent.headers),
    ...clientOf(sent.headers),
  };
}

function clientOf({ 'user-agent': client }: RawRequest['headers']): Pick<RelayRequest, 'client'> {
  return client === undefined ? {} : { client };
}

/** Whether the schema accepts a body, for the bodies of nearly all calls, without the work of zod. */
export function isPlain(json: JsonObject): boolean {
  const { model, models, messages, stream, stream_options, n, max_tokens, max_completion_tokens } = json;
  if (typeof model !== 'string' || model === '' || model.length > MAX_MODEL_NAME) return false;
  if (models !== undefined) return false;
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > jsonLimits.messages)
    return false;
  for (const message of messages) if (!isObject(message) || typeof message.role !== 'string') return false;
  if (stream !== undefined && typeof stream !== 'boolean') return false;
  if (stream_options !== undefined) {
    if (!isObject(stream_options)) return false;
    const { include_usage } = stream_options;
    if (include_usage !== undefined && typeof include_usage !== 'boolean') return false;
  }
  return (
    isWithin(n, 1, MAX_CHOICES) &&
    isWithin(max_tokens, 0, MAX_TOKENS) &&
    isWithin(max_completion_tokens, 0, MAX_TOKENS) &&
    (json.temperature === undefined || Number.isFinite(json.temperature)) &&
    (json.top_p === undefined || Number.isFinite(json.top_p))
  );
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return value === undefined || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most);
}

const MAX_CHOICES = 128;

export const schema = requestSchema({
  model: z.optional(modelName),
  models: modelNames,
  messages: messageList(({ role }) => (typeof role === 'string' ? undefined : 'role')).check(z.minLength(1)),
  stream: z.nullish(z.boolean()),
  stream_options: z.nullish(z.looseObject({ include_usage: z.nullish(z.boolean()) })),
  n: optionalInteger(1, MAX_CHOICES),
  max_tokens: optionalInteger(0, MAX_TOKENS),
  max_completion_tokens: optionalInteger(0, MAX_TOKENS),
  temperature: z.nullish(z.number()),
  top_p: z.nullish(z.number()),
});
