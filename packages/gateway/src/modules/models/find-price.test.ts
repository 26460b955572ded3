import { type OptionValues, readOptions } from '@tollgate/contract/options';
import { noUsage, type Price, quotaOf, type Usage } from '@tollgate/pricing';
import { expect, test } from 'vitest';
import { findPrice } from './find-price.ts';
import { completionRatio } from './ratios.ts';

const defaults = readOptions(new Map());

test.each([
  ['gpt-4o-2024-05-13', 3],
  ['gpt-4o', 4],
  ['gpt-4o-mini', 4],
  ['gpt-4.5-preview-2025-02-27', 2],
  ['gpt-4-turbo-2024-04-09', 3],
  ['gpt-4-1106-preview', 2],
  ['gpt-4-0125-preview', 2],
  ['gpt-4-all', 2],
  ['gpt-4o-all', 1],
  ['gpt-4o-gizmo-*', 3],
  ['o1-mini', 4],
  ['chatgpt-4o-latest', 3],
  ['claude-2.1', 3],
  ['claude-3-7-sonnet-20250219', 5],
  ['gpt-3.5-turbo', 3],
  ['gpt-3.5-turbo-0125', 3],
  ['gpt-3.5-turbo-1106', 2],
  ['gpt-3.5-turbo-16k', 4 / 3],
  ['mistral-large-latest', 3],
  ['gemini-2.5-pro-preview-03-25', 8],
  ['gemini-exp-1206', 4],
  ['command-r-plus', 5],
  ['command-a-03-2025', 4],
  ['DeepSeek-Chat', 4],
  ['ERNIE-Lite-8K', 2],
  ['llama3-70b-8192', 0.79 / 0.59],
  ['unknown-model', 1],
])('an answer of %s costs %f times its prompt', (model, ratio) => {
  expect(completionRatio(defaults, model)).toBe(ratio);
});

test('a configured ratio applies where the name does not fix one, and always for names with a vendor', () => {
  const options = withOptions({
    CompletionRatio: { 'gpt-4-x': 7, 'gpt-4o': 7, 'openai/gpt-4o': 7, custom: 7 },
  });
  expect(
    ['gpt-4-x', 'gpt-4o', 'openai/gpt-4o', 'custom'].map((model) => completionRatio(options, model)),
  ).toEqual([7, 4, 7, 7]);
});

// @spec J003
test('500,000 units are one dollar: a million prompt tokens of gpt-4o cost $2.50', () => {
  expect(quotaOf(price('gpt-4o'), usage({ input: 1_000_000 }))).toBe(1_250_000);
});

test('tokens are charged by kind, and cached ones once', () => {
  const claude = price('claude-3-5-sonnet-20241022');
  const used = usage({ input: 1000, cachedInput: 400, cacheWrite: 200, cacheWriteHour: 100, output: 50 });
  // (300 + 400 x 0.1 + 200 x 1.25 + 100 x 2 + 50 x 5) x 1.5
  expect(quotaOf(claude, used)).toBe(1560);
});

test('usage costs at least one unit, and no usage and free models cost none', () => {
  expect(quotaOf(price('gpt-4o-mini'), usage({ input: 1 }))).toBe(1);
  expect(quotaOf(price('gpt-4o-mini'), noUsage)).toBe(0);
  expect(quotaOf(price('glm-4-flash'), usage({ input: 1000 }))).toBe(0);
});

// @spec D172 J034
test('a model with a price costs the same for every call, times the ratio of the group', () => {
  expect(quotaOf(price('dall-e-3'), noUsage)).toBe(20_000);
  expect(quotaOf({ ...price('dall-e-3'), groupRatio: 0.5 }, noUsage)).toBe(10_000);
  expect(quotaOf(price('gpt-4-gizmo-abc'), usage({ input: 9 }))).toBe(50_000);
});

test('a model without a price is refused unless the operator accepted that', () => {
  expect(findPrice(defaults, 'unknown-model', 'default', false)).toBeUndefined();
  expect(findPrice(defaults, 'unknown-model', 'default', true)).toMatchObject({ modelRatio: 37.5 });
  expect(findPrice(defaults, 'constructor', 'default', false)).toBeUndefined();
});

function price(model: string): Price {
  return findPrice(defaults, model, 'default', false) as Price;
}

function usage(some: Partial<Usage>): Usage {
  return { ...noUsage, ...some };
}

function withOptions(values: Record<string, unknown>): OptionValues {
  return readOptions(new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])));
}
