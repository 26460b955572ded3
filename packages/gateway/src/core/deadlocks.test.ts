import { expect, test } from 'vitest';
import { retryDeadlocks } from './deadlocks.ts';

const deadlocks = [{ errno: 1213 }, { errno: 1205 }, { code: '40P01' }, { code: '40001' }];

test.each(deadlocks)('a transaction that ended with %o runs again', async (fields) => {
  let runs = 0;
  const result = await retryDeadlocks(async () => {
    runs += 1;
    if (runs < 3) throw Object.assign(new Error('Deadlock found'), fields);
    return 'done';
  });
  expect([result, runs]).toEqual(['done', 3]);
});

test('a transaction that fails for another reason runs once', async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    throw Object.assign(new Error('gone'), { errno: 2006 });
  };
  await expect(retryDeadlocks(work)).rejects.toThrow('gone');
  expect(runs).toBe(1);
});

test('a transaction that never succeeds fails after five runs', async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    throw Object.assign(new Error('Deadlock found'), { errno: 1213 });
  };
  await expect(retryDeadlocks(work)).rejects.toThrow('Deadlock found');
  expect(runs).toBe(5);
});
