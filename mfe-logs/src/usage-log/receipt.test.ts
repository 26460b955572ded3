import type { LogEntry } from '@tollgate/contract';
import { makeReceipt, noUsage, paidToolNames, type TokenPrice, type Usage } from '@tollgate/pricing';
import { expect, test } from 'vitest';
import en from '../i18n/en.json' with { type: 'json' };
import { exactDollars, receiptOf } from './receipt.ts';
import { adjustedCall, chatCall, imageCall, mappedCall, topUp } from './usage-log.fixtures.ts';

const perDollar = 500_000;

test.each([
  ['by tokens, with a part of the prompt cached', chatCall],
  ['by tokens, with the cache read and written', mappedCall],
  [
    'from elsewhere, where Claude counts the cache apart from the prompt',
    { ...mappedCall, prompt_tokens: 400, billing_basis: '' },
  ],
  ['with a long prompt, a tier and searches', adjustedCall],
  ['by call', imageCall],
])('the receipt of a call %s equals its charge', (_, entry) => {
  const receipt = receiptOf(entry, perDollar);
  expect(receipt?.computed).toBe(entry.quota);
});

test('every line that a receipt can have has a text', () => {
  const used = Object.fromEntries(Object.keys(noUsage).map((kind) => [kind, 1])) as unknown as Usage;
  const price: TokenPrice = {
    kind: 'tokens',
    modelRatio: 1,
    completionRatio: 1,
    cacheRatio: 1,
    cacheWriteRatio: 1,
    cacheWriteHourRatio: 1,
    audioRatio: 1,
    audioCompletionRatio: 1,
    groupRatio: 1,
    quotaPerUnit: perDollar,
  };
  const usage = { ...used, input: 100, output: 100, tier: '' };
  const images = { imageRatio: 2, imageOutputRatio: 2 };
  const fees = Object.fromEntries(paidToolNames.map((tool) => [tool, 1]));
  const names = [{ audioRatio: 1 }, { audioRatio: 2, ...images, fees }].flatMap((more) => {
    const receipt = makeReceipt({ price: { ...price, ...more }, usage, isRecovered: false });
    return [...receipt.lines.map(({ part }) => part), ...receipt.fees.map(({ tool }) => tool)];
  });
  expect(names).toEqual(expect.arrayContaining(['image-input', 'image-output', ...paidToolNames]));
  const missing = names.filter((part) => !Object.hasOwn(en.log.receipt, part));
  expect(missing.map((part) => `log.receipt.${part} is missing in i18n/{en,zh}.json`)).toEqual([]);
});

// @spec J037
test('cached tokens are subtracted from the prompt and weighted separately', () => {
  expect(receiptOf(chatCall, perDollar)?.lines).toEqual([
    { part: 'prompt', tokens: 200, weight: 1 },
    { part: 'cached', tokens: 1000, weight: 0.5 },
    { part: 'completion', tokens: 300, weight: 4 },
  ]);
});

// @spec J038
test('tokens cached for an hour have their own weight', () => {
  const receipt = receiptOf(
    call(
      {
        model_ratio: 1.5,
        cache_creation_tokens: 300,
        cache_creation_ratio: 1.25,
        cache_creation_tokens_1h: 100,
        cache_creation_ratio_1h: 2,
      },
      1000,
    ),
    perDollar,
  );
  expect(receipt?.computed).toBe((700 + 200 * 1.25 + 100 * 2) * 1.5);
});

test('a price per call uses the units per dollar of its time', () => {
  const receipt = receiptOf(call({ model_price: 0.04, quota_per_unit: 100 }), perDollar);
  expect(receipt?.computed).toBe(4);
});

test('pictures multiply the price per call by number, size and quality', () => {
  const receipt = receiptOf(
    call({ model_price: 0.04, price_times: 1.5, quota_per_unit: 500_000 }),
    perDollar,
  );
  expect(receipt).toMatchObject({ computed: 30_000, price: { multiplier: 1.5 } });
});

test('audio counts as text for a model without audio prices', () => {
  const other = { audio: true, audio_input: 40, text_input: 60, audio_output: 0, text_output: 0 };
  expect(receiptOf(call({ model_ratio: 2, ...other }, 100), perDollar)?.computed).toBe(200);
});

test('audio with a cached prompt counts the cached tokens at their own ratio', () => {
  const other = { ws: true, audio_input: 40, text_input: 60, audio_output: 0, text_output: 0 };
  const receipt = receiptOf(
    call({ model_ratio: 1, audio_ratio: 20, cache_tokens: 50, cache_ratio: 0.5, ...other }, 100),
    perDollar,
  );
  expect(receipt?.computed).toBe(10 + 50 * 0.5 + 40 * 20);
});

test('a killed call has a receipt only when its prompt explains its cost', () => {
  const killed = { model_ratio: 1, recovered: true };
  expect(receiptOf({ ...call(killed, 100), quota: 100 }, perDollar)?.computed).toBe(100);
  expect(receiptOf({ ...call(killed, 100), quota: 170 }, perDollar)).toBeUndefined();
});

// @spec J039
test('audio is weighted by its own ratios', () => {
  const receipt = receiptOf(
    {
      ...call(
        {
          audio: true,
          model_ratio: 1.25,
          completion_ratio: 4,
          group_ratio: 1,
          text_input: 100,
          text_output: 10,
          audio_input: 50,
          audio_output: 20,
          audio_ratio: 16,
          audio_completion_ratio: 2,
        },
        150,
      ),
      completion_tokens: 30,
    },
    perDollar,
  );
  expect(receipt?.lines.map(({ part, tokens, weight }) => [part, tokens, weight])).toEqual([
    ['text-input', 100, 1],
    ['text-output', 10, 4],
    ['audio-input', 50, 16],
    ['audio-output', 20, 32],
  ]);
  expect(receipt?.computed).toBe(1975);
});

test('halves are rounded up, even when binary fractions fall short', () => {
  expect(receiptOf(call({ model_ratio: 0.1, group_ratio: 0.7 }, 50), perDollar)?.computed).toBe(4);
  expect(receiptOf(call({ model_ratio: 1.005, group_ratio: 1 }, 100), perDollar)?.computed).toBe(101);
});

test.each([
  [{ model_ratio: 0.075, group_ratio: 1 }, 220, 16.5, 17],
  [{ model_ratio: 0.1, group_ratio: 0.7 }, 50, 3.5, 4],
  [{ model_price: 0.00001, group_ratio: 1, quota_per_unit: 500_000 }, 0, 5, 5],
])('the formula of %j gives its exact cost before rounding', (other, tokens, exact, computed) => {
  const receipt = receiptOf(call(other, tokens), perDollar)!;
  expect(exactDollars(receipt)).toBeCloseTo(exact / perDollar, 12);
  expect(receipt.computed).toBe(computed);
});

test('a call with any cost costs at least one unit', () => {
  expect(receiptOf(call({ model_ratio: 0.001, group_ratio: 1 }, 3), perDollar)?.computed).toBe(1);
  expect(receiptOf(call({ model_ratio: 0, group_ratio: 1 }, 3), perDollar)?.computed).toBe(0);
});

// @spec J040
test('the ratio of the user’s own group takes precedence over that of the token’s group', () => {
  const receipt = receiptOf(call({ model_ratio: 1, group_ratio: 2, user_group_ratio: 0.5 }, 100), perDollar);
  expect(receipt?.computed).toBe(50);
});

test('rows that are no calls or were not charged have no receipt', () => {
  expect(receiptOf({ ...imageCall, billing_basis: 'none' }, perDollar)).toBeUndefined();
  expect(receiptOf(topUp, perDollar)).toBeUndefined();
  expect(receiptOf({ ...chatCall, other: 'null' }, perDollar)).toBeUndefined();
  expect(receiptOf({ ...chatCall, other: 'not JSON' }, perDollar)).toBeUndefined();
});

function call(other: Record<string, unknown>, promptTokens = 0): LogEntry {
  return {
    ...chatCall,
    prompt_tokens: promptTokens,
    completion_tokens: 0,
    other: JSON.stringify({ model_price: -1, ...other }),
  };
}
