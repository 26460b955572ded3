import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** As the log and the options name them; absent parts cost the same as text of the prompt. */
const ratio = z.optional(z.number());

/** What a model costs, before the group ratio. Ratio fields are 0 for a per-call price, and vice versa. */
export const pricingEntry = z.object({
  model_name: z.string(),
  /** 0 by tokens, 1 by call. */
  quota_type: z.int(),
  /** 1 is $2 per million prompt tokens. */
  model_ratio: z.number(),
  /** Dollars a call, or a `unit`. */
  model_price: z.number(),
  /** `second`: the price is for a second of a recording. Absent: for a call. */
  unit: z.optional(z.literal('second')),
  owner_by: z._default(z.string(), ''),
  completion_ratio: z.number(),
  enable_groups: z.array(z.string()),
  /** Whether the caller's own group (visitors: `default`) may call it. */
  available: z._default(z.boolean(), true),
  /** The model has no price, so calls are refused. Only admins get such an entry. */
  unpriced: z.optional(z.boolean()),
  /** Share of the prompt price for tokens read from the cache; absent: they cost the same. */
  cache_ratio: ratio,
  /** The same for tokens that are written to the cache; absent where no vendor charges them. */
  cache_write_ratio: ratio,
  cache_write_hour_ratio: ratio,
  /** Shares of the prompt price for tokens of audio and of images. */
  audio_ratio: ratio,
  audio_output_ratio: ratio,
  image_ratio: ratio,
  image_output_ratio: ratio,
  /** Prompts of more than `above` tokens: factors of all tokens of the prompt and of the answer. */
  steps: z.optional(z.array(z.object({ above: z.int(), input: z.number(), output: z.number() }))),
  /** Factors of all tokens by service tier. */
  tiers: z.optional(z.record(z.string(), z.number())),
  /** Dollars per use of a tool that the provider runs. */
  tools: z.optional(z.record(z.string(), z.number())),
  /** Dollars per million tokens change within one call: by length of the prompt, tier, audio or images. */
  varies: z.optional(z.boolean()),
  /** Empty: not known. */
  vendor: z._default(z.string(), ''),
  /** chat, embedding, rerank, image, audio, video, music. */
  kind: z._default(z.string(), 'chat'),
  /** vision, tools, reasoning, audio. */
  capabilities: z._default(z.array(z.string()), []),
  /** Tokens; absent where they are not documented. */
  context: z.optional(z.int()),
  max_output: z.optional(z.int()),
  /** The day on which its vendor stops it; absent: not known. */
  deprecated: z.optional(z.string()),
  /** What it is for, in the language of the caller; absent: not known. */
  description: z.optional(z.string()),
});
export type PricingEntry = z.output<typeof pricingEntry>;

export const listPricing = endpoint({
  address: 'GET /api/pricing',
  summary: 'Prices of all models that some channel offers, with the groups that the caller may use.',
  access: 'maybe-user',
  answer: 'spread',
  input: z.object({}),
  output: z.object({
    data: z.array(pricingEntry),
    group_ratio: z.record(z.string(), z.number()),
    usable_group: z.record(z.string(), z.string()),
  }),
});

/** `unknown`: it was not called. */
export const modelStatus = z.enum(['up', 'degraded', 'down', 'unknown']);

export const getModelService = endpoint({
  address: 'GET /api/pricing/service',
  summary: 'How a model was served in the last 24 hours, over all channels that the caller may use.',
  access: 'maybe-user',
  input: z.object({ model: z.string().check(z.minLength(1), z.maxLength(255)) }),
  output: z.object({
    status: modelStatus,
    /** From 0 to 1. Null: it was not called. */
    success_rate: z.nullable(z.number()),
    /** The median of streams. Null: there was none. */
    first_token_ms: z.nullable(z.int()),
    /** Of completion tokens. Null: nothing was written. */
    tokens_per_second: z.nullable(z.int()),
  }),
});

/** Dollars in the group of the caller: `input` and `output` per million tokens, `call`, or `second`. */
const quotedModel = z.object({
  name: z.string(),
  input: z.optional(z.number()),
  output: z.optional(z.number()),
  call: z.optional(z.number()),
  second: z.optional(z.number()),
});

export const quotePricing = endpoint({
  address: 'GET /api/pricing/excerpt',
  summary: 'A few models of different families with their prices, and how many models there are.',
  access: 'maybe-user',
  input: z.object({}),
  output: z.object({ models: z.array(quotedModel), total: z.int() }),
});
