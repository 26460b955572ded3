import * as z from 'zod/mini';
import { allowVectorFields, textsIn, toVectors } from './adapting.ts';
import { BY_KEY } from './auth.ts';
import { count } from './openai-usage.ts';
import { CHUNKS, JSON_OR_SSE } from './operation.ts';
import type { Operation } from './provider.ts';

/**
 * Embeddings in Ollama's own format:
 * https://github.com/ollama/ollama/blob/main/docs/api.md#generate-embeddings
 */
export const ollamaVectors: Operation = {
  native: 'embeddings',
  stream: CHUNKS,
  auth: BY_KEY,
  transport: JSON_OR_SSE,
  address: ({ baseUrl, key }) => ({
    url: `${baseUrl}/api/embed`,
    headers: { authorization: `Bearer ${key}` },
  }),
  usage: {
    find: ({ prompt_eval_count }) => prompt_eval_count,
    read(tokens) {
      const input = count(tokens);
      return input === undefined ? undefined : { input, output: 0 };
    },
  },
  translate: {
    kind: 'endpoint',
    adapter: {
      request(body, { model }) {
        allowVectorFields(body);
        const { dimensions } = body;
        return { model, input: textsIn(body), ...(typeof dimensions === 'number' && { dimensions }) };
      },
      answer(body, model, request) {
        const { embeddings, prompt_eval_count } = z.parse(answerSchema, body);
        return toVectors(embeddings, model, request, prompt_eval_count);
      },
    },
  },
};

const answerSchema = z.object({
  embeddings: z.array(z.array(z.number())).check(z.minLength(1)),
  prompt_eval_count: z.optional(z.number()),
});
