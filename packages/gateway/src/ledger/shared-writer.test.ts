import { expect, test } from 'vitest';
import { SharedWriter } from './shared-writer.ts';
import type { Operation, Outcome } from './types.ts';

const extend = (id: string): Operation => ({ kind: 'extend', id, amount: 1, used: 0 });

function reserve(id: string, most?: number): Operation {
  const hold = { id, user: 2, token: null, amount: 100, used: 0, instance: 'i', snapshot: '{}' };
  return {
    kind: 'reserve',
    hold,
    ...(most !== undefined && { leeway: { requested: 100, least: 1, comfortable: most } }),
  } as Operation;
}

/** Applies batches and remembers them; grants what a leeway finds comfortable. */
function startStore({ refuses = '' } = {}) {
  const batches: string[][] = [];
  const apply = (batch: readonly Operation[]): Outcome[] => {
    const ids = batch.map((operation) => ('id' in operation ? operation.id : operation.hold.id));
    if (ids.includes(refuses)) throw Object.assign(new Error('refused'), { code: 'SQLITE_CONSTRAINT' });
    batches.push(ids);
    return batch.map((operation) => {
      if (operation.kind !== 'reserve') return 'unknown';
      if (operation.leeway) operation.hold.amount = operation.leeway.comfortable;
      return 'ok';
    });
  };
  return { batches, writer: new SharedWriter({ apply }) };
}

test('batches of several workers are one transaction, and each worker gets its own outcomes and grants', async () => {
  const { batches, writer } = startStore();
  const answers = await Promise.all([
    writer.apply([reserve('a', 40), extend('b'), reserve('c')]),
    writer.apply([extend('d'), reserve('e', 70)]),
  ]);
  expect(batches).toEqual([['a', 'b', 'c', 'd', 'e']]);
  expect(answers).toEqual([
    { outcomes: ['ok', 'unknown', 'ok'], grants: [40] },
    { outcomes: ['unknown', 'ok'], grants: [70] },
  ]);
});

test('a batch that the database refuses does not fail those of other workers', async () => {
  const { batches, writer } = startStore({ refuses: 'bad' });
  const answers = await Promise.allSettled([
    writer.apply([extend('a')]),
    writer.apply([extend('bad'), extend('b')]),
    writer.apply([extend('c')]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['a'], ['c']]);
  expect(await writer.apply([extend('d')])).toEqual({ outcomes: ['unknown'], grants: [] });
});

test('a transaction takes whole batches, up to a number of operations', async () => {
  const { batches, writer } = startStore();
  const large = Array.from({ length: 600 }, (_, index) => extend(String(index)));
  await Promise.all([writer.apply(large), writer.apply(large), writer.apply([extend('last')])]);
  expect(batches.map(({ length }) => length)).toEqual([600, 601]);
});
