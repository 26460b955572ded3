import * as z from 'zod/mini';
import { openaiBeta } from '../request/upstream-headers.ts';
import type { RawRequest, RelayRequest } from './dialect.ts';
import { messageList } from './message-list.ts';
import {
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
  const { request, data } = readRequest(sent, schema);
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
  };
}

const schema = requestSchema({
  model: z.optional(modelName),
  models: modelNames,
  messages: messageList(({ role }) => (typeof role === 'string' ? undefined : 'role')).check(z.minLength(1)),
  stream: z.nullish(z.boolean()),
  stream_options: z.nullish(z.looseObject({ include_usage: z.nullish(z.boolean()) })),
  n: optionalInteger(1, 128),
  max_tokens: optionalInteger(0, MAX_TOKENS),
  max_completion_tokens: optionalInteger(0, MAX_TOKENS),
  temperature: z.nullish(z.number()),
  top_p: z.nullish(z.number()),
});
