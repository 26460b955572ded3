import * as z from 'zod/mini';
import type { Asked, Sent } from './dialect.ts';
import { messageList } from './message-list.ts';
import {
  invalid,
  MAX_TOKENS,
  modelName,
  optionalInteger,
  readRequest,
  requestSchema,
} from './read-request.ts';

/** Reads a request as far as we must understand it; what we do not know travels on. @throws {RelayError} 400 */
export function parse(sent: Sent): Asked {
  const { request, data } = readRequest(sent, schema);
  // Its use would never be learnt: nobody asks the provider again.
  if (data.background) throw invalid('background', 'answers are given at once here');
  return {
    model: data.model,
    stream: data.stream ?? false,
    includeUsage: true,
    maxOutput: data.max_output_tokens || undefined,
    choices: 1,
    ...request,
  };
}

const schema = requestSchema({
  model: modelName,
  input: z.optional(z.union([z.string(), messageList()])),
  stream: z.nullish(z.boolean()),
  background: z.nullish(z.boolean()),
  max_output_tokens: optionalInteger(0, MAX_TOKENS),
});
