import * as z from 'zod/mini';
import { readUsage } from './gemini-usage.ts';
import type { Address, Operation, Target } from './provider.ts';

type AddressOf = (target: Target, task: string) => Address;

/** OpenAI's embeddings in Google's words: one request for each text. */
export function embeddings(address: AddressOf): Operation {
  return {
    native: 'embeddings',
    streamUsage: false,
    address: (target) => address(target, 'batchEmbedContents'),
    findUsage: ({ usageMetadata }) => usageMetadata,
    readUsage,
    rephrase: {
      request({ input, dimensions }, { model }) {
        const texts = Array.isArray(input) ? input : [input];
        const rest = typeof dimensions === 'number' && { outputDimensionality: dimensions };
        return {
          requests: texts.map((text) => ({
            model: `models/${model}`,
            content: { parts: [{ text: String(text) }] },
            ...rest,
          })),
        };
      },
      answer(body, model) {
        const list = z.parse(answerSchema, body).embeddings;
        return {
          object: 'list',
          model,
          data: list.map(({ values }, index) => ({ object: 'embedding', index, embedding: values })),
          usage: { prompt_tokens: 0, total_tokens: 0 },
        };
      },
    },
  };
}

const answerSchema = z.object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) });

/** Imagen in OpenAI's words. */
export function images(address: AddressOf): Operation {
  return {
    native: 'images/generations',
    streamUsage: false,
    address: (target) => address(target, 'predict'),
    readUsage: () => undefined,
    rephrase: {
      request: ({ prompt, n, size }) => ({
        instances: [{ prompt }],
        parameters: { sampleCount: n ?? 1, aspectRatio: ratios[String(size)] ?? '1:1' },
      }),
      answer(body) {
        const { predictions } = z.parse(picturesSchema, body);
        const data = predictions.map(({ bytesBase64Encoded }) => ({ b64_json: bytesBase64Encoded }));
        return { created: 0, data };
      },
    },
  };
}

const ratios: Partial<Record<string, string>> = {
  '1024x1792': '9:16',
  '1792x1024': '16:9',
  '1536x1024': '4:3',
  '1024x1536': '3:4',
};
const picturesSchema = z.object({
  predictions: z.array(z.object({ bytesBase64Encoded: z.string() })).check(z.minLength(1)),
});
