import * as z from 'zod/mini';
import { speechTokens } from '../prompt/speech-tokens.ts';
import { editMembers } from '../request/body.ts';
import { type RawRequest, type RelayRequest, wholeJson } from './dialect.ts';
import { endpoint } from './endpoint.ts';
import {
  invalid,
  MAX_TOKENS,
  modelName,
  optionalInteger,
  readRequest,
  requestSchema,
} from './read-request.ts';

/** https://platform.openai.com/docs/api-reference/completions */
export const completions = endpoint('completions', (sent) => {
  const { request, data } = readRequest(sent, completionBody);
  const choices = Math.max(data.n ?? 1, data.best_of ?? 1) * promptsIn(data.prompt);
  return {
    model: data.model,
    stream: data.stream ?? false,
    includeUsage: data.stream_options?.include_usage ?? false,
    maxOutput: data.max_tokens ? data.max_tokens * choices : undefined,
    choices,
    ...request,
  };
});

/** Each prompt of a list gets its own answers. A list of numbers is one prompt, in tokens. */
function promptsIn(prompt: string | readonly unknown[]): number {
  return Array.isArray(prompt) && typeof prompt[0] !== 'number' ? prompt.length : 1;
}

/** https://platform.openai.com/docs/api-reference/embeddings; old clients name the model in the path. */
export const embeddings = endpoint('embeddings', (sent) => {
  const engine = /\/engines\/([^/?]+)\/embeddings/.exec(sent.url)?.[1];
  return engine === undefined ? silent(sent, embeddingBody) : withModel(sent, engine);
});

/** https://platform.openai.com/docs/api-reference/moderations */
export const moderations = endpoint('moderations', (sent) =>
  silent(sent, moderationBody, 'text-moderation-stable'),
);

/** https://jina.ai/reranker and https://docs.cohere.com/reference/rerank */
export const rerank = endpoint('rerank', (sent) => silent(sent, rerankBody));

/** https://platform.openai.com/docs/api-reference/audio/createSpeech */
export const speech = endpoint('audio/speech', (sent) => {
  const relayRequest = silent(sent, speechBody, 'tts-1');
  const { input, instructions, stream_format: format } = wholeJson(relayRequest);
  const stream = format === 'sse';
  // The old models are charged by character.
  if (!relayRequest.model.startsWith('tts')) {
    // Only events report the size of the speech.
    const measure = stream && { measure: speechTokens(String(input), String(instructions ?? '')) };
    return { ...relayRequest, stream, ...measure };
  }
  const promptTokens = countCharacters(String(input));
  const measure = { promptTokens, mostReported: { promptTokens, outputTokens: 0 } };
  return { ...relayRequest, stream, measure };
});

/** Parses a request whose response has no text: only the prompt counts. */
function silent<S extends z.core.$ZodType<{ model?: string | null | undefined }>>(
  sent: RawRequest,
  schema: S,
  defaultModel = '',
): RelayRequest {
  const { request, data } = readRequest(sent, schema);
  const model = data.model || defaultModel;
  return { model, stream: false, includeUsage: false, maxOutput: 0, choices: 1, ...request };
}

/** The same with the model of the path. @throws {RelayError} 400 when the body names another */
function withModel(sent: RawRequest, engine: string): RelayRequest {
  const relayRequest = silent(sent, engineBody);
  const { json, body, members } = relayRequest;
  if (json.model !== undefined && json.model !== engine) throw invalid('model', 'other_model');
  const edited = editMembers(body, members, new Map([['model', JSON.stringify(engine)]]));
  return { ...relayRequest, ...edited, model: engine, json: { ...json, model: engine } };
}

/** Code points, as vendors count characters. */
function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

const texts = z.union([z.string(), z.array(z.unknown()).check(z.minLength(1))]);

const completionBody = requestSchema({
  model: modelName,
  prompt: texts,
  n: optionalInteger(1, 128),
  best_of: optionalInteger(0, 128),
  max_tokens: optionalInteger(0, MAX_TOKENS),
  stream: z.nullish(z.boolean()),
  stream_options: z.nullish(z.looseObject({ include_usage: z.nullish(z.boolean()) })),
});
const embeddingBody = requestSchema({ model: modelName, input: texts });
const engineBody = requestSchema({ model: z.nullish(z.string()), input: texts });
const moderationBody = requestSchema({ model: z.nullish(modelName), input: texts });
const speechBody = requestSchema({
  model: z.nullish(modelName),
  input: z.string().check(z.minLength(1)),
  stream_format: z.nullish(z.string()),
});
const rerankBody = requestSchema({
  model: modelName,
  query: z.union([z.string().check(z.minLength(1)), z.looseObject({})]),
  documents: z.array(z.unknown()).check(z.minLength(1)),
});
