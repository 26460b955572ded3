import { expect, test } from 'vitest';
import { groupShare, minimumOf, presetsOf, type Shop } from './amounts.ts';

const dollars: Shop = { quotaPerUnit: 500_000, displayInCurrency: true, minimum: 5 };
const units: Shop = { ...dollars, displayInCurrency: false };

test('F090 the amount is at least 1, whatever the minimum says', () => {
  expect(minimumOf({ ...dollars, minimum: 0 })).toBe(1);
});

test('F091 usual amounts begin with the minimum of the site', () => {
  expect(presetsOf(dollars)).toEqual([5, 10, 50, 100, 500]);
  expect(presetsOf({ ...dollars, minimum: 1000 })).toEqual([1000]);
});

test('a site that shows no currency sells units', () => {
  expect(minimumOf(units)).toBe(2_500_000);
  expect(presetsOf(units)[0]).toBe(2_500_000);
});

test('the share of a group is seen from what it pays, and cents that were rounded are none', () => {
  expect(groupShare(58.4, 10, 7.3, dollars)).toBe(0.8);
  expect(groupShare(73, 10, 7.3, dollars)).toBe(1);
  expect(groupShare(0.07, 1, 0.066, dollars)).toBe(1);
  expect(groupShare(5, 1, 0, dollars)).toBeUndefined();
});
