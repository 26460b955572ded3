import { endpoints } from '@tollgate/contract/endpoints';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyOf } from './empty-of.ts';

test('an empty response has no rows, no text and zero', () => {
  const page = z.object({ items: z.array(z.string()), total: z.int(), next: z.nullable(z.string()) });
  expect(emptyOf(page)).toEqual({ items: [], total: 0, next: null });
});

test.each(endpoints.map((endpoint) => [endpoint.address, endpoint] as const))(
  'there is an empty answer of %s',
  (_, { output }) => {
    expect(() => emptyOf(output)).not.toThrow();
  },
);
