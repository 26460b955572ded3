import { expect, test } from 'vitest';
import { fileName, freshCodes, toDraft } from './redemption-form.ts';

test('F084 without a name the codes are called by their value', () => {
  expect(toDraft({ ...freshCodes, name: '  ' }, '$0.20').name).toBe('$0.20');
  expect(toDraft({ ...freshCodes, name: ' spring ' }, '$0.20').name).toBe('spring');
});

test('a value that is longer than a name may be is cut', () => {
  expect(toDraft(freshCodes, '8,999,999,999,999,999.00 units').name).toHaveLength(20);
});

test('F085 F086 count and quota are sent as whole numbers', () => {
  expect(toDraft({ name: 'a', quota: 1234.9, count: 2.9 }, '')).toEqual({ name: 'a', quota: 1234, count: 2 });
});

test('J016 new codes are worth 100000, and there is one', () => {
  expect(freshCodes).toEqual({ name: '', quota: 100_000, count: 1 });
});

test('I086 the file is named after the codes, without what file systems refuse', () => {
  expect(fileName('spring')).toBe('spring.txt');
  expect(fileName('a/b: "c"')).toBe('a-b-c-.txt');
});
