import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, multiply, round, roundUp } from './decimal.ts';

test('a product of decimals is exact where binary floating point is not', () => {
  expect(round(multiply(decimal(1.005), decimal(1000)))).toBe(1005);
  expect(multiply(decimal(0.1), decimal(0.2))).toEqual({ digits: 2n, scale: 2 });
});

test('halves round away from zero in both directions', () => {
  expect(round(decimal(2.5))).toBe(3);
  expect(round(decimal(-2.5))).toBe(-3);
  expect(round(decimal(2.4999999999999996))).toBe(2);
  expect(roundUp(decimal(0.0000001))).toBe(1);
  expect(round(decimal(1e-7))).toBe(0);
});

test('every printed number parses to the same decimal', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), (value) => {
      const { digits, scale } = decimal(value);
      return Object.is(Number(`${digits}e-${scale}`), value) || value === 0;
    }),
  );
});

test('text that is not a number is rejected', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '', '1,5'])
    expect(() => decimal(value)).toThrow(RangeError);
  expect(() => round(decimal(1e16))).toThrow(RangeError);
});
