import { expect, test } from 'vitest';
import { type CallSize, chargedPrice, estimate } from './charged-price.ts';
import { entries } from './pricing.fixtures.ts';

const UNITS = 500_000;
const sonnet = {
  ...entries.find(({ model_name }) => model_name === 'claude-sonnet-4-20250514')!,
  cache_ratio: 0.1,
  cache_write_ratio: 1.25,
  cache_write_hour_ratio: 2,
  steps: [{ above: 200_000, input: 2, output: 1.5 }],
  tiers: { batch: 0.5 },
};
const nothing: CallSize = {
  requests: 1,
  input: 0,
  cached: 0,
  written: 0,
  writtenHour: 0,
  output: 0,
  seconds: 0,
  tier: '',
};
const dollars = (size: Partial<CallSize>, groupRatio = 1) =>
  estimate(chargedPrice(sonnet, groupRatio, UNITS), { ...nothing, ...size })?.total;

test('a prompt costs its fresh, cached and written tokens once each', () => {
  // Per million: 100,000 at $3, 50,000 at $0.30, 20,000 at $3.75, 10,000 at $6, and 1,000 at $15.
  const size = { input: 180_000, cached: 50_000, written: 20_000, writtenHour: 10_000, output: 1000 };
  expect(dollars(size)).toBeCloseTo(0.3 + 0.015 + 0.075 + 0.06 + 0.015, 10);
  expect(dollars({ ...size, tier: 'batch', requests: 10 })).toBeCloseTo(2.325, 10);
  expect(dollars(size, 0.5)).toBeCloseTo(0.2325, 10);
});

test('a long prompt costs its step for all tokens, and the step is named', () => {
  const found = estimate(chargedPrice(sonnet, 1, UNITS), { ...nothing, input: 200_001, output: 1000 });
  expect(found?.total).toBeCloseTo(1.200_006 + 0.0225, 6);
  expect(found?.step?.above).toBe(200_000);
  expect(dollars({ input: 200_000 })).toBeCloseTo(0.6, 10);
});

test('parts of a prompt that are more than it make it longer', () => {
  expect(dollars({ input: 10, written: 1000 })).toBe(dollars({ input: 1000, written: 1000 }));
});

test('each request costs at least the smallest unit, as on the bill', () => {
  expect(dollars({ input: 0.4, requests: 3 })).toBe(0);
  expect(
    estimate(chargedPrice({ ...sonnet, model_ratio: 0.001 }, 1, UNITS), { ...nothing, input: 1 })?.each,
  ).toBe(0.000_002);
});

test('what is more than can be counted has no estimate', () => {
  expect(dollars({ input: 1e15, output: 1e15 })).toBeUndefined();
});
