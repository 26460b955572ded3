import { createChannel, fetchChannelModels, getChannel } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { normalizeBaseUrl } from '../../modules/channels/destination/base-url.ts';
import { type FakeRealtime, startRealtime } from '../../testing/realtime.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, sendJson } from '../../testing/upstream.ts';

const REALTIME_MODEL = 'gpt-4o-realtime-preview';
let lab: RelayLab;
let vendor: FakeRealtime;
beforeAll(async () => {
  vendor = await startRealtime();
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
});
afterAll(async () => {
  await lab.close();
  await vendor.close();
});

const shout = (url: string) => url.replace('http://', 'HTTP://');

test.each([
  ['HTTP://a.example/', 'http://a.example'],
  [' HttpS://a.example/Base ', 'https://a.example/Base'],
  ['https://A.example', 'https://A.example'],
  ['', ''],
])('the scheme of a base URL is read in lower case: %j', (typed, read) => {
  expect(normalizeBaseUrl(typed)).toBe(read);
});

test('a base URL is saved with its scheme in lower case', async () => {
  await lab.as('root').get(createChannel, {
    type: 1,
    name: 'shouted',
    key: 'sk-shouted',
    base_url: 'HTTPS://models.example/',
    models: 'never-called',
    group: 'default',
  });
  const rows = await lab.ctx.db.selectFrom('channels').select('id').where('name', '=', 'shouted').execute();
  const saved = await lab.as('root').get(getChannel, { id: Number(rows[0]?.id) });
  expect(saved.base_url).toBe('https://models.example');
});

/** Stores the URL like an earlier version of the gateway. */
async function storeAsTyped(id: number, base_url: string): Promise<void> {
  await lab.ctx.db.updateTable('channels').set({ base_url }).where('id', '=', id).execute();
}

test('chat and the model list work when the stored base URL has an upper-case scheme', async () => {
  const id = await lab.channel({ models: 'gpt-4o-mini' });
  await storeAsTyped(id, shout(lab.upstream.url));
  lab.upstream.script = completion();
  expect((await lab.chat({ model: 'gpt-4o-mini' })).status).toBe(200);
  lab.upstream.script = (_, response) => sendJson(response, 200, { data: [{ id: 'm' }] });
  expect(await lab.as('root').get(fetchChannelModels, { id })).toEqual(['m']);
});

test('a realtime session opens when the stored base URL has an upper-case scheme', async () => {
  const id = await lab.channel({ models: REALTIME_MODEL, base_url: vendor.url });
  await storeAsTyped(id, shout(vendor.url));
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=${REALTIME_MODEL}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${lab.key}` } });
  const message = await new Promise((resolve, reject) => {
    socket.once('message', resolve);
    socket.once('error', reject);
  });
  socket.terminate();
  expect(String(message)).toContain('session.created');
});
