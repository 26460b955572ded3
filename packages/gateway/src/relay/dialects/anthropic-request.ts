import * as z from 'zod/mini';
import { asksForBeta } from '../request/upstream-headers.ts';
import type { RawRequest, RelayRequest } from './dialect.ts';
import { isObject, messageList } from './message-list.ts';
import { MAX_TOKENS, modelName, modelNames, readModels, readRequest, requestSchema } from './read-request.ts';

/** Parses only the fields that the gateway needs; unknown fields are passed on. @throws {RelayError} 400 */
export function parse(sent: RawRequest): RelayRequest {
  const { request, data } = readRequest(sent, schema);
  return {
    ...readModels(data),
    stream: data.stream ?? false,
    includeUsage: true,
    maxOutput: data.max_tokens,
    choices: 1,
    ...request,
    headers: versionsOf(sent.headers),
    isBeta: asksForBeta(sent.url),
  };
}

/** Parses only the prompt, to count it. */
export function parsePrompt(sent: RawRequest): RelayRequest {
  const { request, data } = readRequest(sent, promptSchema);
  const rest = { stream: false, includeUsage: false, maxOutput: 0, choices: 1 };
  return {
    model: data.model,
    ...rest,
    ...request,
    headers: versionsOf(sent.headers),
    isBeta: asksForBeta(sent.url),
  };
}

/** Returns the API version headers of the caller. */
function versionsOf(headers: RawRequest['headers']): Record<string, string> {
  const sent = ['anthropic-version', 'anthropic-beta'].map((name) => [name, headers[name]] as const);
  return Object.fromEntries(sent.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

const prompt = {
  model: modelName,
  messages: messageList(({ role, content }) => {
    if (typeof role !== 'string') return 'role';
    const isContent = typeof content === 'string' || (Array.isArray(content) && content.every(isObject));
    return isContent ? undefined : 'content';
  }).check(z.minLength(1)),
};
const promptSchema = requestSchema(prompt);

const schema = requestSchema({
  ...prompt,
  model: z.optional(modelName),
  models: modelNames,
  max_tokens: z.int().check(z.minimum(0), z.maximum(MAX_TOKENS)),
  stream: z.nullish(z.boolean()),
});
