import { expect, test } from 'vitest';
import { callSpeed, firstTokenSpeed } from './speed.ts';

test.each([
  ['J076', 0, 'fast'],
  ['J076', 100, 'fast'],
  ['J077', 101, 'slow'],
  ['J077', 299, 'slow'],
  ['J078', 300, 'stuck'],
])('%s a call of %d s counts as %s', (_, seconds, speed) => {
  expect(callSpeed(seconds)).toBe(speed);
});

test.each([
  ['J079', 2999, 'fast'],
  ['J080', 3000, 'slow'],
  ['J080', 9999, 'slow'],
  ['J080', 10_000, 'stuck'],
])('%s a first token after %d ms counts as %s', (_, milliseconds, speed) => {
  expect(firstTokenSpeed(milliseconds)).toBe(speed);
});
