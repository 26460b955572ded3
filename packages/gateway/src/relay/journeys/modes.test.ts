import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  await lab.channel({ models: 'gpt-4o,unpriced-model' });
});
afterAll(() => lab.close());

const call = async (model: string) => (await lab.chat({ model })).status;

// @spec A028 A029
test('external mode meters every call and refuses models without a price', async () => {
  expect(await call('unpriced-model')).toBe(500);
  expect((await lab.booked()).balance).toBe(1_000_000);
  expect(await call('gpt-4o')).toBe(200);
  const { balance, rows } = await lab.booked();
  expect(rows.map(({ model_name, quota }) => [model_name, quota])).toEqual([['gpt-4o', 49]]);
  expect(balance).toBe(1_000_000 - 49);
});

// @spec F048
test('the request limit counts failed calls too', async () => {
  await lab.option('ModelRequestRateLimitCount', 2);
  await lab.option('ModelRequestRateLimitEnabled', true);
  const answers = [];
  for (let n = 0; n < 3; n += 1) answers.push(await call('unpriced-model'));
  expect(answers).toEqual([500, 500, 429]);
  await lab.option('ModelRequestRateLimitEnabled', false);
});

// @spec A030 A031
test('self-use mode serves a model without a price at the ratio for unknown models', async () => {
  await lab.option('SelfUseModeEnabled', true);
  expect(await call('unpriced-model')).toBe(200);
  const { rows } = await lab.booked();
  // (11 + 7) tokens x 37.5
  expect(rows.at(-1)).toMatchObject({ model_name: 'unpriced-model', quota: 675 });
  await lab.option('SelfUseModeEnabled', false);
  expect(await call('unpriced-model')).toBe(500);
});
