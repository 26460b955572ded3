import { expect, test } from 'vitest';
import { groupShare, minimumOf, presetsOf, type Shop } from './amounts.ts';

const dollars: Shop = { quotaPerUnit: 500_000, displayInCurrency: true, minimum: 5 };
const units: Shop = { ...dollars, displayInCurrency: false };

// @spec F090
test('the amount is at least 1, whatever the minimum is', () => {
  expect(minimumOf({ ...dollars, minimum: 0 })).toBe(1);
});

// @spec F091
test('preset amounts begin with the minimum of the site', () => {
  expect(presetsOf(dollars)).toEqual([5, 10, 50, 100, 500]);
  expect(presetsOf({ ...dollars, minimum: 1000 })).toEqual([1000]);
});

test('a site without currency sells units', () => {
  expect(minimumOf(units)).toBe(2_500_000);
  expect(presetsOf(units)[0]).toBe(2_500_000);
});

test("the group's share is derived from its price unless rounding to cents hides it", () => {
  expect(groupShare(58.4, 10, 7.3, dollars)).toBe(0.8);
  expect(groupShare(73, 10, 7.3, dollars)).toBe(1);
  expect(groupShare(0.07, 1, 0.066, dollars)).toBe(1);
  expect(groupShare(5, 1, 0, dollars)).toBeUndefined();
});
