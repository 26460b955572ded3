import { options, priceLists, readOptions } from '@tollgate/contract/options';
import { noUsage, quotaOf } from '@tollgate/pricing';
import { expect, test } from 'vitest';
import { defaultModels } from '../channels/providers/default-models.ts';
import { findPrice } from './find-price.ts';

const defaults = readOptions(new Map());
/** Short enough for the price of short prompts; ten times as many are a million. */
const share = 100_000;
/** The price of these tokens in a new gateway, in dollars. */
function dollars(model: string, used: Partial<typeof noUsage>): number {
  const price = findPrice(defaults, model, 'default', false);
  if (!price) throw new Error(`${model} has no price`);
  return quotaOf(price, { ...noUsage, ...used }) / 500_000;
}

test.each([
  ['gpt-5.5', 5, 30, 0.5],
  ['gpt-5-nano', 0.05, 0.4, 0.005],
  ['gpt-4.1', 2, 8, 0.5],
  ['o4-mini', 1.1, 4.4, 0.275],
  ['gpt-image-1.5', 5, 10, 1.25],
  ['gpt-realtime-2', 4, 24, 0.4],
  ['claude-opus-5-5', 4, 20, 0.2],
  ['claude-sonnet-4-5-20250929', 3, 15, 0.3],
  ['gemini-2.5-pro', 1.25, 10, 0.125],
  ['gemini-2.5-flash', 0.3, 2.5, 0.03],
  ['deepseek-v4-pro', 1.32, 3.96, 0.044],
  ['gpt-4o', 2.5, 10, 1.25],
  ['claude-3-7-sonnet-20250219', 3, 15, 0.3],
  ['grok-4.7', 2, 6, 0.5],
  ['kimi-k3', 3, 15, 0.3],
  ['mistral-medium-latest', 1.5, 7.5, 0.15],
  ['glm-5.3', 1.4, 4.4, 0.26],
  ['MiniMax-M3', 0.3, 1.2, 0.06],
  ['sonar-pro', 3, 15, 3],
  ['command-a-03-2025', 2.5, 10, 2.5],
  ['openai/gpt-oss-120b', 0.15, 0.6, 0.075],
] as const)(
  'a million tokens of %s cost what the vendor asks: $%d, $%d written, $%d from the cache',
  (model, input, output, cached) => {
    expect(10 * dollars(model, { input: share })).toBeCloseTo(input, 4);
    expect(10 * dollars(model, { output: share })).toBeCloseTo(output, 4);
    expect(10 * dollars(model, { input: share, cachedInput: share })).toBeCloseTo(cached, 4);
  },
);

test.each<[model: string, used: Partial<typeof noUsage>, cost: number]>([
  ['gpt-5.5', { input: 300_000, output: 1000 }, 3 + 0.045],
  ['MiniMax-M3', { input: 600_000, output: 1000 }, 0.36 + 0.0024],
  ['gpt-5.4-mini', { input: 300_000, output: 1000 }, 0.225 + 0.0045],
  ['gpt-5-mini', { input: 1e5, output: 1000, tier: 'priority' }, 1.8 * 0.027],
  ['gpt-5-nano', { input: 1e5, tier: 'priority' }, 0.005],
  ['o3', { input: 1e5, tier: 'flex' }, 0.1],
  ['gpt-4o-mini-2024-07-18', { input: 1e5, tier: 'priority' }, 0.025],
  ['claude-opus-5', { input: 1e5, webSearches: 2 }, 0.5 + 0.02],
  ['gpt-5', { fileSearches: 4, codeSessions: 1 }, 0.01 + 0.03],
  ['gemini-2.5-flash', { input: 1e5, audioInput: 1e5 }, 0.1],
  ['gemini-2.5-flash-lite', { input: 1e5, audioInput: 1e5 }, 0.03],
  ['gpt-image-1', { input: 1000, imageInput: 1000, output: 4000, imageOutput: 4000 }, 0.01 + 0.16],
  ['gpt-audio', { input: 1e5, audioInput: 1e5 }, 3.2],
])('%s with %j costs $%d as its vendor lists it', (model, used, cost) => {
  expect(dollars(model, used)).toBeCloseTo(cost, 4);
});

test('every model with a completion or cache ratio has a price', () => {
  const { ModelRatio, ModelPrice, CompletionRatio, CacheRatio } = defaults;
  const named = [...CompletionRatio.keys(), ...CacheRatio.keys()];
  const halfKnown = named.filter((model) => !ModelRatio.has(model) && !ModelPrice.has(model));
  // Dated names of spring 2025, priced under the name without the date.
  expect(
    halfKnown.every((model) => /-20\d\d-\d\d-\d\d$/.test(model)),
    halfKnown.join(),
  ).toBe(true);
  expect(Object.keys(JSON.parse(options.ModelRatio.default)).length).toBe(ModelRatio.size);
});

test('every model that the console offers for a new channel has a price', () => {
  const offered = Object.values(defaultModels).flat();
  expect(offered.filter((model) => !findPrice(defaults, model, 'default', false))).toEqual([]);
  expect(offered.length).toBeGreaterThan(200);
});

test('every list of prices names its source and the date of its figures', () => {
  for (const { vendor, source, asOf } of priceLists) {
    expect(asOf, vendor).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
    if (vendor !== 'Own hardware') expect(source, vendor).toMatch(/^https:/);
  }
});
