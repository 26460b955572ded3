import { expect, test } from 'vitest';
import { stepFrom } from './calendar-days.ts';

test.each([
  ['2026-03-01', 'ArrowLeft', '2026-02-28'],
  ['2026-12-31', 'ArrowRight', '2027-01-01'],
  ['2026-03-03', 'ArrowUp', '2026-02-24'],
  ['2026-03-28', 'ArrowDown', '2026-04-04'],
  ['2024-03-31', 'PageUp', '2024-02-29'],
  ['2026-01-31', 'PageDown', '2026-02-28'],
  ['2026-01-31', 'Tab', undefined],
])('from %s the key %s leads to %s', (day, key, next) => {
  expect(stepFrom(day, key)).toBe(next);
});
