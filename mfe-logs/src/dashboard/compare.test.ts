import type { ServicePart, UsageHour } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { changeOf, rangeBefore, sumService, sumsOverTime } from './compare.ts';

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

test('requests are those that were answered and those that failed, as the log counts them', () => {
  const served = sumService({
    ...{ start_timestamp: 0, end_timestamp: 7200, counted_from: 0, span: 3600 },
    items: [
      part({ calls: 8, errors: { rate_limit: 1, access: 2, request: 3, server: 4 }, p95: 900 }),
      part({ calls: 1, errors: { rate_limit: 0, access: 0, request: 0, server: 1 }, p95: 400 }),
    ],
  });
  expect(served).toEqual({
    ...{ requests: 20, failures: 11, successRate: 0.45, slowestP95Ms: 900, isWhole: true },
  });
});

test('a summary of the newest requests is not whole', () => {
  const nothing = { start_timestamp: 0, end_timestamp: 7200, span: 3600, items: [] };
  expect(sumService({ ...nothing, counted_from: 0 })).toMatchObject({ requests: 0, successRate: undefined });
  expect(sumService({ ...nothing, counted_from: 3600 }).isWhole).toBe(false);
});

function part({ p95, ...counts }: Pick<ServicePart, 'calls' | 'errors'> & { p95: number }): ServicePart {
  const duration_ms = { p50: 1, p95, p99: p95 };
  return { created_at: 0, prompt_tokens: 0, cached_tokens: 0, first_token_ms: null, duration_ms, ...counts };
}
