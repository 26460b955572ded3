import * as z from 'zod/mini';
import { UnsupportedFieldError } from '../../core/chat.ts';
import { allowPictureFields, allowVectorFields, pixels, textsIn, toVectors } from './adapting.ts';
import { BY_KEY } from './auth.ts';
import { geminiUsage } from './gemini-usage.ts';
import { CHUNKS, JSON_OR_SSE, NO_USAGE } from './operation.ts';
import type { Address, Json, Operation, Target } from './provider.ts';

type AddressOf = (target: Target, task: string) => Address;

/** Converts OpenAI's embeddings to Google's format: one request for each text. */
export function embeddings(address: AddressOf): Operation {
  return {
    native: 'embeddings',
    stream: CHUNKS,
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    address: (target) => address(target, 'batchEmbedContents'),
    usage: geminiUsage,
    translate: {
      kind: 'endpoint',
      adapter: {
        request(body, { model }) {
          allowVectorFields(body);
          const { dimensions } = body;
          const rest = typeof dimensions === 'number' && { outputDimensionality: dimensions };
          return {
            requests: textsIn(body).map((text) => ({
              model: `models/${model}`,
              content: { parts: [{ text }] },
              ...rest,
            })),
          };
        },
        answer(body, model, request) {
          const list = z.parse(answerSchema, body).embeddings;
          return toVectors(
            list.map(({ values }) => values),
            model,
            request,
            geminiUsage.read(body.usageMetadata)?.input,
          );
        },
      },
    },
  };
}

const answerSchema = z.object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) });

/** Imagen in OpenAI's format. */
export function images(address: AddressOf): Operation {
  return {
    native: 'images/generations',
    stream: CHUNKS,
    auth: BY_KEY,
    transport: JSON_OR_SSE,
    address: (target) => address(target, 'predict'),
    usage: NO_USAGE,
    translate: {
      kind: 'endpoint',
      adapter: {
        request(body) {
          allowPictureFields(body, 'b64_json', ['size']);
          const { prompt, n } = body;
          return {
            instances: [{ prompt }],
            parameters: { sampleCount: n ?? 1, aspectRatio: shapeOf(body) },
          };
        },
        answer(body) {
          const { predictions } = z.parse(picturesSchema, body);
          const data = predictions.map(({ bytesBase64Encoded }) => ({ b64_json: bytesBase64Encoded }));
          return { created: 0, data };
        },
      },
    },
  };
}

/** Google draws in five shapes. @throws {UnsupportedFieldError} for any other */
function shapeOf(body: Json): string {
  const [width, height] = pixels(body) ?? [1, 1];
  const shape = width === height ? '1:1' : ratios.get(`${width}x${height}`);
  if (!shape) throw new UnsupportedFieldError('size');
  return shape;
}

const ratios = new Map(
  Object.entries<string>({
    '1024x1792': '9:16',
    '1792x1024': '16:9',
    '1536x1024': '4:3',
    '1024x1536': '3:4',
  }),
);
const picturesSchema = z.object({
  predictions: z.array(z.object({ bytesBase64Encoded: z.string() })).check(z.minLength(1)),
});
