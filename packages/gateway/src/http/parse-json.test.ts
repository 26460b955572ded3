import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('reads an object, and nothing as an empty one', () => {
  expect(parseJson('{"a":[{"b":":{[\\"}"}]}')).toEqual({ a: [{ b: ':{["}' }] });
  expect(parseJson('  ')).toEqual({});
});

test('reads a list as long as the longest that a page of ours sends, and commas within a text', () => {
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
