import * as z from 'zod/mini';
import { readSilentUsage } from './endpoint-usage.ts';
import type { Address, Operation, Target } from './provider.ts';

/** A plugin of the account, and how the vendor's own interface is told to stream. */
export function aliHeaders({ other, stream }: Target): Record<string, string> {
  return {
    ...(stream && { 'x-dashscope-sse': 'enable' }),
    ...(other && { 'x-dashscope-plugin': other }),
  };
}

/** What DashScope has in words of its own. */
export const aliOthers: readonly Operation[] = [
  {
    native: 'rerank',
    streamUsage: false,
    address: (target) => addressOf(target, 'rerank/text-rerank/text-rerank'),
    readUsage: readSilentUsage,
    // https://help.aliyun.com/zh/model-studio/text-rerank-api
    rephrase: {
      request: ({ query, documents, top_n, return_documents }, { model }) => ({
        model,
        input: { query, documents },
        parameters: {
          ...(top_n !== undefined && { top_n }),
          ...(return_documents !== undefined && { return_documents }),
        },
      }),
      answer(body, model) {
        const { output, usage, request_id } = z.parse(ranksSchema, body);
        return { id: request_id, model, results: output.results, usage };
      },
    },
  },
  {
    native: 'images/generations',
    streamUsage: false,
    address: (target) => addressOf(target, 'aigc/multimodal-generation/generation'),
    readUsage: () => undefined,
    // https://help.aliyun.com/zh/model-studio/qwen-image-api
    rephrase: {
      request: ({ prompt, n, size, negative_prompt }, { model }) => ({
        model,
        input: { messages: [{ role: 'user', content: [{ text: prompt }] }] },
        parameters: {
          n: n ?? 1,
          ...(typeof size === 'string' && { size: size.replace('x', '*') }),
          ...(negative_prompt !== undefined && { negative_prompt }),
        },
      }),
      answer(body) {
        const { output } = z.parse(picturesSchema, body);
        const pictures = output.choices.flatMap(({ message }) => message.content);
        return { created: 0, data: pictures.flatMap(({ image }) => (image ? [{ url: image }] : [])) };
      },
    },
  },
];

function addressOf({ baseUrl, key }: Target, path: string): Address {
  return { url: `${baseUrl}/api/v1/services/${path}`, headers: { authorization: `Bearer ${key}` } };
}

const ranksSchema = z.object({
  request_id: z._default(z.string(), ''),
  output: z.object({
    results: z.array(
      z.object({ index: z.int(), relevance_score: z.number(), document: z.optional(z.unknown()) }),
    ),
  }),
  usage: z.optional(z.unknown()),
});
const picturesSchema = z.object({
  output: z.object({
    choices: z
      .array(
        z.object({ message: z.object({ content: z.array(z.object({ image: z.optional(z.string()) })) }) }),
      )
      .check(z.minLength(1)),
  }),
});
