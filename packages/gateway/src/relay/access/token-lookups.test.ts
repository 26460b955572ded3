import { expect, test } from 'vitest';
import { createLookups } from './token-lookups.ts';

interface Owner {
  readonly userId: number;
}

/** Lookups whose queries end when the test ends them. */
function startLookups() {
  const queries: { hash: string; end(owner: Owner | undefined): void; fail(error: Error): void }[] = [];
  const remembered: [string, Owner | undefined][] = [];
  const lookups = createLookups<Owner>({
    load: (hash) => new Promise((resolve, reject) => queries.push({ hash, end: resolve, fail: reject })),
    remember: (hash, owner) => remembered.push([hash, owner]),
  });
  return { queries, remembered, lookups };
}

const owner = { userId: 7 };

test('calls with the same key share one query when they run together', async () => {
  const { queries, remembered, lookups } = startLookups();
  const calls = [lookups.find('a'), lookups.find('a'), lookups.find('a')];
  expect(queries.length).toBe(1);
  queries[0]?.end(owner);
  expect(await Promise.all(calls)).toEqual([owner, owner, owner]);
  expect(remembered).toEqual([['a', owner]]);
});

for (const [title, userId] of [
  ['their owner', 7],
  ['anybody', undefined],
] as const)
  test(`a result is not cached when ${title} changed during its query`, async () => {
    const { queries, remembered, lookups } = startLookups();
    const call = lookups.find('a');
    lookups.invalidate(userId);
    queries[0]?.end(owner);
    await call;
    expect(remembered).toEqual([]);
  });

test('an unknown key is not cached when a user changed during its query', async () => {
  const { queries, remembered, lookups } = startLookups();
  const call = lookups.find('a');
  lookups.invalidate(3);
  queries[0]?.end(undefined);
  await call;
  expect(remembered).toEqual([]);
});

test('a result is cached when only another user changed during its query', async () => {
  const { queries, remembered, lookups } = startLookups();
  const call = lookups.find('a');
  lookups.invalidate(3);
  queries[0]?.end(owner);
  await call;
  expect(remembered).toEqual([['a', owner]]);
});

test('a call after a change runs its own query when an older query still runs', async () => {
  const { queries, remembered, lookups } = startLookups();
  const before = lookups.find('a');
  lookups.invalidate(7);
  const after = lookups.find('a');
  expect(queries.length).toBe(2);
  const changed = { userId: 7 };
  queries[1]?.end(changed);
  queries[0]?.end(owner);
  expect([await before, await after]).toEqual([owner, changed]);
  expect(remembered).toEqual([['a', changed]]);
});

test('a key is looked up again after a query failed', async () => {
  const { queries, lookups } = startLookups();
  const failed = lookups.find('a');
  queries[0]?.fail(new Error('away'));
  await expect(failed).rejects.toThrow('away');
  const next = lookups.find('a');
  queries[1]?.end(owner);
  expect(await next).toBe(owner);
});
