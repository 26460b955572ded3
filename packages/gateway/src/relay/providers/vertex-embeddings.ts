import * as z from 'zod/mini';
import { allowVectorFields, textsIn, toVectors } from './adapting.ts';
import { count, isRecord } from './openai-usage.ts';
import { CHUNKS, JSON_OR_SSE, type OperationFacts } from './operation.ts';
import type { Operation } from './provider.ts';

/**
 * Converts OpenAI's embeddings to Vertex's format:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api
 */
export function vertexEmbeddings({ address, auth }: Pick<OperationFacts, 'address' | 'auth'>): Operation {
  return {
    native: 'embeddings',
    address,
    auth,
    stream: CHUNKS,
    transport: JSON_OR_SSE,
    usage: { read: readUsage, find: ({ predictions }) => predictions },
    translate: {
      kind: 'endpoint',
      adapter: {
        request(body) {
          allowVectorFields(body);
          const { dimensions } = body;
          return {
            instances: textsIn(body).map((content) => ({ content })),
            ...(typeof dimensions === 'number' && { parameters: { outputDimensionality: dimensions } }),
          };
        },
        answer(body, model, request) {
          const { predictions } = z.parse(answerSchema, body);
          return toVectors(
            predictions.map(({ embeddings }) => embeddings.values),
            model,
            request,
            readUsage(body.predictions)?.input,
          );
        },
      },
    },
  };
}

/** Sums the token counts that each embedding reports. */
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
