import * as z from 'zod/mini';
import { allowOnly } from './adapting.ts';
import { aliPictures } from './ali-pictures.ts';
import { BY_KEY } from './auth.ts';
import { readSilentUsage } from './endpoint-usage.ts';
import { CHUNKS, JSON_OR_SSE } from './operation.ts';
import type { Operation, Target } from './provider.ts';

/** Headers for a plugin of the account, and for streams of DashScope's own API. */
export function aliHeaders({ other, stream }: Target): Record<string, string> {
  return {
    ...(stream && { 'x-dashscope-sse': 'enable' }),
    ...(other && { 'x-dashscope-plugin': other }),
  };
}

/** https://help.aliyun.com/zh/model-studio/text-rerank-api */
const ranks: Operation = {
  native: 'rerank',
  stream: CHUNKS,
  auth: BY_KEY,
  transport: JSON_OR_SSE,
  address: ({ baseUrl, key }) => ({
    url: `${baseUrl}/api/v1/services/rerank/text-rerank/text-rerank`,
    headers: { authorization: `Bearer ${key}` },
  }),
  usage: { read: readSilentUsage },
  translate: {
    kind: 'endpoint',
    adapter: {
      request(body, { model }) {
        const { query, documents, top_n, return_documents } = body;
        allowOnly(body, ['query', 'documents', 'top_n', 'return_documents']);
        return {
          model,
          input: { query, documents },
          parameters: {
            ...(top_n !== undefined && { top_n }),
            ...(return_documents !== undefined && { return_documents }),
          },
        };
      },
      answer(body, model) {
        const { output, usage, request_id } = z.parse(ranksSchema, body);
        return { id: request_id, model, results: output.results, usage };
      },
    },
  },
};

/** The endpoints that DashScope has in its own format. */
export const aliOthers: readonly Operation[] = [ranks, aliPictures];

const ranksSchema = z.object({
  request_id: z._default(z.string(), ''),
  output: z.object({
    results: z.array(
      z.object({ index: z.int(), relevance_score: z.number(), document: z.optional(z.unknown()) }),
    ),
  }),
  usage: z.optional(z.unknown()),
});
