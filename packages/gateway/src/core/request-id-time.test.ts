import { expect, test } from 'vitest';
import { createRequestId } from '../http/request-id.ts';
import { readRequestSecond } from './request-id-time.ts';

test('a request id contains the second of its creation', () => {
  const second = Date.UTC(2026, 10, 23, 7, 44, 6) / 1000;
  expect(readRequestSecond(createRequestId(second * 1000 + 999))).toBe(second);
});

test('an id of another format has no time', () => {
  expect(['', 'call-1', 'test-20261123074406123456789'].map(readRequestSecond)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
