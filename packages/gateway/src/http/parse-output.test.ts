import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseOutput } from './parse-output.ts';

const row = z.object({ id: z.int() });
const rows = Array.from({ length: 1234 }, (_, id) => ({ id, secret: 'x' }));

test('every row of a long list is trimmed to the schema', async () => {
  expect(await parseOutput(z.array(row), rows)).toEqual(rows.map(({ id }) => ({ id })));
});

test('other work continues while a long list is parsed', async () => {
  let ticks = 0;
  const count = () => {
    ticks += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await parseOutput(z.array(row), rows);
  clearImmediate(timer);
  expect(ticks).toBeGreaterThanOrEqual(2);
});

test('a list is refused when a row in a later slice is invalid', async () => {
  await expect(parseOutput(z.array(row), [...rows, { id: 'x' }])).rejects.toThrow();
});

test('a rule about the whole list applies to a long list', async () => {
  await expect(parseOutput(z.array(row).check(z.maxLength(1000)), rows)).rejects.toThrow();
});
