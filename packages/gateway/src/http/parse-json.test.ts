import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('an object is parsed, and an empty body counts as an empty object', () => {
  expect(parseJson('{"a":[{"b":":{[\\"}"}]}')).toEqual({ a: [{ b: ':{["}' }] });
  expect(parseJson('  ')).toEqual({});
});

test('a list as long as the longest of our pages is parsed, and commas within a text do not count', () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => n);
  expect(parseJson(JSON.stringify({ ids }))).toEqual({ ids });
  expect(parseJson(JSON.stringify({ text: ','.repeat(50_000) })).text).toHaveLength(50_000);
});

test.each([
  ['broken text', '{"a":', 'syntax'],
  ['an array', '[1]', 'not_an_object'],
  ['a bare word', 'null', 'not_an_object'],
  ['a key that reaches the prototype', '{"__proto__":{"role":100}}', 'syntax'],
  ['the same deep inside', '{"a":[{"constructor":{"x":1}}]}', 'syntax'],
  ['200 levels', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, 'too_deep'],
  ['10,001 keys', `{${Array.from({ length: 10_001 }, (_, n) => `"k${n}":1`).join(',')}}`, 'too_many_keys'],
  ['a list of 20,001 numbers', `{"ids":[${'1,'.repeat(20_000)}1]}`, 'too_many_values'],
])('refuses %s', (_, text, reason) => {
  expect(() => parseJson(text)).toThrow(
    expect.objectContaining({ code: 'invalid_json', details: { reason } }),
  );
});
