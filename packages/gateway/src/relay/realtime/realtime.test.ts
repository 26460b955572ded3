import { connect } from 'node:net';
import { recomputeQuota } from '@tollgate/pricing';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { makeKeyring } from '../../testing/factories.ts';
import { type FakeRealtime, realtimeUsage, respondWithAudio, startRealtime } from '../../testing/realtime.ts';
import { type RelayLab, START_QUOTA, startRelayLab } from '../../testing/relay.ts';

const MODEL = 'gpt-4o-realtime-preview';
let lab: RelayLab;
let vendor: FakeRealtime;
let spent = 0;
beforeAll(async () => {
  vendor = await startRealtime();
  lab = await startRelayLab({ channel: false });
  await lab.channel({ base_url: vendor.url, models: MODEL, model_mapping: `{"${MODEL}":"gpt-realtime"}` });
});
afterAll(async () => {
  await lab.close();
  await vendor.close();
});
beforeEach(() => {
  vendor.handshakes.length = 0;
  vendor.events.length = 0;
  vendor.refuses = undefined;
  vendor.refusedKeys = undefined;
  vendor.refusal = { error: { message: 'not today' } };
  vendor.script = respondWithAudio();
});

// 20 + 50 x 1 (fresh text 30, cached 40 x 0.5) + audio 50 x 20 + text 10 x 4 + audio 40 x 20 x 2, x 2.5
const COST = Math.round((30 + 40 * 0.5 + 50 * 20 + 10 * 4 + 40 * 20 * 2) * 2.5);

// @spec D245
test('a response is charged by text, audio and cache, with a receipt, when it is done', async () => {
  const session = await open();
  session.send({ type: 'response.create' });
  await session.until('response.done');
  await expect.poll(async () => (await lab.booked()).rows.length).toBe(1);
  session.send({ type: 'response.create' });
  await session.until('response.done', 2);
  session.socket.close();
  await expect.poll(async () => (await lab.booked()).rows.length).toBe(2);

  const { balance, rows } = await lab.booked();
  spent += 2 * COST;
  expect(balance).toBe(START_QUOTA - spent);
  for (const row of rows) {
    expect(row).toMatchObject({
      model_name: MODEL,
      quota: COST,
      prompt_tokens: 120,
      completion_tokens: 50,
      is_stream: 1,
      billing_basis: 'upstream_usage',
    });
    expect(recomputeQuota(row)).toBe(COST);
    expect(JSON.parse(row.other)).toMatchObject({
      ws: true,
      audio: true,
      audio_input: 50,
      audio_output: 40,
      cache_tokens: 40,
      audio_ratio: 20,
      audio_completion_ratio: 2,
      model_ratio: 2.5,
      upstream_model_name: 'gpt-realtime',
    });
  }
  expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(2);
});

test('frames pass unchanged and the vendor gets only its own key', async () => {
  const session = await open(MODEL, { 'openai-beta': 'realtime=v1' });
  const odd = '{ "type":"session.update", "session": {"voice":"好\\u0041", "n":1.0} }';
  vendor.script = (_, socket) => socket.send(odd);
  session.socket.send(odd);
  await session.until('session.update');
  expect(session.raw.at(-1)).toBe(odd);
  session.socket.close();
  const { url, headers } = vendor.handshakes[0] ?? {};
  expect(url).toBe('/v1/realtime?model=gpt-realtime');
  expect(headers).toMatchObject({ 'openai-beta': 'realtime=v1' });
  expect(headers?.authorization).toMatch(/^Bearer /);
  expect(JSON.stringify(headers)).not.toContain(lab.key.slice(3));
});

test('the official client connects through the gateway, in pages with the key among the protocols', async () => {
  const { hostname, port } = new URL(lab.url);
  const client = new OpenAI({ apiKey: lab.key, baseURL: `${lab.url}/v1` });
  const options = { createConnection: () => connect(Number(port), hostname) } as object;
  const realtime = new OpenAIRealtimeWS({ model: MODEL, options }, client);
  const deltas: string[] = [];
  realtime.on('response.output_audio_transcript.delta', ({ delta }) => deltas.push(delta));
  const done = new Promise((resolve, reject) => {
    realtime.on('response.done', resolve);
    realtime.on('error', reject);
  });
  await new Promise((resolve) => realtime.socket.once('open', resolve));
  realtime.send({ type: 'response.create' });
  await done;
  expect(deltas).toEqual(['Hello there']);
  realtime.close();

  const protocols = ['realtime', `openai-insecure-api-key.${lab.key}`, 'openai-beta.realtime-v1'];
  const page = new WebSocket(`${lab.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`, protocols);
  await new Promise((resolve, reject) => {
    page.once('message', resolve);
    page.once('error', reject);
  });
  expect(page.protocol).toBe('realtime');
  page.close();
  await expect.poll(() => vendor.handshakes.length).toBe(2);
  expect(vendor.handshakes[1]?.headers).toMatchObject({ 'openai-beta': 'realtime=v1' });
  expect(vendor.handshakes[1]?.headers['sec-websocket-protocol']).toBeUndefined();
  await expect.poll(async () => (await lab.booked()).rows.length).toBe(3);
  spent += COST;
});

test('a handshake is refused without permission, and a plain request gets 426', async () => {
  const refused = async (model: string, key: string) => statusOf(connectTo(model, key));
  expect(await refused(MODEL, 'sk-unknown')).toBe(401);
  expect(await refused('', lab.key)).toBe(400);
  const limited = await lab.token({ model_limits_enabled: true, model_limits: 'gpt-4o' });
  expect(await refused(MODEL, limited)).toBe(403);
  expect((await fetch(`${lab.url}/v1/realtime?model=${MODEL}`)).status).toBe(426);
  expect(vendor.handshakes).toEqual([]);
});

test('a refusal of the vendor reaches the caller as an event and costs nothing', async () => {
  vendor.refuses = 403;
  const session = await open();
  const error = await session.until('error');
  expect(error).toMatchObject({ error: { message: expect.stringContaining('not today') } });
  expect(await session.closed).toBe(1008);
  expect((await lab.booked()).balance).toBe(START_QUOTA - spent);
});

test('a session whose key is rate limited opens with another key of the channel', async () => {
  const keys = ['sk-realtime-0001', 'sk-realtime-0002'] as const;
  const model = 'gpt-4o-mini-realtime-preview';
  await makeKeyring(lab.ctx, keys, { base_url: vendor.url, models: model });
  await lab.option('RetryTimes', 1);
  vendor.refuses = 429;
  vendor.refusedKeys = new Set([keys[0]]);
  for (const _ of keys) {
    const session = await open(model);
    await session.until('session.created');
    session.socket.close();
  }
  const used = vendor.handshakes.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));
  expect(used.filter((key) => key === keys[1])).toHaveLength(2);
  expect(used).toContain(keys[0]);
});

test('a session ends with a truncated close reason when the vendor refuses with a long code', async () => {
  vendor.refuses = 403;
  vendor.refusal = { error: { message: 'not today', code: '错'.repeat(48) } };
  const session = await open();
  expect(await session.closed).toBe(1008);
  expect(session.reason()).toBe('错'.repeat(41));
});

test('a caller pays what the vendor reports when it leaves during a response', async () => {
  vendor.script = ({ type }, socket) => {
    const send = (event: object) => socket.send(JSON.stringify(event));
    if (type === 'response.create') send({ type: 'response.created', response: {} });
    const usage = { input_tokens: 10, output_tokens: 0 };
    if (type === 'response.cancel') send({ type: 'response.done', response: { status: 'cancelled', usage } });
  };
  const session = await open();
  session.send({ type: 'response.create' });
  await session.until('response.created');
  session.socket.close();
  await expect.poll(async () => (await lab.booked()).rows.length).toBe(4);
  const { rows, balance } = await lab.booked();
  expect(rows.at(-1)).toMatchObject({ quota: 25, billing_basis: 'upstream_usage' });
  spent += 25;
  expect(balance).toBe(START_QUOTA - spent);
});

test('a session ends and is charged by output length when the vendor disconnects', async () => {
  vendor.script = ({ type }, socket) => {
    if (type !== 'response.create') return;
    socket.send(JSON.stringify({ type: 'response.created', response: {} }));
    // one second of audio: 20 tokens
    const delta = Buffer.alloc(48_000).toString('base64');
    socket.send(JSON.stringify({ type: 'response.audio.delta', delta }), () => socket.terminate());
  };
  const session = await open();
  session.send({ type: 'response.create' });
  expect(await session.closed).toBe(1011);
  await expect.poll(async () => (await lab.booked()).rows.length).toBe(5);
  const { rows, balance } = await lab.booked();
  expect(rows.at(-1)).toMatchObject({ billing_basis: 'estimated', status: 502 });
  expect(JSON.parse(rows.at(-1)?.other ?? '{}')).toMatchObject({
    audio_output: 20,
    error_code: 'upstream_cut',
  });
  spent += rows.at(-1)?.quota ?? 0;
  expect(balance).toBe(START_QUOTA - spent);
});

test('a session ends with an error event when its money is used up, and no response is unpaid', async () => {
  // Enough for the hold of one response, not for a second one.
  const poor = await lab.token({ unlimited_quota: false, remain_quota: 100_000 });
  const dear = { ...realtimeUsage, output_tokens: 700, output_token_details: { audio_tokens: 640 } };
  vendor.script = respondWithAudio(dear);
  const session = await open(MODEL, {}, poor);
  session.send({ type: 'response.create' });
  expect(await session.until('error')).toMatchObject({ error: { code: 'insufficient_quota' } });
  expect(await session.closed).toBe(1008);
  await expect.poll(async () => (await lab.booked()).rows.length).toBe(6);
  const { rows, balance } = await lab.booked();
  expect(rows.at(-1)?.quota).toBe(Math.round((30 + 20 + 1000 + 60 * 4 + 640 * 40) * 2.5));
  spent += rows.at(-1)?.quota ?? 0;
  expect(balance).toBe(START_QUOTA - spent);
});

test('an answer is cancelled when it outgrows its hold and cannot be paid', async () => {
  const poor = await lab.token({ unlimited_quota: false, remain_quota: 80_000 });
  vendor.script = ({ type }, socket) => {
    if (type !== 'response.create') return;
    socket.send(JSON.stringify({ type: 'response.created', response: {} }));
    const delta = Buffer.alloc(480_000).toString('base64');
    for (let n = 0; n < 10; n += 1) socket.send(JSON.stringify({ type: 'response.audio.delta', delta }));
  };
  const session = await open(MODEL, {}, poor);
  session.send({ type: 'response.create' });
  expect(await session.until('error')).toMatchObject({ error: { code: 'insufficient_quota' } });
  await expect.poll(async () => (await lab.booked()).rows.length, { timeout: 15_000 }).toBe(7);
  const { rows } = await lab.booked();
  expect(rows.at(-1)).toMatchObject({ billing_basis: 'estimated', status: 403 });
  expect(JSON.parse(rows.at(-1)?.other ?? '{}')).toMatchObject({ error_code: 'insufficient_quota' });
  expect(rows.at(-1)?.quota).toBeGreaterThan(0);
  expect(vendor.events.at(-1)).toEqual({ type: 'response.cancel' });
  spent += rows.at(-1)?.quota ?? 0;
});

test('a session ends when a frame is too large, and passes a merely large one', async () => {
  const session = await open();
  vendor.script = ({ audio }, socket) =>
    socket.send(JSON.stringify({ type: 'got', size: String(audio).length }));
  session.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(4 * 1024 * 1024) });
  expect(await session.until('got')).toMatchObject({ size: 4 * 1024 * 1024 });
  session.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(17 * 1024 * 1024) });
  expect(await session.closed).toBe(1009);
});

function connectTo(model: string, key: string, headers: Record<string, string> = {}): WebSocket {
  const query = model === '' ? '' : `?model=${encodeURIComponent(model)}`;
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime${query}`;
  return new WebSocket(url, { headers: { authorization: `Bearer ${key}`, ...headers } });
}

function statusOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => reject(new Error('it was let in')));
    socket.on('error', () => {});
  });
}

async function open(model = MODEL, headers: Record<string, string> = {}, key = lab.key) {
  const socket = connectTo(model, key, headers);
  const raw: string[] = [];
  socket.on('message', (data) => raw.push(String(data)));
  let reason = '';
  const closed = new Promise<number>((resolve) =>
    socket.on('close', (code, bytes) => {
      reason = bytes.toString();
      resolve(code);
    }),
  );
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('open', resolve));
  const events = (type: string) =>
    raw.map((text) => JSON.parse(text) as Record<string, unknown>).filter((event) => event.type === type);
  return {
    socket,
    raw,
    closed,
    reason: () => reason,
    send: (event: object) => socket.send(JSON.stringify(event)),
    async until(type: string, count = 1) {
      await expect.poll(() => events(type).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
      return events(type)[count - 1];
    },
  };
}
