import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('reads an object, and nothing as an empty one', () => {
  expect(parseJson('{"a":[{"b":":{[\\"}"}]}')).toEqual({ a: [{ b: ':{["}' }] });
  expect(parseJson('  ')).toEqual({});
});

test.each([
  ['broken text', '{"a":', 'syntax'],
  ['an array', '[1]', 'not_an_object'],
  ['a bare word', 'null', 'not_an_object'],
  ['a key that reaches the prototype', '{"__proto__":{"role":100}}', 'syntax'],
  ['the same deep inside', '{"a":[{"constructor":{"x":1}}]}', 'syntax'],
  ['200 levels', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, 'too_deep'],
  ['10,001 keys', `{${Array.from({ length: 10_001 }, (_, n) => `"k${n}":1`).join(',')}}`, 'too_many_keys'],
])('refuses %s', (_, text, reason) => {
  expect(() => parseJson(text)).toThrow(
    expect.objectContaining({ code: 'invalid_json', details: { reason } }),
  );
});
