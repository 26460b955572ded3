import { type OptionValues, options } from '@tollgate/contract/options';
import { paidToolNames } from '@tollgate/pricing';
import { expect, test, vi } from 'vitest';
import { adjustmentsOf } from './price-adjustments.ts';

function find(entries: object, model: string) {
  const PriceAdjustments = options.PriceAdjustments.parse(JSON.stringify(entries));
  return adjustmentsOf({ PriceAdjustments } as OptionValues, model);
}

test('the longest name decides for each part, whatever the order, and the whole name before all', () => {
  const entries = {
    'gpt-5-mini': { tiers: { flex: 0.3 } },
    'gpt-5-mini*': { tiers: { flex: 0.4 }, image: { input: 3 } },
    'gpt*': { tiers: { flex: 0.5 }, tools: { web_search: 0.01 } },
  };
  expect(find(entries, 'gpt-5-mini')).toEqual({
    ...{ tiers: { flex: 0.3 }, fees: { web_search: 0.01 }, imageRatio: 3 },
  });
  expect(find(entries, 'gpt-5-mini-2026')).toMatchObject({ tiers: { flex: 0.4 }, imageRatio: 3 });
  expect(find(entries, 'gpt-5')).toEqual({ tiers: { flex: 0.5 }, fees: { web_search: 0.01 } });
  expect(find(entries, 'gp')).toEqual({});
});

test('each paid tool can have a fee', () => {
  const accepts = (entries: object) => {
    try {
      options.PriceAdjustments.parse(JSON.stringify(entries));
      return true;
    } catch {
      return false;
    }
  };
  const withoutFee = paidToolNames.filter((tool) => !accepts({ m: { tools: { [tool]: 1 } } }));
  expect(withoutFee, 'add them to `tools` of packages/contract/src/options/price-adjustments.ts').toEqual([]);
});

test('a list of many models looks up an adjustment for each length of a prefix, not for each prefix', () => {
  const names = Array.from({ length: 2000 }, (_, number) => `vendor-${number}-model`);
  const entries = Object.fromEntries(names.map((name) => [`${name}*`, { tiers: { flex: 0.5 } }]));
  const PriceAdjustments = options.PriceAdjustments.parse(JSON.stringify(entries));
  const get = vi.spyOn(PriceAdjustments, 'get');
  const keys = vi.spyOn(PriceAdjustments, 'keys');
  for (const name of names)
    expect(adjustmentsOf({ PriceAdjustments } as OptionValues, name).tiers).toBeDefined();
  expect(keys).toHaveBeenCalledOnce();
  const lengths = 4; // of the numbers 0 to 1999
  expect(get.mock.calls.length).toBeLessThanOrEqual(names.length * (lengths + 1));
});

test('adjustments for so many models that the gateway would stop to read them are refused', () => {
  const long = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`model-${n}`, { tiers: {} }]));
  expect(() => options.PriceAdjustments.parse(JSON.stringify(long))).toThrow(/too_big/);
});
