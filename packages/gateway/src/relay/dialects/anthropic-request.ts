import * as z from 'zod/mini';
import type { Asked, Sent } from './dialect.ts';
import { isObject, messageList } from './message-list.ts';
import { MAX_TOKENS, modelName, readRequest, requestSchema } from './read-request.ts';

/** Reads a request as far as we must understand it; what we do not know travels on. @throws {RelayError} 400 */
export function parse(sent: Sent): Asked {
  const { request, data } = readRequest(sent, schema);
  return {
    model: data.model,
    stream: data.stream ?? false,
    includeUsage: true,
    maxOutput: data.max_tokens,
    choices: 1,
    ...request,
    headers: versionsOf(sent.headers),
  };
}

/** The prompt alone, to be counted. */
export function parsePrompt(sent: Sent): Asked {
  const { request, data } = readRequest(sent, promptSchema);
  const rest = { stream: false, includeUsage: false, maxOutput: 0, choices: 1 };
  return { model: data.model, ...rest, ...request, headers: versionsOf(sent.headers) };
}

/** Which edition of the format the caller speaks. */
function versionsOf(headers: Sent['headers']): Record<string, string> {
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
  max_tokens: z.int().check(z.minimum(0), z.maximum(MAX_TOKENS)),
  stream: z.nullish(z.boolean()),
});
