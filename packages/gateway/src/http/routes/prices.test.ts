import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import {
  applyPrices,
  listAudit,
  listOptions,
  listPrices,
  listPriceVersions,
  listPricing,
  listUnpriced,
  pinPrices,
  reviewPrices,
  saveOption,
  setPrices,
} from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findPrice } from '../../modules/models/find-price.ts';
import { syncPrices } from '../../modules/models/sources/sync.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

let app: TestApp;
/** What the source answers. */
let answer: { status: number; body: string } = { status: 200, body: '{}' };
const server = createServer((_, response) => {
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(answer.body);
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/api/pricing`;
  app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.1/32' } });
  await makeChannel(app.ctx, {
    models: 'claude-sonnet-4-5,vendor/claude-sonnet-4.5,mystery,gpt-4o,mj_imagine',
  });
});
afterAll(async () => {
  await app.close();
  server.close();
});
beforeEach(async () => {
  await save('ModelRatio', {
    falls: 1,
    rises: 1,
    jumps: 1,
    pinned: 1,
    zeroed: 1,
    same: 1,
    'gpt-4o': 1.25,
    'claude-sonnet-4-5-20250929': 1.5,
  });
  await save('CompletionRatio', { falls: 2, rises: 2, jumps: 2, same: 2, 'claude-sonnet-4-5-20250929': 5 });
  await save('ModelPrice', { drawn: 0.04 });
});

const save = (key: string, value: object) =>
  app.as('root').get(saveOption, { key, value: JSON.stringify(value) });
const ratios = () => Object.fromEntries(app.ctx.options.current.ModelRatio);
const row = (model_name: string, model_ratio: number, completion_ratio = 2) => ({
  model_name,
  quota_type: 0,
  model_ratio,
  completion_ratio,
  model_price: 0,
});
const offer = (...data: object[]) => {
  answer = { status: 200, body: JSON.stringify({ success: true, data }) };
};

test('models that calls are refused for are listed once, each with the price of its family', async () => {
  const found = await app.as('admin').get(listUnpriced, {});
  expect(found.map(({ model, proposal }) => [model, proposal?.like, proposal?.price.output])).toEqual([
    ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', 15],
    ['mystery', undefined, undefined],
    ['vendor/claude-sonnet-4.5', 'claude-sonnet-4-5-20250929', 15],
  ]);
  const named = await app.as('admin').get(listUnpriced, { models: 'gpt-4o, gpt-4o-2, mystery' });
  expect(named.map(({ model, proposal }) => [model, proposal?.like])).toEqual([
    ['gpt-4o-2', 'gpt-4o'],
    ['mystery', undefined],
  ]);
});

test('prices that an administrator sets apply at once, and are in the options of other clients', async () => {
  const price = { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75, cache_write_hour: 6 };
  await app.as('admin').get(setPrices, { prices: [{ model: 'mystery', price }] });
  const { ModelRatio, CompletionRatio, CacheRatio } = app.ctx.options.current;
  expect([ModelRatio, CompletionRatio, CacheRatio].map((map) => map.get('mystery'))).toEqual([1.5, 5, 0.1]);
  const rows = await app.as('root').get(listOptions, {});
  expect(rows.find(({ key }) => key === 'ModelRatio')?.value).toContain('"mystery": 1.5');
  expect((await app.as('admin').get(listPrices, {})).find(({ model }) => model === 'mystery')).toMatchObject({
    price: { ...price, per_call: null },
    source: 'admin',
    offered: true,
  });
  await app.as('admin').get(setPrices, { prices: [{ model: 'mystery', price: { per_call: 0.02 } }] });
  const versions = await app.as('admin').get(listPriceVersions, { model: 'mystery' });
  expect(versions.map(({ price, username }) => [price?.input, price?.per_call, username])).toEqual([
    [null, 0.02, 'admin'],
    [3, null, 'admin'],
  ]);
  const audit = await app.as('root').get(listAudit, { action: 'price.update' });
  expect(audit.items[0]).toMatchObject({ target: 'price:mystery' });
});

test('an output price in dollars is charged as it was set, also where the name of the model has a fixed ratio', async () => {
  const price = { input: 2, output: 9 };
  await app.as('admin').get(setPrices, { prices: [{ model: 'gpt-4o', price }] });
  expect((await app.as('admin').get(listPrices, {})).find(({ model }) => model === 'gpt-4o')).toMatchObject({
    price,
  });
  expect(findPrice(app.ctx.options.current, 'gpt-4o', 'default', false)).toMatchObject({
    completionRatio: 4.5,
  });
  const { body } = await app.as('user').call(listPricing, {});
  const { data } = body as unknown as { data: { model_name: string; completion_ratio: number }[] };
  expect(data.find(({ model_name }) => model_name === 'gpt-4o')?.completion_ratio).toBe(4.5);

  await save('ModelRatio', { 'gpt-4o': 1.25 });
  const versions = await app.as('admin').get(listPriceVersions, { model: 'gpt-4o' });
  expect(versions.slice(0, 2).map(({ price }) => price?.output)).toEqual([10, 9]);
});

test('a review shows old, new and change, and only what is ticked is applied', async () => {
  offer(row('falls', 0.5), row('rises', 1.5), row('same', 1), row('only-there', 1));
  const { rows, models } = await app.as('root').get(reviewPrices, { sources: [{ kind: 'url', url }] });
  expect(models).toBe(4);
  expect(
    rows.map(({ model, current, offers }) => [
      model,
      current?.input,
      offers[0]?.price.input,
      offers[0]?.change,
    ]),
  ).toEqual([
    ['falls', 2, 1, -50],
    ['rises', 2, 3, 50],
  ]);
  expect(rows[0]?.offers[0]).toMatchObject({
    source: new URL(url).host,
    source_date: expect.stringMatching(/^20/),
  });
  expect(ratios()).toMatchObject({ falls: 1, rises: 1 });

  const ticked = rows
    .filter(({ model }) => model === 'falls')
    .map(({ model, offers }) => ({ model, price: offers[0]!.price }));
  expect(
    await app.as('root').get(applyPrices, { source: 'x', source_date: '2026-11-26', prices: ticked }),
  ).toEqual({
    applied: 1,
    refused: [],
  });
  expect(ratios()).toMatchObject({ falls: 0.5, rises: 1 });
});

test('no source flips the unit, sets a price to zero, deletes a model or changes a pinned price', async () => {
  await app.as('admin').get(pinPrices, { models: ['pinned'], pinned: true });
  offer(row('pinned', 0.5), row('zeroed', 0), row('drawn', 1), {
    ...row('falls', 0),
    quota_type: 1,
    model_price: 0.1,
    unit: 'second',
  });
  const { rows } = await app.as('root').get(reviewPrices, { sources: [{ kind: 'url', url }] });
  const bars = { drawn: 'other_unit', falls: 'other_unit', pinned: 'pinned', zeroed: 'zero' };
  expect(Object.fromEntries(rows.map(({ model, offers }) => [model, offers[0]?.bar]))).toEqual(bars);

  const before = [ratios(), Object.fromEntries(app.ctx.options.current.ModelPrice)];
  const prices = rows.map(({ model, offers }) => ({ model, price: offers[0]!.price }));
  const { applied, refused } = await app.as('root').get(applyPrices, { source: 'x', prices });
  expect([applied, Object.fromEntries(refused.map(({ model, bar }) => [model, bar]))]).toEqual([0, bars]);
  expect([ratios(), Object.fromEntries(app.ctx.options.current.ModelPrice)]).toEqual(before);
  await app.as('admin').get(pinPrices, { models: ['pinned'], pinned: false });

  const price = { input: 2, output: 4, cache_read: 0.2 };
  await app.as('admin').get(setPrices, { prices: [{ model: 'same', price }] });
  const zeroed = { source: 'x', prices: [{ model: 'same', price: { ...price, cache_read: 0 } }] };
  expect((await app.as('root').get(applyPrices, zeroed)).refused).toEqual([{ model: 'same', bar: 'zero' }]);
});

test('two sources that differ by more than five percent are a conflict, with both prices', async () => {
  offer(row('falls', 0.5), row('rises', 1.5));
  const text = JSON.stringify({ data: [row('falls', 0.51), row('rises', 1.7)] });
  const sources = [
    { kind: 'url' as const, url },
    { kind: 'upload' as const, name: 'mine.json', text },
  ];
  const { rows } = await app.as('root').get(reviewPrices, { sources });
  expect(
    rows.map(({ model, conflict, offers }) => [model, conflict, offers.map(({ price }) => price.input)]),
  ).toEqual([
    ['falls', false, [1, 1.02]],
    ['rises', true, [3, 3.4]],
  ]);
});

test('a file of megabytes is uploaded compressed, and what unpacks to more is refused', async () => {
  const filler = Array.from({ length: 20_000 }, (_, index) => ({
    ...row(`filler-${index}`, 1),
    note: 'x'.repeat(100),
  }));
  const file = JSON.stringify({ data: [row('falls', 0.5), ...filler] });
  expect(file.length).toBeGreaterThan(3_000_000);
  const upload = (text: string) => ({
    sources: [{ kind: 'upload' as const, name: 'list.json', gzip: gzipSync(text).toString('base64') }],
  });
  const { rows } = await app.as('root').get(reviewPrices, upload(file));
  expect(rows.map(({ model, offers }) => [model, offers[0]?.price.input])).toEqual([['falls', 1]]);
  const bomb = await app.as('root').call(reviewPrices, upload(' '.repeat(50_000_000)));
  expect(bomb.body.code).toBe('price_source_unreadable');
  const garbage = { kind: 'upload' as const, name: 'list.json', gzip: 'not gzip at all' };
  expect((await app.as('root').call(reviewPrices, { sources: [garbage] })).body.code).toBe(
    'price_source_unreadable',
  );
});

test('a scheduled sync applies falls and small rises, and leaves the rest for the review', async () => {
  offer(row('falls', 0.5), row('rises', 1.05), row('jumps', 1.5), row('mystery-2', 1), row('zeroed', 0));
  await syncPrices(app.ctx);
  expect(ratios()).toMatchObject({ falls: 1, rises: 1, jumps: 1 });

  await app.as('root').get(saveOption, { key: 'PriceSyncUrl', value: url });
  await app.as('root').get(saveOption, { key: 'PriceSyncMaxRise', value: '10' });
  await syncPrices(app.ctx);
  expect(ratios()).toMatchObject({ falls: 0.5, rises: 1.05, jumps: 1, zeroed: 1, same: 1 });
  expect(app.ctx.options.current.ModelRatio.has('mystery-2')).toBe(false);
  const { rows } = await app.as('root').get(reviewPrices, { sources: [{ kind: 'url', url }] });
  expect(rows.map(({ model }) => model)).toEqual(['jumps', 'zeroed']);
  await app.as('root').get(saveOption, { key: 'PriceSyncUrl', value: '' });
});

test.each([
  ['no JSON', { status: 200, body: '<html>' }, 'price_source_unreadable'],
  ['a file without prices', { status: 200, body: '{"data":[]}' }, 'price_source_unreadable'],
  ['an error', { status: 503, body: '{}' }, 'price_source_failed'],
  ['a file of 11 MB', { status: 200, body: `{"data":["${'x'.repeat(11_000_000)}"]}` }, 'price_source_failed'],
])('%s from a source is refused with a sentence', async (_, given, code) => {
  answer = given;
  const { status, body } = await app.as('root').call(reviewPrices, { sources: [{ kind: 'url', url }] });
  expect([status, body.code]).toEqual([200, code]);
});

test.each(['http://10.0.0.1/prices', 'http://169.254.169.254/latest', 'file:///etc/passwd', 'nothing'])(
  'the address %s is not called',
  async (address) => {
    const { body } = await app.as('root').call(reviewPrices, { sources: [{ kind: 'url', url: address }] });
    expect(body.code).toBe('price_source_failed');
  },
);

test('the prices of the build are a source like others', async () => {
  await save('ModelRatio', { 'claude-sonnet-4-5-20250929': 3 });
  const { rows } = await app.as('root').get(reviewPrices, { sources: [{ kind: 'shipped' }] });
  const sonnet = rows.find(({ model }) => model === 'claude-sonnet-4-5-20250929');
  expect(sonnet?.offers[0]).toMatchObject({
    source: 'shipped',
    source_date: '2026-11-26',
    price: { cache_read: 0.3 },
  });
  await save('ModelRatio', { chatglm_pro: 3 });
  const { rows: older } = await app.as('root').get(reviewPrices, { sources: [{ kind: 'shipped' }] });
  expect(older.find(({ model }) => model === 'chatglm_pro')?.offers[0]?.source_date).toBe('');
});
