import { expect, test } from 'vitest';
import { readNumber } from './read-number.ts';

test.each([
  ['0.5', '0.5'],
  ['0,5', '0.5'],
  [',5', '.5'],
  ['10,50', '10.50'],
  ['-3', '-3'],
  ['−3', '-3'],
  ['1 000', '1000'],
  ['1\u00a0000,5', '1000.5'],
  ["1'000", '1000'],
  ['1.000,5', '1000.5'],
  ['1,000.5', '1000.5'],
  ['1,000,000', '1000000'],
  ['1.000.000', '1000000'],
  ['０．５', '0.5'],
  ['１２，５', '12.5'],
  ['0,125', '0.125'],
  ['5.', '5.'],
  ['', ''],
  ['  ', ''],
])('%s is read as %s', (typed, number) => expect(readNumber(typed)).toBe(number));

test.each([
  '1,000',
  '12,345',
  '1.000,5.1',
  '1,00,000',
  '1 00',
  'five',
  '5 $',
  '-',
  '.',
  '1e309',
  '0x10',
  '--1',
])('%s is not a number, or could be two', (typed) => expect(readNumber(typed)).toBeUndefined());
