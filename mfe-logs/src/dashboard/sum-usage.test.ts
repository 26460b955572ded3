import type { UsageHour } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decimalsFor, highestStack, quotaOverTime, ratesOf, sumsBy, totalOf, withRest } from './sum-usage.ts';
import { bucketName, bucketOf, bucketsOf, readGranularity, wholeHours } from './usage-range.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => void vi.unstubAllEnvs());

const at = (day: number, hour = 0) => Math.floor(new Date(2026, 2, day, hour).getTime() / 1000);
const hour = (model_name: string, created_at: number, part: Partial<UsageHour> = {}): UsageHour => ({
  id: 0,
  user_id: 0,
  username: '',
  model_name,
  created_at,
  token_used: 10,
  count: 1,
  quota: 100,
  ...part,
});
const model = ({ model_name }: UsageHour) => model_name;

// @spec J086
test('usage is grouped by hour, day or week, and by hour for any other value', () => {
  expect(['hour', 'day', 'week', 'year', ''].map(readGranularity)).toEqual([
    'hour',
    'day',
    'week',
    'hour',
    'hour',
  ]);
});

test('a week begins on Monday', () => {
  // 2026-03-14 is a Saturday, 2026-03-15 a Sunday.
  expect(bucketOf(at(15, 23), 'week')).toBe(at(9));
  expect(bucketOf(at(16), 'week')).toBe(at(16));
  expect(bucketName(at(9), 'week')).toBe('03-09 – 03-15');
});

test('empty hours are part of the chart', () => {
  const range = { start: at(14, 9), end: at(14, 12) };
  const { categories, series } = quotaOverTime(
    [hour('a', at(14, 10)), hour('a', at(14, 10), { user_id: 2 }), hour('b', at(14, 12))],
    { nameOf: model },
    range,
    'hour',
  );
  expect(categories).toEqual(['03-14 09:00', '03-14 10:00', '03-14 11:00', '03-14 12:00']);
  expect(series).toEqual([
    { name: 'a', values: [0, 200, 0, 0] },
    { name: 'b', values: [0, 0, 0, 100] },
  ]);
});

test('hours begin at half past where the time zone is half an hour off', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const start = Date.UTC(2026, 2, 14, 4) / 1000;
  const rows = [hour('a', start), hour('a', start + 3600)];
  const range = { start: start + 600, end: start + 4200 };
  const { categories, series } = quotaOverTime(rows, { nameOf: model }, range, 'hour');
  expect(categories).toEqual(['03-14 09:30', '03-14 10:30']);
  expect(series).toEqual([{ name: 'a', values: [100, 100] }]);
});

test('an hourly chart of years shows only hours with usage', () => {
  const used = [at(14, 10), at(1, 3), at(14, 10)];
  expect(bucketsOf({ start: 0, end: at(15) }, 'hour', used)).toEqual([at(1, 3), at(14, 10)]);
});

test('the most expensive model comes first', () => {
  const hours = [hour('a', 0), hour('b', 0, { quota: 500 }), hour('a', 3600)];
  expect(sumsBy(hours, model)).toEqual([
    { name: 'b', calls: 1, tokens: 10, quota: 500 },
    { name: 'a', calls: 2, tokens: 20, quota: 200 },
  ]);
  expect(totalOf(hours)).toMatchObject({ calls: 3, tokens: 30, quota: 700 });
});

test('rates count only the elapsed minutes of a running range', () => {
  const total = { name: '', calls: 120, tokens: 6000, quota: 0 };
  expect(ratesOf(total, { start: 0, end: 7200 }, 3600)).toEqual({ rpm: 2, tpm: 100 });
});

test('a range begins with a whole hour, so that its first bar is complete', () => {
  expect(wholeHours({ start: at(14, 9) + 1560 })).toEqual({ start: at(14, 10) });
  expect(wholeHours({ start: at(14), end: at(15) - 1 })).toEqual({ start: at(14), end: at(15) - 1 });
});

test('what a chart of some users lacks of the whole is one more series', () => {
  const categories = ['1', '2'];
  const whole = [
    { name: 'a', values: [5, 7] },
    { name: 'b', values: [1, null] },
  ];
  const series = [{ name: 'ana', values: [4, 8] }];
  expect(withRest({ categories, series }, whole, 'Other').series).toEqual([
    ...series,
    { name: 'Other', values: [2, 0], isRest: true },
  ]);
  const all = [{ name: 'ana', values: [6, 7] }];
  expect(withRest({ categories, series: all }, whole, 'Other').series).toEqual(all);
});

test('an axis of small amounts has enough decimals to distinguish its steps', () => {
  expect([120, 0.5, 0.02, 0.004, 0].map(decimalsFor)).toEqual([2, 2, 3, 4, 2]);
  expect(
    highestStack([
      { name: 'a', values: [1, 5] },
      { name: 'b', values: [3, null] },
    ]),
  ).toBe(5);
});
