import { type Endpoint, listChannelCosts, listLogs, listMargin, saveChannelCosts } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type TestClient } from '../../testing/client.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

/** What the call costs the operator, as no other number is written. */
const COST = 77_137;

let lab: RelayLab;
let payer: TestClient;
let channel: number;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 1e10 });
  await lab.option('ModelRatio', { sold: 100 });
  channel = await lab.channel({ models: 'sold', name: 'supplier' });
  const costs = [{ models: '*', input: (COST * 2) / 1000, output: 0.000001 }];
  await lab.as('admin').get(saveChannelCosts, { id: channel, costs });
  lab.upstream.script = completion({
    usage: { prompt_tokens: 1000, completion_tokens: 1, total_tokens: 1001 },
  });
  await (await lab.chat({ model: 'sold' })).text();
  await lab.booked();
  payer = createClient(lab.app, lab.ctx, lab.payer);
});
afterAll(() => lab.close());

const mayCall: readonly Endpoint['access'][] = ['public', 'maybe-user', 'user'];
/** They end the session, or change what later calls see. */
const harmful = /logout|oauth|notify|\/token$/;
const reads = endpoints.filter(
  ({ address, access }) => address.startsWith('GET ') && mayCall.includes(access) && !harmful.test(address),
);

/** What endpoints require. Others ignore it. */
const input = { model: 'sold', id: 1, keyword: 'sold', format: 'jsonl', p: 1, page_size: 100 };

async function textOf(client: TestClient, endpoint: Endpoint): Promise<string> {
  const { text } = await client.call(endpoint, input as never);
  return text;
}

const tellsCost = new RegExp(`provider_cost|"cost"|\\b${COST}\\b|known_revenue`);

test('administrators see the cost of the call, so that the next test can find it', async () => {
  expect(await textOf(lab.as('admin'), listLogs)).toMatch(tellsCost);
  expect(await textOf(lab.as('admin'), listMargin)).toContain(String(COST));
  const { text } = await lab.as('admin').call(listChannelCosts, { id: channel });
  expect(text).toContain(String((COST * 2) / 1000));
});

test('nothing that a user may read, lists and exports alike, tells a cost', async () => {
  const answered: string[] = [];
  for (const endpoint of reads) {
    const text = await textOf(payer, endpoint);
    expect(text, endpoint.address).not.toMatch(tellsCost);
    if (text.includes('sold')) answered.push(endpoint.address);
  }
  // The test looks where the call is: its log, its export, sums and the catalogue.
  expect(answered).toEqual(
    expect.arrayContaining([
      'GET /api/log/self',
      'GET /api/log/self/export',
      'GET /api/data/self',
      'GET /api/pricing',
    ]),
  );
});

test('every address that tells costs is closed to users and visitors', async () => {
  for (const client of [payer, lab.as('visitor')])
    for (const [endpoint, given] of [
      [listMargin, { by: 'channel' }],
      [listChannelCosts, { id: channel }],
      [listLogs, {}],
    ] as const)
      expect((await client.call(endpoint, given as never)).body, endpoint.address).toMatchObject({
        success: false,
      });
});
