import { options, readOptions } from '@tollgate/contract/options';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOn, describeDatabases, type OpenDatabase } from '../../../testing/databases.ts';
import * as versions from '../repository/price-versions.ts';
import { writeBookOption } from './book-options.ts';
import { listPrices } from './change-book.ts';
import { openBook } from './open-book.ts';
import { readBook } from './price-book.ts';
import { type BookKey, bookKeys, toMaps } from './price-state.ts';

const anyAmount = fc.oneof(
  fc.double({ min: 0, max: 1e9, noNaN: true }).filter((value) => !Object.is(value, -0)),
  fc.integer({ min: 0, max: 1000 }),
  fc.constantFrom(4 / 3, 0.79 / 0.59, 0.075, 1e-300, 5e-324),
);
const anyName = fc.oneof(
  fc.constantFrom('gpt-4o', 'vendor/model', 'gpt-5*', 'Ünïcode 模型', '*', 'a b'),
  fc
    .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    .filter((name) => !/^(__proto__|constructor|prototype)$/.test(name)),
);
const anyAdjustment = fc.record(
  {
    tiers: fc.constantFrom({}, { flex: 0.5 }, { priority: 2, batch: 0.5 }),
    tools: fc.constantFrom({ web_search: 0.01 }),
    long: fc.constantFrom([], [{ above: 200_000, input: 2, output: 1.5 }]),
    audio: fc.record({ input: fc.integer({ min: 0, max: 90 }) }),
  },
  { requiredKeys: [] },
);
const mapOf = <T>(value: fc.Arbitrary<T>) => fc.dictionary(anyName, value, { maxKeys: 12 });
const anyMaps = fc.record({
  ModelRatio: mapOf(anyAmount),
  CompletionRatio: mapOf(anyAmount),
  CacheRatio: mapOf(anyAmount),
  ModelPrice: mapOf(anyAmount),
  PriceAdjustments: mapOf(anyAdjustment),
});

describeDatabases('the price book', (database) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.dispose());

  const numRuns = casesOn(database, [10, 30]).length * 15;

  async function empty() {
    await opened.db.deleteFrom('price_versions').execute();
    await opened.db.updateTable('price_book').set({ filled_time: 0 }).execute();
  }

  const fill = (stored: Record<string, unknown>) =>
    openBook(opened.db, async () => new Map(Object.entries(stored).map(toText)), 1000);
  const toText = ([key, value]: [string, unknown]): [string, string] => [key, JSON.stringify(value)];

  async function readMaps() {
    return plain(toMaps(await listPrices(opened.db)));
  }

  test('keeps all prices of the five maps', async () => {
    await fc.assert(
      fc.asyncProperty(anyMaps, async (maps) => {
        await empty();
        await fill(maps);
        expect(await readMaps()).toEqual(plain(readOptions(new Map(Object.entries(maps).map(toText)))));
      }),
      { numRuns, seed: 20_261_126 },
    );
  });

  test('changes only the part of the map that is saved, in any order', async () => {
    await empty();
    await fill({ ModelRatio: {}, CompletionRatio: {}, CacheRatio: {}, ModelPrice: {}, PriceAdjustments: {} });
    const expected = await readMaps();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bookKeys), anyMaps, async (key: BookKey, maps) => {
        const text = JSON.stringify(maps[key]);
        await opened.db
          .transaction()
          .execute((tx) => writeBookOption(tx, key, text, { source: 'settings', now: 2000 }));
        expected[key] = Object.fromEntries(options[key].parse(text) as Map<string, unknown>);
        expect(await readMaps()).toEqual(expected);
      }),
      { numRuns, seed: 20_261_127 },
    );
  });

  test('of a new gateway has the prices of the build', async () => {
    await empty();
    await fill({});
    expect(await readMaps()).toEqual(plain(readOptions(new Map())));
    expect((await listPrices(opened.db)).get('gpt-4o')).toMatchObject({ source: 'shipped', input: 2.5 });
  });

  test('is filled once, and keeps a model out that an operator took out', async () => {
    await empty();
    await fill({ ModelRatio: { only: 3 }, ModelPrice: {} });
    await fill({ ModelRatio: { other: 4 } });
    expect((await readMaps()).ModelRatio).toEqual({ only: 3 });
  });

  test('keeps each earlier version with the time in which it was valid', async () => {
    await empty();
    await fill({ ModelRatio: { m: 1 }, CompletionRatio: { m: 4 }, CacheRatio: {}, ModelPrice: {} });
    const save = (now: number, map: object) =>
      opened.db
        .transaction()
        .execute((tx) =>
          writeBookOption(tx, 'ModelRatio', JSON.stringify(map), { source: 'settings', userId: 7, now }),
        );
    await save(2000, { m: 2 });
    await save(2500, { m: 2 });
    await save(3000, {});
    const rows = await versions.listOf(opened.db, 'm', 10);
    expect(rows.map(({ valid_from, valid_to, input }) => [valid_from, valid_to, input])).toEqual([
      [3000, 0, null],
      [2000, 3000, 4],
      [1000, 2000, 2],
    ]);
    expect(rows.map(({ source, user_id }) => [source, user_id])).toEqual([
      ['settings', 7],
      ['settings', 7],
      ['settings', 0],
    ]);
  });

  test('loses no price when two people save different maps at once', async () => {
    await empty();
    await fill({ ModelRatio: { m: 1 }, CompletionRatio: {}, CacheRatio: {}, ModelPrice: {} });
    const save = (key: BookKey, map: object) =>
      opened.db
        .transaction()
        .execute((tx) => writeBookOption(tx, key, JSON.stringify(map), { source: 'settings', now: 2000 }));
    await Promise.all([
      save('ModelRatio', { m: 5 }),
      save('CompletionRatio', { m: 3 }),
      save('CacheRatio', { m: 0.1 }),
    ]);
    expect(await readMaps()).toMatchObject({
      ModelRatio: { m: 5 },
      CompletionRatio: { m: 3 },
      CacheRatio: { m: 0.1 },
    });
  });

  test('stays the same object in memory while nothing changes', async () => {
    const first = await readBook(opened.db);
    expect(await readBook(opened.db, first)).toBe(first);
  });
});

function plain(maps: Record<BookKey, ReadonlyMap<string, unknown>>): Record<BookKey, object> {
  return Object.fromEntries(bookKeys.map((key) => [key, Object.fromEntries(maps[key])])) as Record<
    BookKey,
    object
  >;
}
