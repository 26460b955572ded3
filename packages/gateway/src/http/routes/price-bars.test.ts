import { createServer } from 'node:http';
import {
  applyPrices,
  type ListedPrice,
  listPrices,
  pinPrices,
  reviewPrices,
  saveOption,
  setPrices,
} from '@tollgate/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { syncPrices } from '../../modules/models/sources/sync.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

const prices: Record<string, Partial<ListedPrice>> = {
  whole: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75, cache_write_hour: 6 },
  plain: { input: 1, output: 4 },
  'gpt-4o': { input: 2.5, output: 9, cache_read: 1.25 },
  free: { input: 0, output: 0 },
  drawn: { per_call: 0.04 },
  listener: { per_second: 0.0001 },
  pinned: { input: 2, output: 8, cache_read: 0.2 },
};

const RUNS = process.env.TEST_ALL ? 90 : 30;

let app: TestApp;
let file = '{}';
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(file);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.1/32' } });
  const set = (key: string, value: string) => app.as('root').get(saveOption, { key, value });
  for (const key of ['ModelRatio', 'CompletionRatio', 'CacheRatio', 'ModelPrice']) await set(key, '{}');
  await set('PriceSyncUrl', `http://127.0.0.1:${port}/list.json`);
  await set('PriceSyncMaxRise', '1000');
});
afterAll(async () => {
  await app.close();
  server.close();
});

async function reset() {
  await app.as('admin').get(pinPrices, { models: ['pinned'], pinned: false });
  const wanted = Object.entries(prices).map(([model, price]) => ({ model, price }));
  await app.as('admin').get(setPrices, { prices: wanted });
  await app.as('admin').get(pinPrices, { models: ['pinned'], pinned: true });
}

async function readBook(): Promise<Map<string, ListedPrice>> {
  const entries = await app.as('admin').get(listPrices, {});
  return new Map(entries.map(({ model, price }) => [model, price]));
}

/** Says which of the rules a source broke. */
function broken(before: ReadonlyMap<string, ListedPrice>, after: ReadonlyMap<string, ListedPrice>): string[] {
  return [...before].flatMap(([model, old]) => {
    const now = after.get(model);
    if (!now) return [`${model} is gone`];
    const parts = Object.keys(old) as (keyof ListedPrice)[];
    const units = ['input', 'per_call', 'per_second'] as const;
    return [
      ...(units.some((unit) => (old[unit] === null) !== (now[unit] === null)) ? [`${model} flips`] : []),
      ...parts.filter((part) => (old[part] ?? 0) > 0 && !now[part]).map((part) => `${model} ${part} is free`),
      ...(model === 'pinned' && JSON.stringify(old) !== JSON.stringify(now) ? ['pinned moves'] : []),
    ];
  });
}

const anyAmount = fc.oneof(
  fc.constantFrom(0, null, undefined, 1e-9, 5e-324, 1e-300, 1e6),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
const anyOffer = fc.record({
  input_cost_per_token: anyAmount.map((dollars) => dollars && dollars / 1e6),
  output_cost_per_token: anyAmount.map((dollars) => dollars && dollars / 1e6),
  cache_read_input_token_cost: anyAmount.map((dollars) => dollars && dollars / 1e6),
  cache_creation_input_token_cost: anyAmount.map((dollars) => dollars && dollars / 1e6),
  input_cost_per_second: anyAmount,
  mode: fc.constantFrom('chat', 'audio_transcription'),
});
const anyRow = fc.record({
  quota_type: fc.constantFrom(0, 1),
  model_ratio: anyAmount,
  completion_ratio: anyAmount,
  model_price: anyAmount,
  unit: fc.constantFrom('second', undefined),
});
const anyName = fc.constantFrom(...Object.keys(prices), 'unknown');
const anyList = fc.oneof(
  fc.dictionary(anyName, anyOffer),
  fc
    .array(fc.tuple(anyName, anyRow), { maxLength: 8 })
    .map((rows) => ({ data: rows.map(([model_name, row]) => ({ model_name, ...row })) })),
);

test('prices that the book could not keep as they are typed are refused', async () => {
  await reset();
  const before = await readBook();
  const set = (price: Partial<ListedPrice>) =>
    app.as('admin').call(setPrices, { prices: [{ model: 'whole', price }] });
  for (const price of [{ input: 5e-324, output: 1 }, { input: 0, output: 5 }, { input: 1_000_001 }])
    expect((await set(price)).body).toMatchObject({ success: false, code: 'invalid_input' });
  expect(await readBook()).toEqual(before);
});

test('ratios of any size leave the list of prices readable', async () => {
  const set = (key: string, value: object) =>
    app.as('root').get(saveOption, { key, value: JSON.stringify(value) });
  await set('ModelRatio', { vast: 1e9, tiny: 5e-324 });
  await set('CompletionRatio', { vast: 1e9, tiny: 1e9 });
  expect((await readBook()).get('vast')).toMatchObject({ input: 2e9 });
  await set('ModelRatio', {});
  await set('CompletionRatio', {});
});

test('no list breaks a rule, even when everything of its review is applied', async () => {
  const run = fc.asyncProperty(anyList, async (list) => {
    await reset();
    const before = await readBook();
    const sources = [{ kind: 'upload' as const, name: 'list.json', text: JSON.stringify(list) }];
    const { body } = await app.as('root').call(reviewPrices, { sources });
    if (!body.success) return;
    const offered = (body.data as { rows: { model: string; offers: { price: ListedPrice }[] }[] }).rows;
    if (offered.length === 0) return;
    const ticked = offered.map(({ model, offers }) => ({ model, price: offers[0]!.price }));
    const applied = await app.as('root').call(applyPrices, { source: 'list', prices: ticked });
    expect(applied.body.success).toBe(true);
    expect(broken(before, await readBook())).toEqual([]);
  });
  await fc.assert(run, { numRuns: RUNS, seed: 20_261_128 });
});

test('no list breaks a rule in the scheduled sync, and unknown models stay out', async () => {
  const run = fc.asyncProperty(anyList, async (list) => {
    await reset();
    const before = await readBook();
    file = JSON.stringify(list);
    await syncPrices(app.ctx).catch(() => {});
    const after = await readBook();
    expect(broken(before, after)).toEqual([]);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  });
  await fc.assert(run, { numRuns: RUNS, seed: 20_261_129 });
});

test.each([
  ['too large', { input: 1e7 }, 'each price must be 0, or from 0.000000001 to 1,000,000 dollars'],
  ['of two kinds', { input: 1, per_call: 1 }, 'set one of input, per_call and per_second'],
  ['with free input and an output that is not', { input: 0, output: 3 }, 'every other price must be 0'],
])('a price that is %s is refused with a sentence', async (_, price, sentence) => {
  const { body } = await app.as('admin').call(setPrices, { prices: [{ model: 'plain', price }] });
  expect(body.message).toContain(sentence);
});
