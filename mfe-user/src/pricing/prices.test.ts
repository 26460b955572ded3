import { expect, test } from 'vitest';
import { groupsOf, priceOf, ratioOf, searchModels, sortModels, viewableGroups } from './prices.ts';
import { entries, manyModels, prices, visitorPrices } from './pricing.fixtures.ts';

const entry = (name: string) => entries.find(({ model_name }) => model_name === name)!;
const names = (found: readonly { model_name: string }[]) => found.map(({ model_name }) => model_name);

// @spec J032 J033
test('a million tokens cost the model ratio times 2 times the group ratio, and output tokens times their ratio', () => {
  expect(priceOf(entry('gpt-4o'), 0.5)).toEqual({
    kind: 'tokens',
    prompt: 1.25,
    completion: 5,
    cached: 0.625,
  });
  expect(priceOf(entry('deepseek-chat'), 1)).toEqual({
    kind: 'tokens',
    prompt: 0.27,
    completion: 1.099_999_98,
    cached: 0.135,
  });
});

test('a site with other units per dollar has other prices for the same ratios', () => {
  expect(priceOf(entry('gpt-4o'), 1, 1_000_000)).toMatchObject({ prompt: 1.25 });
});

// @spec J035
test('a call costs the model price times the group ratio', () => {
  expect(priceOf(entry('dall-e-3'), 0.5)).toEqual({ kind: 'call', dollars: 0.02 });
});

// @spec J041 J042 J043
test('models are sorted by billing type, then gpt names first, then by name', () => {
  expect(names(sortModels(entries))).toEqual([
    'gpt-4o',
    'gpt-4o-mini',
    'claude-sonnet-4-20250514',
    'deepseek-chat',
    'dall-e-3',
    'whisper-large',
  ]);
});

// @spec C119
test.each([
  ['gpt4o', ['gpt-4o', 'gpt-4o-mini']],
  ['MINI gpt', ['gpt-4o-mini']],
  ['4O', ['gpt-4o', 'gpt-4o-mini']],
  ['clsn4', ['claude-sonnet-4-20250514']],
  ['  ', names(entries)],
  ['nothing like it', []],
])('a search for “%s” finds %j', (search, expected) => {
  expect(names(searchModels(entries, search)).sort()).toEqual([...expected].sort());
});

test('a search among 2,000 models finds the matching one', () => {
  expect(names(searchModels(manyModels().data, '1999'))).toHaveLength(1);
});

test("groups that the caller may not use are hidden, and so is the visitors' nameless one", () => {
  expect(groupsOf(entry('gpt-4o-mini'), prices)).toEqual(['vip']);
  expect(viewableGroups(prices, 'vip')).toEqual(['vip', 'default']);
  expect(viewableGroups(visitorPrices, 'default')).toEqual(['default']);
  expect(ratioOf(prices, 'unknown')).toBe(1);
});
