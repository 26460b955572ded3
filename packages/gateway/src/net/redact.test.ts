import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact, redactTree } from './redact.ts';

test('keys of every known format are removed from a text', () => {
  const text = redact(
    'Bearer abc.def POST https://host/v1?key=AbC123&x=1 x-api-key: k-99 {"authorization":"tok123"} sk-proj-1234567890 https://me:pw@host/',
  );
  for (const secret of ['abc.def', 'AbC123', 'k-99', 'tok123', '1234567890', 'me:pw'])
    expect(text).not.toContain(secret);
  expect(text).toContain('x=1');
});

test('a given secret is removed anywhere in an error tree', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/),
      fc.string(),
      fc.string(),
      (secret, before, after) => {
        const error = new Error(`${before} ${secret} ${after}`, {
          cause: { list: [{ url: `https://h/?q=${secret}` }] },
        });
        return !JSON.stringify(redactTree(error, [secret])).includes(secret);
      },
    ),
    { numRuns: 2000 },
  );
});

test('fields with names of secrets are emptied, and the others stay', () => {
  expect(redactTree({ headers: { 'x-api-key': 'abc', accept: '*/*' }, status: 401 })).toEqual({
    headers: { 'x-api-key': '[secret]', accept: '*/*' },
    status: 401,
  });
});
