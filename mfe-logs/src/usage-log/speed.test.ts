import { expect, test } from 'vitest';
import { callSpeed, firstTokenSpeed } from './speed.ts';

// @spec J076 J077 J078
test.each([
  [0, 'fast'],
  [100, 'fast'],
  [101, 'slow'],
  [299, 'slow'],
  [300, 'stuck'],
])('a call of %d s counts as %s', (seconds, speed) => {
  expect(callSpeed(seconds)).toBe(speed);
});

// @spec J079 J080
test.each([
  [2999, 'fast'],
  [3000, 'slow'],
  [9999, 'slow'],
  [10_000, 'stuck'],
])('a first token after %d ms counts as %s', (milliseconds, speed) => {
  expect(firstTokenSpeed(milliseconds)).toBe(speed);
});
