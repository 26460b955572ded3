import {
  fetchChannelModels,
  fetchModels,
  testChannel,
  updateBalance,
  updateChannel,
} from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type FakeProxy, startHttpProxy } from '../../testing/proxies.ts';
import { type FakeRealtime, startRealtime } from '../../testing/realtime.ts';
import { startTaskLab, type TaskLab } from '../../testing/task-lab.ts';
import { completion, sendJson } from '../../testing/upstream.ts';

const FAR = 'http://provider.example:8080';
const REALTIME_MODEL = 'gpt-4o-realtime-preview';
let lab: TaskLab;
let proxy: FakeProxy;
let vendor: FakeRealtime;
let realtimeProxy: FakeProxy;
let accept: TaskLab['order'];
let setting = '';
beforeAll(async () => {
  lab = await startTaskLab({ quota: 100_000_000 });
  accept = lab.order;
  vendor = await startRealtime();
  proxy = await startHttpProxy(portOf(lab.upstream.url));
  realtimeProxy = await startHttpProxy(portOf(vendor.url));
  setting = settingOf(proxy);
  // Moves the channels of drawings and songs to an address that only the proxy can reach.
  const rows = await lab.ctx.db.selectFrom('channels').select(['id']).execute();
  for (const { id } of rows)
    await lab.as('root').get(updateChannel, { id, base_url: FAR, setting, key: `key-${id}` });
});
afterAll(async () => {
  await lab.close();
  await Promise.all([proxy.close(), realtimeProxy.close(), vendor.close()]);
});
beforeEach(() => {
  lab.order = accept;
  lab.upstream.calls.length = 0;
  proxy.requests.length = 0;
});

const portOf = (url: string) => Number(new URL(url).port);
const settingOf = ({ port }: FakeProxy) => JSON.stringify({ proxy: `http://127.0.0.1:${port}` });
const farChannel = (draft = {}) => lab.channel({ base_url: FAR, setting, ...draft });
/** Nothing can reach the provider directly: its name does not exist. */
const arrived = () => lab.upstream.calls.map(({ headers }) => headers.host);

test('the model list of a stored channel is fetched through its proxy', async () => {
  lab.order = (_, response) => sendJson(response, 200, { data: [{ id: 'm' }] });
  const id = await farChannel({ models: 'listed' });
  expect(await lab.as('admin').get(fetchChannelModels, { id })).toEqual(['m']);
  expect(arrived()).toEqual(['provider.example:8080']);
});

test('the model list of an unsaved channel is fetched through its entered proxy', async () => {
  lab.order = (_, response) => sendJson(response, 200, { data: [{ id: 'm' }] });
  const typed = { type: 1, base_url: FAR, key: 'sk-typed', setting };
  expect(await lab.as('admin').get(fetchModels, typed)).toEqual(['m']);
  expect(arrived()).toEqual(['provider.example:8080']);
});

test('the model list of an unsaved channel is refused when the proxy password is masked', async () => {
  const masked = JSON.stringify({ proxy: `http://me:***@127.0.0.1:${proxy.port}` });
  const typed = { type: 1, base_url: FAR, key: 'sk-typed', setting: masked };
  const { body } = await lab.as('admin').call(fetchModels, typed);
  expect(body).toMatchObject({ success: false, code: 'channel_proxy_again' });
  expect(proxy.requests).toEqual([]);
});

test('the balance of a channel is fetched through its proxy', async () => {
  lab.order = (_, response) => sendJson(response, 200, { total_available: 8 });
  const id = await farChannel({ type: 13, models: 'balanced' });
  expect((await lab.as('admin').call(updateBalance, { id })).body).toMatchObject({ balance: 8 });
  expect(arrived()).toEqual(['provider.example:8080']);
});

test('a channel is tested through its proxy', async () => {
  lab.order = completion();
  const id = await farChannel({ models: 'gpt-4o-mini' });
  expect((await lab.as('admin').call(testChannel, { id })).body).toMatchObject({ success: true });
  expect(arrived()).toEqual(['provider.example:8080']);
});

test('a drawing is ordered, polled and shown through the proxy of its channel', async () => {
  const id = await lab.finished({ imageUrl: `${FAR}/picture.png` });
  expect((await lab.call('GET', `/mj/task/${id}/fetch`)).json.status).toBe('SUCCESS');
  lab.order = (_, response) => sendJson(response, 200, { code: 1, description: 'ok', result: '123' });
  expect((await lab.call('GET', `/mj/task/${id}/image-seed`)).json.result).toBe('123');
  lab.order = (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('PNG');
  expect(await (await fetch(`${lab.url}/mj/image/${id}`)).text()).toBe('PNG');
  expect(new Set(arrived())).toEqual(new Set(['provider.example:8080']));
});

test('a song is ordered and polled through the proxy of its channel', async () => {
  const { status } = await lab.call('POST', '/suno/submit/music', { prompt: 'a song' });
  expect(status).toBe(200);
  await lab.pollOnce();
  expect(lab.upstream.calls.map(({ path }) => path)).toEqual(['/suno/submit/MUSIC', '/suno/fetch']);
});

test('a realtime session is opened through the proxy of its channel', async () => {
  await lab.channel({ base_url: FAR, setting: settingOf(realtimeProxy), models: REALTIME_MODEL });
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=${REALTIME_MODEL}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${lab.key}` } });
  await new Promise((resolve, reject) => {
    socket.once('message', resolve);
    socket.once('error', reject);
  });
  socket.terminate();
  expect(realtimeProxy.requests).toEqual(['provider.example:8080']);
});
