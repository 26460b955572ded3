import { expect, test } from 'vitest';
import { fileName, freshCodes, toDraft } from './redemption-form.ts';

// @spec F084
test('codes without a name are named after their value', () => {
  expect(toDraft({ ...freshCodes, name: '  ' }, '$0.20').name).toBe('$0.20');
  expect(toDraft({ ...freshCodes, name: ' spring ' }, '$0.20').name).toBe('spring');
});

test('a value longer than the name limit is truncated', () => {
  expect(toDraft(freshCodes, '8,999,999,999,999,999.00 units').name).toHaveLength(20);
});

// @spec F085 F086
test('count and quota are sent as whole numbers', () => {
  expect(toDraft({ name: 'a', quota: 1234.9, count: 2.9 }, '')).toEqual({ name: 'a', quota: 1234, count: 2 });
});

// @spec J016
test('new codes default to one code worth 100000', () => {
  expect(freshCodes).toEqual({ name: '', quota: 100_000, count: 1 });
});

// @spec I086
test('the file is named after the codes, without characters that file systems reject', () => {
  expect(fileName('spring')).toBe('spring.txt');
  expect(fileName('a/b: "c"')).toBe('a-b-c-.txt');
});
