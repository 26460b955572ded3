import { expect, test } from 'vitest';
import { toText, toValue } from './option-text.ts';

const field = (kind: Parameters<typeof toText>[0]['kind']) => ({
  key: 'RetryTimes' as const,
  name: 'x',
  kind,
});

// @spec D071
test('switches are sent as the text true or false', () => {
  expect([true, false, undefined].map((value) => toText(field('flag'), value))).toEqual([
    'true',
    'false',
    'false',
  ]);
  expect(toValue(field('flag'), 'true')).toBe(true);
});

// @spec F032
test('addresses are sent without a final slash', () => {
  expect(toText(field('url'), ' https://docs.example.com// ')).toBe('https://docs.example.com');
});

test('a missing or malformed number shows an empty field instead of zero', () => {
  expect(['', ' ', 'abc'].map((text) => toValue(field('number'), text))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(toValue(field('number'), '0.5')).toBe(0.5);
});

test('blank lines of a list are not sent', () => {
  expect(toText(field('lines'), ' a \n\n b\n')).toBe('a\nb');
});
