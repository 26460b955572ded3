import { expect, test } from 'vitest';
import {
  formatCount,
  formatDay,
  formatDuration,
  formatNumber,
  formatPercent,
  formatRelative,
  formatTime,
} from './format.ts';
import { formatDollars, formatQuota } from './quota.ts';

const dollars = { quotaPerUnit: 500_000, displayInCurrency: true };
const units = { quotaPerUnit: 500_000, displayInCurrency: false };

// @spec J008
test.each([
  [500_000, '$1.00'],
  [0, '$0.00'],
  [-5_000, '-$0.01'],
  [617_283_945_000, '$1,234,567.89'],
  [1, '<$0.01'],
  [-1, '>-$0.01'],
])('a balance of %d units reads %s', (quota, text) => {
  expect(formatQuota(quota, dollars)).toBe(text);
});

test('a balance can be shown in raw units', () => {
  expect(formatQuota(1_234_567, units)).toBe('1,234,567');
});

// @spec A009
test.each([
  ['USD', 1, '$2.50', '$0.0001'],
  ['CNY', 7.3, '¥18.25', '¥0.00073'],
  ['EUR', 0.9, '€2.25', '€0.00009'],
  ['CHF', 0.8, 'CHF\u00a02.00', 'CHF\u00a00.00008'],
])('a site that shows %s multiplies dollars by its rate', (code, rate, balance, price) => {
  const display = { ...dollars, currency: { code, rate } };
  expect(formatQuota(1_250_000, display)).toBe(balance);
  expect(formatDollars(2.5, display)).toBe(balance);
  expect(formatDollars(0.0001, display)).toBe(price);
});

test('a cost can have more decimals than a balance', () => {
  expect(formatQuota(61, dollars, 'en', 6)).toBe('$0.000122');
});

// @spec J095 J096 J097
test.each([
  [0, '0'],
  [9_999, '9,999'],
  [10_000, '10k'],
  [12_345, '12.3k'],
  [999_949, '999.9k'],
  [999_950, '1M'],
  [4_560_000, '4.6M'],
  [7_100_000_000, '7.1B'],
  [-20_000, '-20k'],
])('a count of %d reads %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test('numbers and percentages follow the language', () => {
  expect(formatNumber(1234.5, 'zh')).toBe('1,234.5');
  expect(formatPercent(0.256, 'en')).toBe('25.6%');
});

test('formatted times sort as text', () => {
  const noon = new Date(2026, 2, 1, 9, 5, 0).getTime() / 1000;
  expect(formatTime(noon)).toBe('2026-03-01 09:05:00');
});

test.each([
  [-5, 'en', 'just now'],
  [-5, 'zh', '刚刚'],
  [-180, 'en', '3 minutes ago'],
  [-180, 'zh', '3 分钟前'],
  [7_200, 'en', 'in 2 hours'],
  [-86_400, 'zh', '昨天'],
  [86_400 * 32, 'en', 'in 32 days'],
  [86_400 * 32, 'zh', '32 天后'],
  [86_400 * 61, 'en', 'in 2 months'],
  [-31_536_000, 'en', '1 year ago'],
  [-31_536_000 * 3, 'en', '3 years ago'],
] as const)('%d seconds from now in %s reads %s', (seconds, language, text) => {
  expect(formatRelative(1_700_000_000 + seconds, language, 1_700_000_000_000)).toBe(text);
});

test.each([
  [0.4, '0 ms', '0 毫秒'],
  [840, '840 ms', '840 毫秒'],
  [999.8, '1 s', '1 秒'],
  [1_249, '1.2 s', '1.2 秒'],
  [9_960, '10 s', '10 秒'],
  [12_345, '12 s', '12 秒'],
  [59_999, '1 min', '1 分'],
  [185_000, '3 min 5 s', '3 分 5 秒'],
  [7_800_000, '2 h 10 min', '2 小时 10 分'],
])('%d milliseconds read %s or %s', (milliseconds, english, chinese) => {
  expect(formatDuration(milliseconds, 'en')).toBe(english);
  expect(formatDuration(milliseconds, 'zh')).toBe(chinese);
});

test('a day is read aloud with its weekday', () => {
  const day = new Date(2026, 2, 1);
  expect([formatDay(day, 'en'), formatDay(day, 'zh')]).toEqual([
    'Sunday, March 1, 2026',
    '2026年3月1日星期日',
  ]);
});
