import * as z from 'zod/mini';
import { count, isRecord } from './openai-usage.ts';
import type { Operation } from './provider.ts';

/** OpenAI's embeddings in Vertex's words: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export function vertexEmbeddings(own: Pick<Operation, 'address' | 'sign' | 'login'>): Operation {
  return {
    ...own,
    native: 'embeddings',
    streamUsage: false,
    findUsage: ({ predictions }) => predictions,
    readUsage,
    rephrase: {
      request: ({ input, dimensions }) => ({
        instances: (Array.isArray(input) ? input : [input]).map((text) => ({ content: String(text) })),
        ...(typeof dimensions === 'number' && { parameters: { outputDimensionality: dimensions } }),
      }),
      answer(body: unknown, model) {
        const { predictions } = z.parse(answerSchema, body);
        const { input = 0 } = readUsage((body as { predictions?: unknown }).predictions) ?? {};
        return {
          object: 'list',
          model,
          data: predictions.map(({ embeddings }, index) => ({
            object: 'embedding',
            index,
            embedding: embeddings.values,
          })),
          usage: { prompt_tokens: input, total_tokens: input },
        };
      },
    },
  };
}

/** Each vector says how many tokens its text was. */
function readUsage(predictions: unknown): { input: number; output: number } | undefined {
  if (!Array.isArray(predictions)) return undefined;
  const counts = predictions.map((each) => {
    const embeddings: unknown = isRecord(each) ? each.embeddings : undefined;
    const statistics = isRecord(embeddings) ? embeddings.statistics : undefined;
    return isRecord(statistics) ? count(statistics.token_count) : undefined;
  });
  if (counts.length === 0 || counts.includes(undefined)) return undefined;
  return { input: counts.reduce<number>((sum, each) => sum + (each ?? 0), 0), output: 0 };
}

const answerSchema = z.object({
  predictions: z
    .array(z.object({ embeddings: z.object({ values: z.array(z.number()) }) }))
    .check(z.minLength(1)),
});
