import { expect, test } from 'vitest';
import { enforceableSchema } from './anthropic-schema.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});

test('objects are closed, bounds become part of the description, oneOf becomes anyOf', () => {
  const schema = object({
    city: { ...text, description: 'A city', minLength: 1, format: 'uri' },
    days: { type: 'array', items: object({ n: { type: 'integer', minimum: 0 } }), minItems: 1, maxItems: 7 },
    either: { oneOf: [text, { type: 'null' }] },
  });
  expect(enforceableSchema(schema)).toEqual({
    ...schema,
    additionalProperties: false,
    properties: {
      city: { ...text, description: 'A city\n\n{minLength: 1}', format: 'uri' },
      days: {
        type: 'array',
        minItems: 1,
        description: '{maxItems: 7}',
        items: object(
          { n: { type: 'integer', description: '{minimum: 0}' } },
          { additionalProperties: false },
        ),
      },
      either: { anyOf: [text, { type: 'null' }] },
    },
  });
});

test.each([
  ['an open object', { type: 'object' }],
  ['a map', { type: 'object', additionalProperties: text }],
  ['a map by patterns', object({}, { patternProperties: { a: text } })],
  ['anything', object({ a: true })],
  ['recursion', object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: object({ b: { $ref: '#/$defs/a' } }) } })],
  ['recursion to the root', object({ a: { $ref: '#' } })],
  ['a missing reference', object({ a: { $ref: '#/$defs/toString' } })],
  [
    'many optional fields',
    object(Object.fromEntries([...'abcdefghijk'].map((name) => [name, text])), { required: [] }),
  ],
  ['no object', 'text'],
])('%s cannot be enforced', (_, schema) => {
  expect(enforceableSchema(schema)).toBeUndefined();
});

test('references are kept, and a long chain of them is read once', () => {
  const both = (name: string) => ({ anyOf: [{ $ref: name }, { $ref: name }] });
  const $defs = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`d${at}`, at === 99 ? text : both(`#/$defs/d${at + 1}`)]),
  );
  const schema = object({ a: { $ref: '#/$defs/d0' } }, { $defs });
  expect(enforceableSchema(schema)).toEqual({ ...schema, additionalProperties: false });
});
