import { listPricing, listUnpriced, type Output, saveChannelCosts, setPrices } from '@tollgate/contract';
import { recomputeQuota } from '@tollgate/pricing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let channel: number;

/** A tenth of a cent a second: 500 units. */
const PER_SECOND = 0.001;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  channel = await lab.channel({ models: 'listener' });
  await lab
    .as('admin')
    .get(setPrices, { prices: [{ model: 'listener', price: { per_second: PER_SECOND } }] });
  await lab.option('GroupRatio', { default: 2 });
});
afterAll(() => lab.close());

/** As many seconds of silence, less the header, at 16 kHz and 16 bit. */
function wave(seconds: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(seconds * 32_000);
  bytes.write('RIFF', 0);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [34, 16],
  ] as const)
    bytes.writeUInt16LE(value, at);
  bytes.writeUInt32LE(16_000, 24);
  bytes.writeUInt32LE(32_000, 28);
  bytes.write('data', 36);
  return bytes;
}

async function transcribe(file: Buffer<ArrayBuffer>): Promise<Response> {
  const body = new FormData();
  body.set('model', 'listener');
  body.set('file', new Blob([file]), 'a.wav');
  const headers = { authorization: `Bearer ${lab.key}` };
  return fetch(`${lab.url}/v1/audio/transcriptions`, { method: 'POST', headers, body });
}

test.each<[string, unknown, number, string]>([
  ['reports seconds', { text: 'Hi', usage: { type: 'duration', seconds: 11 } }, 11, 'upstream_usage'],
  ['states the length', { text: 'Hi', duration: 11.2 }, 12, 'upstream_usage'],
  ['says nothing', { text: 'Hi' }, 12, 'counted'],
  [
    'reports tokens',
    { text: 'Hi', usage: { type: 'tokens', input_tokens: 90, output_tokens: 3 } },
    12,
    'upstream_usage',
  ],
  ['reports more than there is', { text: 'Hi', usage: { type: 'duration', seconds: 5000 } }, 12, 'counted'],
])('a recording whose provider %s costs its begun seconds', async (_, answer, seconds, basis) => {
  let held = 0;
  lab.upstream.script = async (_call, response) => {
    held = (await lab.ctx.db.selectFrom('hold').select('amount').executeTakeFirstOrThrow()).amount;
    sendJson(response, 200, answer);
  };
  expect((await transcribe(wave(12))).status).toBe(200);
  const row = await lastRow(lab);
  expect(row).toMatchObject({ quota: seconds * 500 * 2, billing_basis: basis });
  expect(Number(held)).toBe(12 * 500 * 2);
  expect(recomputeQuota(row)).toBe(row.quota);
  expect(JSON.parse(row.other)).toMatchObject({ model_price: PER_SECOND, price_unit: 'second', seconds });
});

test('what a second costs at the channel is stored with the row', async () => {
  await lab.as('admin').get(saveChannelCosts, { id: channel, costs: [{ models: '*', per_second: 0.0004 }] });
  lab.upstream.script = (_call, response) => sendJson(response, 200, { text: 'Hi', duration: 10 });
  await transcribe(wave(12));
  await lastRow(lab);
  const last = lab.ctx.logDb.selectFrom('logs').select(['quota', 'provider_cost']).orderBy('id', 'desc');
  expect(await last.executeTakeFirst()).toEqual({ quota: 10_000, provider_cost: 2000 });
});

test('a call without a recording is refused, as it has no seconds to pay for', async () => {
  const answer = await lab.chat({ model: 'listener' });
  expect(await answer.json()).toMatchObject({ error: { code: 'model_price_error' } });
});

test('the price is in the list of prices, and its model is not without one', async () => {
  const { body } = await lab.as('admin').call(listPricing, {});
  const { data } = body as unknown as Output<typeof listPricing>;
  expect(data.find(({ model_name }) => model_name === 'listener')).toMatchObject({
    quota_type: 1,
    model_price: PER_SECOND,
    unit: 'second',
  });
  expect(await lab.as('admin').get(listUnpriced, {})).toEqual([]);
  await lab.option('ModelRatio', { 'gpt-4o': 1 });
  expect(await lab.as('admin').get(listUnpriced, {})).toEqual([]);
});
