import type { ChannelHealth, UsageHour } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { changeOf, rangeBefore, sumHealth, sumsOverTime } from './compare.ts';

test('the time before a range is as long as what is over of it', () => {
  expect(rangeBefore({ start: 1000, end: 1500 }, 9999)).toEqual({ start: 500, end: 999 });
  expect(rangeBefore({ start: 1000 }, 1300)).toEqual({ start: 700, end: 999 });
});

test('a change needs something to compare with', () => {
  expect(changeOf(150, 100)).toBe(0.5);
  expect(changeOf(50, 100)).toBe(-0.5);
  expect(changeOf(50, 0)).toBeUndefined();
  expect(changeOf(50, undefined)).toBeUndefined();
});

test('a sparkline has a value for each hour, also without usage', () => {
  const hour = (created_at: number, quota: number) => ({ created_at, quota }) as UsageHour;
  const hours = [hour(3600, 5), hour(3600, 2), hour(10_800, 1)];
  const values = sumsOverTime(hours, ({ quota }) => quota, { start: 3600, end: 10_800 }, 'hour');
  expect(values).toEqual([7, 0, 1]);
});

test('requests that callers sent wrongly do not count against channels', () => {
  const channel = (part: Partial<ChannelHealth>) =>
    ({ calls: 0, failures: 0, errors: {}, duration_ms: null, ...part }) as ChannelHealth;
  const served = sumHealth([
    channel({
      calls: 12,
      failures: 1,
      errors: { server: 1, request: 2 } as ChannelHealth['errors'],
      duration_ms: { p50: 1, p95: 900, p99: 1 },
    }),
    channel({ calls: 10, duration_ms: { p50: 1, p95: 400, p99: 1 } }),
  ]);
  expect(served).toEqual({ successRate: 0.95, failures: 1, slowestP95Ms: 900 });
  expect(sumHealth([])).toEqual({ successRate: undefined, failures: 0, slowestP95Ms: undefined });
});
