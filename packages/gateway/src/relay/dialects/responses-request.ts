import * as z from 'zod/mini';
import { openaiBeta } from '../request/upstream-headers.ts';
import type { RawRequest, RelayRequest } from './dialect.ts';
import { messageList } from './message-list.ts';
import { MAX_TOKENS, modelName, optionalInteger, readRequest, requestSchema } from './read-request.ts';

/** Parses only the fields that the gateway needs; unknown fields are passed on. @throws {RelayError} 400 */
export function parse(sent: RawRequest): RelayRequest {
  const { request, data } = readRequest(sent, schema);
  return {
    model: data.model,
    stream: data.stream ?? false,
    includeUsage: true,
    maxOutput: data.max_output_tokens || undefined,
    choices: 1,
    ...request,
    ...openaiBeta(sent.headers),
  };
}

const schema = requestSchema({
  model: modelName,
  input: z.optional(z.union([z.string(), messageList()])),
  stream: z.nullish(z.boolean()),
  background: z.nullish(z.boolean()),
  max_output_tokens: optionalInteger(0, MAX_TOKENS),
});
