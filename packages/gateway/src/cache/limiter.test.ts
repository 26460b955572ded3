import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

test('a limiter allows a burst, then one by one over time', () => {
  let at = 0;
  const take = createLimiter({ count: 3, periodMs: 3000, now: () => at });
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 0]);
  expect(take('a')).toBe(1000);
  expect(take('b')).toBe(0);
  at = 1000;
  expect(take('a')).toBe(0);
  expect(take('a')).toBe(1000);
  at = 10_000;
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 0]);
});

test('a limit of 0 is off', () => {
  const take = createLimiter({ count: 0, periodMs: 1000, now: () => 0 });
  expect(Array.from({ length: 1000 }, () => take('a')).every((waitMs) => waitMs === 0)).toBe(true);
});

test('a flood of addresses does not fill the memory or reset the limit of the flooding one', () => {
  const take = createLimiter({ count: 1, periodMs: 60_000, now: () => 0 });
  for (let address = 0; address < 120_000; address += 1) take(`10.${address}`);
  expect(take('10.119999')).toBeGreaterThan(0);
});
