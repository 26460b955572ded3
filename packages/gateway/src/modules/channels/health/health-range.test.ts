import { expect, test } from 'vitest';
import { partsOf, roundedRange } from './health-range.ts';

const DAY = 86_400;
const now = 1000 * DAY + 7_000;

test('a range is split into whole days, and hours and minutes at both ends', () => {
  const from = 990 * DAY - 3600 - 120;
  expect(partsOf({ from, end: 992 * DAY + 3600 + 60 })).toEqual([
    { span: 60, from, end: from + 120 },
    { span: 3600, from: 990 * DAY - 3600, end: 990 * DAY },
    { span: DAY, from: 990 * DAY, end: 992 * DAY },
    { span: 3600, from: 992 * DAY, end: 992 * DAY + 3600 },
    { span: 60, from: 992 * DAY + 3600, end: 992 * DAY + 3660 },
  ]);
  expect(partsOf({ from: 60, end: 120 })).toEqual([{ span: 60, from: 60, end: 120 }]);
  expect(partsOf({ from: 60, end: 60 })).toEqual([]);
});

test('a range is rounded outwards to what is stored for its age', () => {
  expect(roundedRange({ from: now - 90, to: now }, now)).toEqual({
    from: Math.floor((now - 90) / 60) * 60,
    end: Math.floor(now / 60) * 60 + 60,
  });
  const old = 980 * DAY + 100;
  expect(roundedRange({ from: old, to: old + 10 }, now)).toEqual({ from: 980 * DAY, end: 980 * DAY + 3600 });
  const oldest = 500 * DAY + 100;
  expect(roundedRange({ from: oldest, to: oldest }, now)).toEqual({ from: 500 * DAY, end: 501 * DAY });
});
