import { expect, test } from 'vitest';
import { rangeFromText, rangeToText, type TimeRange, timeWords } from './time-range.ts';

const now = new Date(2026, 2, 29, 9, 26, 53);
const seconds = (...date: [number, number, number, number?, number?]) =>
  Math.floor(new Date(...date).getTime() / 1000);

test.each<[string, TimeRange]>([
  ['last-hour', { start: seconds(2026, 2, 29, 8, 26) }],
  ['today', { start: seconds(2026, 2, 29) }],
  ['yesterday', { start: seconds(2026, 2, 28), end: seconds(2026, 2, 29) - 1 }],
  ['this-month', { start: seconds(2026, 2, 1) }],
  ['100-200', { start: 100, end: 200 }],
  ['100-', { start: 100 }],
])('the range %s is counted from the moment of the call', (text, range) => {
  expect(rangeFromText(text, now.getTime())).toEqual(range);
});

test('ranges of hours and days are as long as they say, and go on to now', () => {
  const minute = Math.floor(now.getTime() / 60_000) * 60;
  const hours = { 'last-24-hours': 24, 'last-7-days': 168, 'last-30-days': 720 };
  for (const [word, length] of Object.entries(hours))
    expect(rangeFromText(word, now.getTime())).toEqual({ start: minute - length * 3600 });
});

test('a range survives the URL, and anything else means all time', () => {
  for (const range of [{ start: 1_700_000_000, end: 1_700_086_400 }, { start: 1_700_000_000 }])
    expect(rangeFromText(rangeToText(range), 0)).toEqual(range);
  for (const text of ['', 'tomorrow', '-5', '1-2-3', 'constructor'])
    expect(rangeFromText(text, 0)).toBeUndefined();
  expect(rangeToText(undefined)).toBe('');
  expect(timeWords).not.toContain('custom');
});
