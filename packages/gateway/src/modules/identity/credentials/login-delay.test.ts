import { expect, test } from 'vitest';
import { createLoginDelay } from './login-delay.ts';

test('guessing at one account gets slower, up to a minute, and is forgiven after a quarter of an hour', () => {
  let at = 0;
  const delay = createLoginDelay(() => at);
  for (let tries = 0; tries < 4; tries += 1) delay.fail('ana');
  expect(delay.waitMs('ana')).toBe(0);
  delay.fail('ana');
  expect(delay.waitMs('ana')).toBe(1000);
  delay.fail('ana');
  expect(delay.waitMs('ana')).toBe(2000);
  for (let tries = 0; tries < 20; tries += 1) delay.fail('ana');
  expect(delay.waitMs('ana')).toBe(60_000);
  expect(delay.waitMs('ben')).toBe(0);
  at += 15 * 60_000 + 1;
  expect(delay.waitMs('ana')).toBe(0);
});

test('the right password resets the delay', () => {
  const delay = createLoginDelay(() => 0);
  for (let tries = 0; tries < 9; tries += 1) delay.fail('ana');
  delay.succeed('ana');
  expect(delay.waitMs('ana')).toBe(0);
});
