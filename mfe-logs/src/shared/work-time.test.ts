import { expect, test } from 'vitest';
import { progressOf, timeSpent, workSpeed } from './work-time.ts';

// @spec C139 C140 J081 J082
test('a job of up to 60 seconds is fast and a longer one is slow', () => {
  expect(workSpeed(60_000)).toBe('fast');
  expect(workSpeed(60_001)).toBe('slow');
});

test('a running or unstarted job has no duration yet', () => {
  expect(timeSpent(1000, 0)).toBeUndefined();
  expect(timeSpent(0, 5000)).toBeUndefined();
  expect(timeSpent(1000, 5000)).toBe(4000);
});

test.each([
  ['57%', 57],
  ['100', 100],
  ['0%', 0],
  ['250%', 100],
  ['', undefined],
  ['%', undefined],
  ['waiting', undefined],
])('the progress %j is %s percent', (text, percent) => {
  expect(progressOf(text)).toBe(percent);
});
