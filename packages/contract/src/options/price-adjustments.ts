import * as z from 'zod/mini';
import { mapOf } from './kinds.ts';

const factor = z.number().check(z.minimum(0), z.maximum(1_000_000));
const word = z.string().check(z.regex(/^[a-z][a-z_]{0,31}$/));
/** Relative to a token of the prompt, as text. */
const media = z.strictObject({ input: z.optional(factor), output: z.optional(factor) });

/** From a length of the prompt on, all tokens of a call cost more. A longer prompt never costs less. */
const step = z.strictObject({
  above: z.int().check(z.minimum(1), z.maximum(100_000_000)),
  input: factor.check(z.minimum(1)),
  output: factor.check(z.minimum(1)),
});

const steps = z.array(step).check(
  z.maxLength(8),
  z.refine((list) => list.every((each, at) => isDearer(list[at - 1], each)), 'ascending'),
);

const fee = factor;

/** What changes the price of a model within one call. Everything is optional: what is missing costs nothing more. */
const adjustment = z.strictObject({
  /** Steps by length of the prompt. */
  long: z.optional(steps),
  /** Factors of all tokens by the service tier that the provider reports. */
  tiers: z.optional(z.record(word, factor)),
  /** Dollars per use of a tool that the provider runs. */
  tools: z.optional(
    z.strictObject({
      web_search: z.optional(fee),
      file_search: z.optional(fee),
      code_interpreter: z.optional(fee),
    }),
  ),
  audio: z.optional(media),
  image: z.optional(media),
});

export type PriceAdjustment = z.output<typeof adjustment>;

/** Some 2,000 models. The gateway takes no calls while it reads the text. */
const maxText = z.string().check(z.maxLength(300_000));

export function adjustmentMap(values: Record<string, PriceAdjustment>) {
  const map = mapOf<PriceAdjustment>(adjustment as z.ZodMiniType<PriceAdjustment, PriceAdjustment>, values);
  return { ...map, parse: (text: string) => map.parse(z.parse(maxText, text)) };
}

function isDearer(before: z.output<typeof step> | undefined, after: z.output<typeof step>): boolean {
  if (!before) return true;
  return before.above < after.above && before.input <= after.input && before.output <= after.output;
}

const flexAndPriority = { flex: 0.5, priority: 2 };
const openaiTools = { web_search: 0.01, file_search: 0.0025, code_interpreter: 0.03 };
/** Web search costs more with models that do not reason. */
const olderOpenaiTools = { ...openaiTools, web_search: 0.025 };
const longOpenai = [{ above: 272_000, input: 2, output: 1.5 }];
const longGemini = [{ above: 200_000, input: 2, output: 1.5 }];
const googleTiers = { flex: 0.5, priority: 1.8 };

/**
 * What a new gateway starts with, from the vendors' price pages of November 2026:
 * https://developers.openai.com/api/docs/pricing, https://platform.claude.com/docs/en/about-claude/pricing,
 * https://ai.google.dev/gemini-api/docs/pricing, https://docs.perplexity.ai/getting-started/pricing,
 * https://docs.x.ai/docs/models. The longest name that fits decides, for each part by itself. Google charges
 * older models per grounded prompt, later ones per search. docs/guides/update-prices.md says how to update it.
 */
export const priceAdjustments: Record<string, PriceAdjustment> = {
  'gpt-5*': { tiers: flexAndPriority, tools: openaiTools },
  'gpt-5-mini*': { tiers: { flex: 0.5, priority: 1.8 } },
  'gpt-5-nano*': { tiers: { flex: 0.5 } },
  'gpt-5.4*': { long: longOpenai },
  'gpt-5.4-mini*': { long: [] },
  'gpt-5.4-nano*': { long: [], tiers: { flex: 0.5 } },
  'gpt-5.5*': { long: longOpenai, tiers: { flex: 0.5, priority: 2.5 } },
  'gpt-5.6*': { long: longOpenai },
  'gpt-6*': { long: longOpenai, tiers: flexAndPriority, tools: openaiTools },
  'gpt-4o*': { tiers: { priority: 1.7 }, tools: olderOpenaiTools },
  'gpt-4o-mini*': { tiers: { priority: 1.666667 } },
  'gpt-4.1*': { tiers: { priority: 1.75 }, tools: olderOpenaiTools },
  'gpt-4.1-nano*': { tiers: { priority: 2 } },
  'o3*': { tiers: { flex: 0.5, priority: 1.75 }, tools: openaiTools },
  'o3-mini*': { tiers: {} },
  'o4-mini*': { tiers: { flex: 0.5, priority: 1.818182 }, tools: openaiTools },
  'gpt-audio*': { audio: { input: 12.8, output: 25.6 } },
  'gpt-audio-mini*': { audio: { input: 16.666667, output: 33.333333 } },
  'gpt-realtime*': { audio: { input: 8, output: 16 } },
  'gpt-realtime-mini*': { audio: { input: 16.666667, output: 33.333333 } },
  'gpt-image-1*': { image: { input: 2, output: 8 } },
  'gpt-image-1-mini*': { image: { input: 1.25, output: 4 } },
  'gpt-image-1.5*': { image: { input: 1.6, output: 6.4 } },
  'gpt-image-2*': { image: { input: 1.6, output: 6 } },
  'chatgpt-image*': { image: { input: 1.6, output: 6.4 } },
  'claude-*': { tools: { web_search: 0.01 } },
  'claude-haiku-5-5*': { long: [{ above: 100_000, input: 5, output: 5 }] },
  'gemini-*': { tiers: googleTiers, tools: { web_search: 0.014 } },
  'gemini-2*': { tools: { web_search: 0.035 } },
  'gemini-2.0-flash*': { tiers: {}, audio: { input: 7 } },
  'gemini-2.5-pro*': { long: longGemini },
  'gemini-2.5-flash*': { audio: { input: 3.333333 } },
  'gemini-2.5-flash-lite*': { audio: { input: 3 } },
  'gemini-2.5-flash-image*': { image: { output: 100 } },
  'gemini-3-pro*': { long: longGemini },
  'gemini-3-pro-image*': { long: [], image: { output: 60 } },
  'gemini-3-flash*': { audio: { input: 2 } },
  'gemini-3.1-pro*': { long: longGemini },
  'gemini-3.1-flash-lite*': { audio: { input: 2 } },
  'gemini-3.1-flash-image*': { image: { output: 120 } },
  'grok-4*': { long: [{ above: 200_000, input: 2, output: 2 }], tools: { web_search: 0.005 } },
  'MiniMax-M3': { long: [{ above: 512_000, input: 2, output: 2 }] },
  sonar: { tools: { web_search: 0.005 } },
  'sonar-*': { tools: { web_search: 0.006 } },
  'sonar-deep-research': { tools: { web_search: 0.005 } },
};
