import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LedgerUnavailable, type Operation, type Outcome, type Store } from './types.ts';
import { Writer } from './writer.ts';

test('operations of one turn are one batch, in order', async () => {
  const { store, batches } = storeThat(() => {});
  const writer = newWriter(store);
  await Promise.all(['a', 'b', 'c'].map((id) => writer.submit(finish(id))));
  expect(batches).toEqual([['a', 'b', 'c']]);
});

test('ends that come during a commit wait for others, and new work takes them along', async () => {
  const { store, batches } = storeThat(() => {});
  const { apply } = store;
  let whileCommitting = () => {};
  const slow: Store = {
    ...store,
    apply: async (batch) => {
      whileCommitting();
      whileCommitting = () => {};
      await sleep(1);
      return apply(batch);
    },
  };
  const writer = newWriter(slow);
  let during: Promise<Outcome> | undefined;
  whileCommitting = () => {
    during = writer.submit(finish('during'));
  };
  await writer.submit(extend('first'));
  const next = writer.submit(finish('next'));
  expect(writer.isIdle).toBe(false);
  await writer.submit(extend('new'));
  expect(await Promise.all([during, next])).toEqual(['ok', 'ok']);
  expect(batches).toEqual([['first'], ['during', 'next', 'new']]);
  expect(writer.isIdle).toBe(true);
});

test('a failing database refuses new work, and ends are retried until they are booked', async () => {
  let failures = 2;
  const { store, batches } = storeThat(() => {
    failures -= 1;
    if (failures >= 0) throw new Error('disk full');
  });
  const writer = newWriter(store);
  const end = writer.submit(finish('end'));
  await expect(writer.submit(extend('more'))).rejects.toThrow(LedgerUnavailable);
  expect(await end).toBe('ok');
  expect(batches.at(-1)).toEqual(['end']);
  expect(writer.waiting).toBe(0);
});

test('an end that the database always refuses does not delay other ends', async () => {
  const { store } = storeThat((ids) => {
    if (ids.includes('poison')) throw new Error('constraint failed');
  });
  const writer = newWriter(store);
  void writer.submit(finish('poison'));
  const others = ['a', 'b'].map((id) => writer.submit(finish(id)));
  expect(await Promise.all(others)).toEqual(['ok', 'ok']);
  expect(await writer.submit(extend('later'))).toBe('ok');
  expect(writer.waiting).toBe(1);
  writer.close();
});

function newWriter(store: Store): Writer {
  return new Writer({ store, beforeBatch: () => {}, onError: () => {} });
}

function storeThat(reacts: (ids: string[]) => void): { store: Store; batches: string[][] } {
  const batches: string[][] = [];
  const apply = (batch: readonly Operation[]): Outcome[] => {
    const ids = batch.map((operation) => ('id' in operation ? operation.id : operation.hold.id));
    reacts(ids);
    batches.push(ids);
    return ids.map(() => 'ok');
  };
  const nothing = async () => {};
  const none = async () => [];
  const charges = async () => new Map<string, number>();
  return {
    batches,
    store: {
      apply,
      openHolds: none,
      silentInstances: none,
      heartbeat: nothing,
      findInstance: async () => undefined,
      endInstance: nothing,
      charges,
      close: nothing,
    },
  };
}

function finish(id: string): Operation {
  return { kind: 'finish', id, cost: 1, state: 'settled' };
}

function extend(id: string): Operation {
  return { kind: 'extend', id, amount: 1, used: 1 };
}
