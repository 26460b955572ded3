import * as z from 'zod/mini';
import { RelayError } from '../errors.ts';
import type { EndpointTranslator } from './dialect.ts';
import { camelCased } from './gemini-names.ts';
import { check } from './read-request.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Google's embeddings in OpenAI's format, one text for each content. Task and title tune the vectors of Google's
 * models and have no counterpart.
 */
export const vectors: EndpointTranslator = {
  endpoint: 'embeddings',
  toRequest(sent, model) {
    const embeds = embedsOf(sent);
    const [first, ...others] = embeds.map((each) => each.outputDimensionality);
    if (others.some((each) => each !== first)) throw unsupported('requests.outputDimensionality');
    return { model, input: embeds.map(textOf), ...(first !== undefined && { dimensions: first }) };
  },
  formatAnswer(answer, sent) {
    const { data, usage } = z.parse(answerSchema, answer);
    const ordered = data.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
    const embeddings = ordered.map(({ embedding: values }) => ({ values }));
    const tokens = usage?.prompt_tokens;
    return {
      ...(isBatch(sent) ? { embeddings } : { embedding: embeddings[0] }),
      ...(tokens !== undefined && { usageMetadata: { promptTokenCount: tokens, totalTokenCount: tokens } }),
    };
  },
};

function isBatch({ requests }: Json): boolean {
  return requests !== undefined;
}

function embedsOf(sent: Json): readonly z.output<typeof embedSchema>[] {
  const body = camelCased(sent) as Record<string, unknown>;
  return isBatch(sent) ? check(batchSchema, body).requests : [check(embedSchema, body)];
}

function textOf({ content }: z.output<typeof embedSchema>): string {
  return content.parts
    .map((part) => {
      if (part.text === undefined) throw unsupported(`content.parts.${Object.keys(part)[0] ?? 'text'}`);
      return part.text;
    })
    .join('\n');
}

function unsupported(field: string): RelayError {
  return new RelayError(400, 'field_unsupported', { field });
}

const embedSchema = z.looseObject({
  content: z.looseObject({
    parts: z.array(z.looseObject({ text: z.optional(z.string()) })).check(z.minLength(1)),
  }),
  outputDimensionality: z.optional(z.int()),
});
const batchSchema = z.looseObject({ requests: z.array(embedSchema).check(z.minLength(1)) });
const answerSchema = z.looseObject({
  data: z
    .array(z.looseObject({ index: z.optional(z.number()), embedding: z.array(z.number()) }))
    .check(z.minLength(1)),
  usage: z.nullish(z.looseObject({ prompt_tokens: z.optional(z.number()) })),
});
