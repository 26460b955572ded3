import { listPrices, reviewPrices, saveChannelCosts, setPrices } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

const MODEL = 'gpt-4.1-mini';
const PRICE = { input: 0.4, output: 1.6, cache_read: 0.1 };

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  await lab.option('ModelRatio', { [MODEL]: 0.2 });
  await lab.option('QuotaPerUnit', 1_000_000);
  const id = await lab.channel({ models: MODEL });
  await lab.as('admin').call(saveChannelCosts, { id, costs: [{ models: '*', ...PRICE }] });
  lab.upstream.script = completion({
    usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
  });
});
afterAll(() => lab.close());

const inBook = async () =>
  (await lab.as('admin').get(listPrices, {})).find(({ model }) => model === MODEL)?.price;

async function call() {
  await (await lab.chat({ model: MODEL })).text();
  return (await lab.booked()).rows.at(-1);
}

// With a million units per dollar, the same ratios are worth half.
test('the price book shows the dollars that calls are charged, at any number of units per dollar', async () => {
  expect(await inBook()).toMatchObject({ input: 0.2, output: 0.8 });
  // 1,000 x $0.20 + 100 x $0.80 per million are $0.00028.
  expect((await call())?.quota).toBe(280);
  expect(lab.ctx.options.current.ModelRatio.get(MODEL)).toBe(0.2);
});

test('dollars that are set in the book are charged and paid as these dollars', async () => {
  await lab.as('admin').call(setPrices, { prices: [{ model: MODEL, price: PRICE }] });
  expect(await inBook()).toMatchObject(PRICE);
  expect(lab.ctx.options.current.ModelRatio.get(MODEL)).toBe(0.4);
  // 1,000 x $0.40 + 100 x $1.60 per million are $0.00056, for the caller as for the operator.
  expect(await call()).toMatchObject({ quota: 560, provider_cost: 560 });
});

test('price lists are compared in dollars that are charged', async () => {
  const change = async () => {
    const { rows } = await lab.as('root').get(reviewPrices, { sources: [{ kind: 'shipped' }] });
    return rows.find(({ model }) => model === MODEL)?.offers[0]?.change;
  };
  expect(await change()).toBeUndefined();
  await lab.option('QuotaPerUnit', 2_000_000);
  expect(await change()).toBe(100);
});
