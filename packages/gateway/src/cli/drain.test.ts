import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hello, type RelayLab, startRelayLab } from '../testing/relay.ts';
import { upgrade } from '../testing/sockets/callers.ts';
import { completion, type ReceivedCall, sendEvents, streamOf } from '../testing/upstream.ts';
import { createDrain } from './drain.ts';

let lab: RelayLab;
let exits: number[];
const streamedCall = {
  json: { model: 'gpt-4o', stream_options: { include_usage: true } },
} as unknown as ReceivedCall;
const frames = streamOf(streamedCall);
const streamed = { stream: true, stream_options: { include_usage: true } };

beforeEach(async () => {
  exits = [];
  lab = await startRelayLab();
});
afterEach(() => lab.close());

function drainWith(drainSeconds: number, listenSeconds = 0) {
  const exit = (code: number) => void exits.push(code);
  const finish = () => lab.ctx.ledger.settled();
  return createDrain({ ...lab, log: pino({ level: 'silent' }), drainSeconds, listenSeconds, finish, exit });
}

/** Opens a raw keep-alive connection: records what arrives, and when it was closed. */
function dial() {
  const { hostname, port } = new URL(lab.url);
  const socket = connect(Number(port), hostname);
  const seen = { text: '', closedAt: 0 };
  socket.on('data', (bytes) => (seen.text += bytes));
  socket.on('error', () => {});
  socket.on('close', () => (seen.closedAt = performance.now()));
  const send = (method: string, path: string, body = '') =>
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${lab.key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  return { seen, send };
}

// @spec P14
test('a running stream is finished byte for byte, new calls are not taken, then the process ends well', async () => {
  lab.upstream.script = sendEvents(frames, { gapMs: 60 });
  const running = await lab.chat(streamed);
  const drained = drainWith(30)(0);
  await expect(fetch(`${lab.url}/api/status`)).rejects.toThrow();
  expect(await running.text()).toBe(frames.join(''));
  await drained;
  expect(exits).toEqual([0]);
  expect((await lab.booked()).rows).toMatchObject([{ quota: 49, billing_basis: 'upstream_usage' }]);
});

// @spec P14
test('a stream that outlives the drain time ends with an error event and is charged for what came', async () => {
  lab.upstream.script = sendEvents(frames.slice(0, 4), { end: false });
  const running = (await lab.chat(streamed)).body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { done, value } = (await running?.read()) ?? { done: true };
      if (done) return;
      text += value;
    }
  };
  await read(() => text.length >= frames.slice(0, 4).join('').length);
  await Promise.all([drainWith(0.2)(0), read(() => false)]);
  const events = text.trim().split('\n\n');
  expect(text.startsWith(frames.slice(0, 4).join(''))).toBe(true);
  expect(JSON.parse(events.at(-1)?.slice(6) ?? '').error).toMatchObject({ code: 'restarting' });
  expect(text).not.toContain('[DONE]');
  expect(exits).toEqual([0]);
  const { rows } = await lab.booked();
  expect(rows).toMatchObject([{ billing_basis: 'counted' }]);
  expect(rows[0]?.quota).toBeGreaterThan(0);
});

// @spec P14
test('a stream that begins only when the gateway is closing is ended and charged the same way', async () => {
  lab.upstream.script = async (call, response) => {
    await sleep(400);
    await sendEvents(frames.slice(0, 4), { end: false })(call, response);
  };
  const asking = lab.chat(streamed);
  await expect.poll(() => lab.upstream.calls.length, { timeout: 10_000 }).toBe(1);
  await drainWith(0)(0);
  const running = await asking;
  expect(await running.text()).toContain('"code":"restarting"');
  const { rows } = await lab.booked();
  expect(rows).toMatchObject([{ billing_basis: 'counted' }]);
  expect(rows[0]?.prompt_tokens).toBeGreaterThan(0);
});

test('idle connections are closed early, and a call on a kept connection gets 503 with Retry-After', async () => {
  const idle = dial();
  idle.send('GET', '/v1/models');
  const busy = dial();
  lab.upstream.script = sendEvents(frames, { gapMs: 200 });
  busy.send('POST', '/v1/chat/completions', JSON.stringify({ ...hello, stream: true }));
  await expect.poll(() => idle.seen.text.length > 0 && busy.seen.text.length > 0).toBe(true);

  const drained = drainWith(30)(0);
  busy.send('POST', '/v1/chat/completions', JSON.stringify(hello));
  await drained;
  await expect.poll(() => busy.seen.closedAt).toBeGreaterThan(0);
  expect(idle.seen.closedAt).toBeGreaterThan(0);
  expect(idle.seen.closedAt).toBeLessThan(busy.seen.closedAt);
  const [first = '', second = ''] = busy.seen.text.split('HTTP/1.1 503');
  expect(first).toContain('data: [DONE]');
  expect(second).toMatch(/retry-after: 5/i);
  expect(second).toMatch(/connection: close/i);
  expect(second).toContain('"code":"restarting"');
  expect(lab.upstream.calls).toHaveLength(1);
});

test('the second signal ends at once', async () => {
  lab.upstream.script = completion({ delayMs: 1000 });
  const running = lab.chat();
  await expect.poll(() => lab.upstream.calls.length).toBe(1);
  const drain = drainWith(30);
  const first = drain(0);
  await drain(0);
  expect(exits).toEqual([1]);
  expect((await running).status).toBe(200);
  await first;
});

test('calls are taken for the listening time while /readyz answers 503, and the port is closed after it', async () => {
  const status = async (path: string) => {
    const answer = await fetch(lab.url + path, { headers: { authorization: `Bearer ${lab.key}` } });
    return [answer.status, answer.headers.get('retry-after'), answer.headers.get('connection')];
  };
  const drained = drainWith(30, 1)(0);
  for (const path of ['/api/status', '/v1/models']) expect(await status(path)).toEqual([200, null, 'close']);
  expect((await lab.chat()).status).toBe(200);
  expect((await status('/readyz'))[0]).toBe(503);
  expect((await status('/livez'))[0]).toBe(200);
  await drained;
  await expect(status('/livez')).rejects.toThrow();
  expect(exits).toEqual([0]);
});

test('after a fault the port answers 503 for the listening time', async () => {
  const drained = drainWith(30, 1)(70);
  for (const path of ['/api/status', '/v1/models']) {
    const answer = await fetch(lab.url + path, { headers: { authorization: `Bearer ${lab.key}` } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('connection')).toBe('close');
  }
  await drained;
  expect(exits).toEqual([70]);
});

test('the listening time ends with a shorter drain time', async () => {
  await drainWith(0, 3600)(0);
  expect(exits).toEqual([0]);
});

test('the port closes at once when a person at a terminal stops the gateway', async () => {
  await drainWith(30, 3600)(0, { skipsListening: true });
  expect(exits).toEqual([0]);
});

test('an exception during the drain changes the exit code and cuts no stream', async () => {
  lab.upstream.script = sendEvents(frames, { gapMs: 60 });
  const running = await lab.chat(streamed);
  const drain = drainWith(30);
  const drained = drain(0);
  await drain(70, { isPatient: true });
  await drain(70, { isPatient: true });
  expect(exits).toEqual([]);
  expect(await running.text()).toBe(frames.join(''));
  await drained;
  expect(exits).toEqual([70]);
});

test('a refused upgrade does not delay the drain when its client does not close', async () => {
  const { hostname, port } = new URL(lab.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(upgrade('sk-unknown'));
  await new Promise((resolve) => socket.once('data', resolve));
  await drainWith(30)(0);
  expect(exits).toEqual([0]);
  socket.destroy();
});
