import { expect, test } from 'vitest';
import { explain } from '../errors.ts';
import { failureOf } from './stream-failure.ts';

const KEY = 'sk-upstream-key-123456';

test('an error event of the provider is the failure of its stream, without the key', () => {
  const sentError = {
    type: 'error',
    status: 529,
    kind: 'overloaded_error',
    message: `${KEY} is busy`,
  } as const;
  const failure = explain(failureOf(undefined, { failed: true, sentError }, KEY), 'en');
  expect(failure).toMatchObject({ status: 529, type: 'overloaded_error', code: 'overloaded_error' });
  expect(failure.message).toContain('is busy');
  expect(failure.message).not.toContain(KEY);
});

test('an error event without words is named as one of the provider', () => {
  const failure = explain(failureOf(undefined, { failed: true }, KEY), 'en');
  expect(failure).toMatchObject({ status: 502, code: 'upstream_cut' });
  expect(failure.message).toBe('The provider ended the response with an error.');
});
