import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { makeUser } from '../../testing/factories.ts';
import { type FakeRealtime, respondWithAudio, startRealtime } from '../../testing/realtime.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

const MODEL = 'gpt-4o-realtime-preview';
const patient = { timeout: 20_000, interval: 5 };
let lab: RelayLab;
let vendor: FakeRealtime;
const open: WebSocket[] = [];
beforeAll(async () => {
  vendor = await startRealtime();
  const environment = { REALTIME_SESSIONS: '3', REALTIME_SESSIONS_PER_USER: '2' };
  lab = await startRelayLab({ channel: false, quota: 100_000_000, environment });
  await lab.channel({ base_url: vendor.url, models: MODEL });
});
afterAll(async () => {
  await lab.close();
  await vendor.close();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close();
  await expect.poll(() => lab.relay.usage().calls, patient).toBe(0);
});

interface Refused {
  status: number;
  retryAfter: string | undefined;
  code: string;
}

/** Resolves with the session when its vendor answers, or with the refusal. */
function enter(key: string): Promise<WebSocket | Refused> {
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
  return new Promise((resolve) => {
    socket.on('error', () => {});
    socket.once('message', () => {
      open.push(socket);
      resolve(socket);
    });
    socket.once('unexpected-response', async (_, response) => {
      let body = '';
      for await (const piece of response) body += piece;
      const { statusCode: status = 0, headers } = response;
      resolve({ status, retryAfter: headers['retry-after'], code: JSON.parse(body).error.code });
      socket.terminate();
    });
  });
}

test('sessions are limited per user and per gateway, and a closed one frees its slot', async () => {
  const second = await lab.token();
  const other = await lab.token({}, await makeUser(lab.ctx, { username: 'somebody', quota: 100_000_000 }));
  const third = await lab.token({}, await makeUser(lab.ctx, { username: 'another', quota: 100_000_000 }));
  const first = (await enter(lab.key)) as WebSocket;
  expect(await enter(second)).toBeInstanceOf(WebSocket);
  expect(await enter(second)).toEqual({ status: 429, retryAfter: '30', code: 'sessions_full' });
  expect(await enter(other)).toBeInstanceOf(WebSocket);
  expect(await enter(third)).toEqual({ status: 503, retryAfter: '30', code: 'sessions_busy' });
  first.close();
  await expect.poll(() => lab.relay.usage().calls, patient).toBe(2);
  expect(await enter(third)).toBeInstanceOf(WebSocket);
});

test('a handshake frees its slot when it fails', async () => {
  for (let time = 0; time < 4; time += 1) {
    const answer = await fetch(`${lab.url}/v1/realtime?model=${MODEL}`, {
      headers: { authorization: `Bearer ${lab.key}` },
    });
    expect(answer.status).toBe(426);
    vendor.refuses = 500;
    const refused = (await enter(lab.key)) as WebSocket;
    await expect.poll(() => refused.readyState, patient).toBe(WebSocket.CLOSED);
    vendor.refuses = undefined;
  }
  expect(await enter(lab.key)).toBeInstanceOf(WebSocket);
});

test('a response continues with a raised hold when it outgrows its hold', async () => {
  const extend = vi.spyOn(lab.ctx.ledger, 'extend');
  const before = (await lab.booked()).balance;
  const SECONDS = 100;
  const usage = { input_tokens: 10, output_tokens: 2000, output_token_details: { audio_tokens: 2000 } };
  vendor.script = async (event, socket) => {
    if (event.type !== 'response.create') return;
    socket.send(JSON.stringify({ type: 'response.created', response: {} }));
    const delta = Buffer.alloc(48_000).toString('base64');
    for (let second = 0; second < SECONDS; second += 1)
      socket.send(JSON.stringify({ type: 'response.audio.delta', delta }));
    await expect.poll(() => extend.mock.settledResults.length, patient).toBeGreaterThan(0);
    socket.send(JSON.stringify({ type: 'response.done', response: { usage } }));
  };
  const session = (await enter(lab.key)) as WebSocket;
  const seen: string[] = [];
  session.on('message', (data) => seen.push(JSON.parse(String(data)).type));
  session.send(JSON.stringify({ type: 'response.create' }));
  await expect.poll(() => seen.at(-1), patient).toBe('response.done');
  expect(seen).not.toContain('error');
  expect(seen.filter((type) => type === 'response.audio.delta').length).toBe(SECONDS);
  session.close();
  await expect.poll(() => lab.relay.usage().calls, patient).toBe(0);
  for (const { value } of extend.mock.settledResults) expect(value).toBe('ok');
  extend.mockRestore();
  const { balance, rows } = await lab.booked();
  expect(rows.at(-1)).toMatchObject({ billing_basis: 'upstream_usage', completion_tokens: 2000 });
  expect(before - balance).toBe(rows.at(-1)?.quota);
  vendor.script = respondWithAudio();
});
