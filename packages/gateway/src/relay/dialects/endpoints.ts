import * as z from 'zod/mini';
import { findMembers, spliceMembers } from '../body.ts';
import type { Asked, Sent } from './dialect.ts';
import { endpoint } from './endpoint.ts';
import { invalid, MAX_TOKENS, modelName, optionalInteger, readRequest } from './read-request.ts';

/** https://platform.openai.com/docs/api-reference/completions */
export const completions = endpoint('completions', ({ body }) => {
  const { json, members, data } = readRequest(body, completionBody);
  const choices = Math.max(data.n ?? 1, data.best_of ?? 1) * promptsIn(data.prompt);
  return {
    model: data.model,
    stream: data.stream ?? false,
    includeUsage: data.stream_options?.include_usage ?? false,
    maxOutput: data.max_tokens ? data.max_tokens * choices : undefined,
    choices,
    json,
    body,
    members,
  };
});

/** Each prompt of a list gets its own answers. A list of numbers is one prompt, in tokens. */
function promptsIn(prompt: string | readonly unknown[]): number {
  return Array.isArray(prompt) && typeof prompt[0] !== 'number' ? prompt.length : 1;
}

/** https://platform.openai.com/docs/api-reference/embeddings; old clients name the model in the address. */
export const embeddings = endpoint('embeddings', (sent) => {
  const engine = /\/engines\/([^/?]+)\/embeddings/.exec(sent.url)?.[1];
  return silent(withModel(sent, engine), embeddingBody);
});

/** https://platform.openai.com/docs/api-reference/moderations */
export const moderations = endpoint('moderations', (sent) =>
  silent(sent, moderationBody, 'text-moderation-stable'),
);

/** https://jina.ai/reranker and https://docs.cohere.com/reference/rerank */
export const rerank = endpoint('rerank', (sent) => silent(sent, rerankBody));

/** https://platform.openai.com/docs/api-reference/audio/createSpeech */
export const speech = endpoint('audio/speech', (sent) => {
  const asked = silent(sent, speechBody, 'tts-1');
  // The old models are paid by character.
  const characters = [...String(asked.json.input)].length;
  return asked.model.startsWith('tts') ? { ...asked, measure: { promptTokens: characters } } : asked;
});

/** A request that is answered without writing: only the prompt counts. */
function silent<S extends z.ZodMiniType<{ model?: string | null | undefined }>>(
  { body }: Pick<Sent, 'body'>,
  schema: S,
  defaultModel = '',
): Asked {
  const { json, members, data } = readRequest(body, schema);
  const model = data.model || defaultModel;
  return { model, stream: false, includeUsage: false, maxOutput: 0, choices: 1, json, body, members };
}

function withModel({ body }: Sent, engine: string | undefined): Pick<Sent, 'body'> {
  if (engine === undefined) return { body };
  const { json } = readRequest(body, z.looseObject({}));
  if (json.model !== undefined && json.model !== engine) throw invalid('model', 'the address names another');
  const edits = new Map([['model', JSON.stringify(engine)]]);
  return { body: spliceMembers(body, findMembers(body), edits) };
}

const texts = z.union([z.string(), z.array(z.unknown()).check(z.minLength(1))]);

const completionBody = z.looseObject({
  model: modelName,
  prompt: texts,
  n: optionalInteger(1, 128),
  best_of: optionalInteger(1, 128),
  max_tokens: optionalInteger(0, MAX_TOKENS),
  stream: z.nullish(z.boolean()),
  stream_options: z.nullish(z.looseObject({ include_usage: z.nullish(z.boolean()) })),
});
const embeddingBody = z.looseObject({ model: modelName, input: texts });
const moderationBody = z.looseObject({ model: z.nullish(modelName), input: texts });
const speechBody = z.looseObject({
  model: z.nullish(modelName),
  input: z.string().check(z.minLength(1)),
  stream_format: z.nullish(z.string()),
});
const rerankBody = z.looseObject({
  model: modelName,
  query: z.union([z.string().check(z.minLength(1)), z.looseObject({})]),
  documents: z.array(z.unknown()).check(z.minLength(1)),
});
