import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isPlain, schema } from './openai-chat-request.ts';

const odd = fc.constantFrom(
  undefined,
  null,
  '',
  'x',
  0,
  1,
  1.5,
  -1,
  129,
  2 ** 31,
  Number.POSITIVE_INFINITY,
  true,
  [],
  {},
  [1],
  [{}],
);
const message = fc.oneof(
  fc.constant({ role: 'user', content: 'Hi' }),
  fc.record({ role: odd }),
  fc.constantFrom(null, [], 'text'),
);
const body = fc.record(
  {
    model: fc.oneof(fc.constantFrom('gpt-4o', 'm'.repeat(255), 'm'.repeat(256)), odd),
    messages: fc.oneof(fc.array(message, { maxLength: 3 }), odd),
    stream: fc.oneof(fc.boolean(), odd),
    stream_options: fc.oneof(fc.record({ include_usage: odd }), odd),
    n: fc.oneof(fc.nat({ max: 130 }), odd),
    max_tokens: fc.oneof(fc.nat(), odd),
    max_completion_tokens: fc.oneof(fc.nat(), odd),
    temperature: fc.oneof(fc.double(), odd),
    top_p: fc.oneof(fc.double(), odd),
  },
  { requiredKeys: ['model', 'messages'] },
);

test('the check for usual chat bodies accepts nothing that the schema refuses', () => {
  fc.assert(
    fc.property(body, (json) => {
      if (isPlain(json)) expect(z.safeParse(schema, json).success).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] },
  {
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'S' },
      { role: 'user', content: [] },
    ],
    ...{
      stream: true,
      stream_options: { include_usage: true },
      n: 1,
      max_tokens: 5,
      temperature: 0.5,
      top_p: 1,
    },
  },
])('a usual chat body needs no schema', (json) => {
  expect(isPlain(json)).toBe(true);
});
