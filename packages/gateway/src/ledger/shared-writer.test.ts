import { expect, test } from 'vitest';
import { putEffect } from './operation-effects.ts';
import { SharedWriter } from './shared-writer.ts';
import type { Operation, Outcome, ReserveOperation } from './types.ts';

const extend = (id: string): Operation => ({ kind: 'extend', id, amount: 1, used: 0 });

function reserve(id: string, most?: number): ReserveOperation {
  const hold = { id, user: 2, token: null, amount: 100, used: 0, instance: 'i', snapshot: '{}' };
  return {
    kind: 'reserve',
    hold,
    ...(most !== undefined && { leeway: { requested: 100, least: 1, comfortable: most } }),
  } as ReserveOperation;
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

test('batches of several workers are one transaction, and each worker gets its own outcomes and effects', async () => {
  const { batches, writer } = startStore();
  const answers = await Promise.all([
    writer.apply([reserve('a', 40), extend('b'), reserve('c')]),
    writer.apply([extend('d'), reserve('e', 70)]),
  ]);
  expect(batches).toEqual([['a', 'b', 'c', 'd', 'e']]);
  expect(answers).toMatchObject([
    { outcomes: ['ok', 'unknown', 'ok'], effects: [{ amount: 40 }, null, {}] },
    { outcomes: ['unknown', 'ok'], effects: [null, { amount: 70 }] },
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
  expect(await writer.apply([extend('d')])).toEqual({ outcomes: ['unknown'], effects: [null] });
});

test('a transaction takes whole batches, up to a number of operations', async () => {
  const { batches, writer } = startStore();
  const large = Array.from({ length: 600 }, (_, index) => extend(String(index)));
  await Promise.all([writer.apply(large), writer.apply(large), writer.apply([extend('last')])]);
  expect(batches.map(({ length }) => length)).toEqual([600, 601]);
});

test('what a batch writes into its operations comes back to the worker', async () => {
  const full = { rule: 1 } as unknown as NonNullable<ReserveOperation['full']>;
  const writer = new SharedWriter({
    apply: async (batch) =>
      batch.map((operation) => {
        if (operation.kind !== 'reserve') return 'unknown';
        operation.hold.amount = 7;
        operation.hold.windows = '["a"]';
        operation.left = [3];
        operation.full = full;
        return 'ok';
      }),
  });
  const sent = reserve('a', 40);
  const { effects } = await writer.apply([structuredClone(sent)]);
  putEffect(sent, effects[0]);
  expect(sent).toMatchObject({ hold: { amount: 7, windows: '["a"]' }, left: [3], full });
});
