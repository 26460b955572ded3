import type { Price, PriceStep } from './price.ts';
import { stepOf, tierRatio } from './rates.ts';
import { countOf, type Fields, numberOf } from './row-fields.ts';
import { paidToolNames, paidTools, type Usage } from './usage.ts';

type Adjustments = Pick<Price, 'imageRatio' | 'imageOutputRatio' | 'steps' | 'tiers' | 'fees'>;

/**
 * Returns the fields of a log row for what changed the cost of this call: images, a long prompt, a service tier
 * and tools. The row has only what applied, so most rows have none.
 */
export function adjustmentFields(price: Price, usage: Usage): Readonly<Record<string, unknown>> {
  if (isPlain(price, usage)) return NONE;
  const { imageRatio, imageOutputRatio, fees } = price;
  const step = price.kind === 'tokens' ? stepOf(price, usage.input) : undefined;
  const uses = Object.fromEntries(
    paidToolNames
      .filter((tool) => usage[paidTools[tool]] > 0)
      .map((tool) => [tool, { count: usage[paidTools[tool]], dollars: fees?.[tool] ?? 0 }]),
  );
  return {
    ...(usage.imageInput > 0 && {
      image_input_tokens: usage.imageInput,
      ...(imageRatio !== undefined && { image_ratio: imageRatio }),
    }),
    ...(usage.imageOutput > 0 && {
      image_output_tokens: usage.imageOutput,
      ...(imageOutputRatio !== undefined && { image_output_ratio: imageOutputRatio }),
    }),
    ...(price.kind === 'second' && { seconds: usage.seconds }),
    ...(step && { long_context: step }),
    ...(usage.tier && { service_tier: usage.tier, service_tier_ratio: tierRatio(price, usage.tier) }),
    ...(Object.keys(uses).length > 0 && { tool_uses: uses }),
    // Other prices have it among their ratios.
    ...(Object.keys(uses).length > 0 && price.kind === 'tokens' && { quota_per_unit: price.quotaPerUnit }),
  };
}

/** Whether nothing but tokens of text on the standard tier was charged, as for nearly all calls. */
function isPlain(price: Price, usage: Usage): boolean {
  if (price.kind === 'second' || usage.tier !== '' || usage.imageInput + usage.imageOutput > 0) return false;
  if (paidToolNames.some((tool) => usage[paidTools[tool]] > 0)) return false;
  return price.kind !== 'tokens' || stepOf(price, usage.input) === undefined;
}

const NONE = {};

/** Reads the parts of a price that only some rows have. */
export function readAdjustments(fields: Fields): Adjustments {
  const imageRatio = numberOf(fields.image_ratio);
  const imageOutputRatio = numberOf(fields.image_output_ratio);
  const step = readStep(fields.long_context);
  const tier = readTier(fields);
  const tierFactor = numberOf(fields.service_tier_ratio);
  const fees = readUses(fields, ({ dollars }) => numberOf(dollars) ?? 0);
  return {
    ...(imageRatio !== undefined && { imageRatio }),
    ...(imageOutputRatio !== undefined && { imageOutputRatio }),
    ...(step && { steps: [step] }),
    ...(tier && tierFactor !== undefined && { tiers: { [tier]: tierFactor } }),
    ...(Object.keys(fees).length > 0 && { fees }),
  };
}

/** Reads the parts of a usage that only some rows have. */
export function readAdjustedUsage(fields: Fields): Partial<Usage> {
  const uses = readUses(fields, ({ count }) => countOf(count));
  return {
    imageInput: countOf(fields.image_input_tokens),
    imageOutput: countOf(fields.image_output_tokens),
    seconds: countOf(fields.seconds),
    tier: readTier(fields),
    ...Object.fromEntries(paidToolNames.map((tool) => [paidTools[tool], uses[tool] ?? 0])),
  };
}

function readTier({ service_tier }: Fields): string {
  return typeof service_tier === 'string' ? service_tier : '';
}

function readStep(value: unknown): PriceStep | undefined {
  const { above, input, output } = toFields(value);
  const step = { above: numberOf(above), input: numberOf(input), output: numberOf(output) };
  const isWhole = Object.values(step).every((part) => part !== undefined);
  return isWhole ? (step as PriceStep) : undefined;
}

function readUses(fields: Fields, read: (use: Fields) => number) {
  const uses = toFields(fields.tool_uses);
  const known = paidToolNames.filter((tool) => Object.hasOwn(uses, tool));
  return Object.fromEntries(known.map((tool) => [tool, read(toFields(uses[tool]))])) as NonNullable<
    Price['fees']
  >;
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
