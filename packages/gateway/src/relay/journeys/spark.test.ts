import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type SocketUpstream, startSocketUpstream } from '../../testing/socket-upstream.ts';

let lab: RelayLab;
let upstream: SocketUpstream;
let openai: OpenAI;

beforeAll(async () => {
  upstream = await startSocketUpstream();
  lab = await startRelayLab({ quota: 100_000_000, channel: false, silenceMs: 1500 });
  await lab.option('ModelRatio', { 'SparkDesk-v3.5': 1, SparkDesk: 1, spare: 1 });
  const key = 'app-id-of-spark|api-secret-of-spark|api-key-of-spark';
  await lab.channel({
    type: 18,
    key,
    base_url: upstream.url,
    models: 'SparkDesk-v3.5,SparkDesk',
    other: 'v2.1',
  });
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(async () => {
  await lab.close();
  await upstream.close();
});
beforeEach(() => {
  upstream.refusal = undefined;
});

/** Messages as documented at https://www.xfyun.cn/doc/spark/Web.html */
const message = (status: number, text: object[], more: object = {}) =>
  JSON.stringify({
    header: { code: 0, message: 'Success', sid: 'cht000', status },
    payload: { choices: { status, seq: status, text }, ...more },
  });
const usage = {
  usage: { text: { question_tokens: 4, prompt_tokens: 12, completion_tokens: 6, total_tokens: 18 } },
};
const hello = [
  message(0, [{ content: 'Hello ', role: 'assistant', index: 0 }]),
  message(1, [{ content: '', role: 'assistant', index: 0 }]),
  message(2, [{ content: 'there', role: 'assistant', index: 0 }], usage),
];
const answers =
  (messages: string[], close = false) =>
  (socket: WebSocket) => {
    for (const each of messages) socket.send(each);
    if (close) socket.close();
  };
const question = { model: 'SparkDesk-v3.5', messages: [{ role: 'user' as const, content: 'Say hello' }] };

test('Spark serves an OpenAI client over its WebSocket, whole and streamed, and its usage is charged', async () => {
  upstream.script = answers(hello);
  const whole = await openai.chat.completions.create({ ...question, max_tokens: 50, temperature: 2 });
  expect(whole.choices[0]?.message.content).toBe('Hello there');
  expect(await lastRow(lab)).toMatchObject({
    prompt_tokens: 12,
    completion_tokens: 6,
    billing_basis: 'upstream_usage',
  });
  expect(upstream.calls.at(-1)).toEqual({
    path: expect.stringMatching(
      /^\/v3\.5\/chat\?authorization=[\w%]+&date=[^&]+GMT&host=127\.0\.0\.1%3A\d+$/,
    ),
    message: {
      header: { app_id: 'app-id-of-spark' },
      parameter: { chat: { domain: 'generalv3.5', temperature: 1, max_tokens: 50 } },
      payload: { message: { text: [{ role: 'user', content: 'Say hello' }] } },
    },
  });

  const streamed = await openai.chat.completions.stream(question).finalChatCompletion();
  expect(streamed.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Hello there' } });
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 12, completion_tokens: 6, is_stream: 1 });
});

test('the version comes from the model, else from the channel', async () => {
  upstream.script = answers(hello);
  await lab.chat({ model: 'SparkDesk' });
  expect(upstream.calls.at(-1)?.path).toMatch(/^\/v2\.1\/chat/);
  expect(upstream.calls.at(-1)?.message.parameter).toMatchObject({ chat: { domain: 'generalv2' } });
});

test('a tool call of Spark reaches the caller', async () => {
  const call = { name: 'get_weather', arguments: '{"city":"Zürich"}' };
  upstream.script = answers([
    message(2, [{ content: '', role: 'assistant', index: 0, function_call: call }], usage),
  ]);
  const tool = {
    type: 'function' as const,
    function: { name: 'get_weather', parameters: { type: 'object' } },
  };
  const answer = await openai.chat.completions.create({ ...question, tools: [tool] });
  expect(answer.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [{ function: call }] },
  });
  expect(upstream.calls.at(-1)?.message.payload).toMatchObject({
    functions: { text: [{ name: 'get_weather', parameters: { type: 'object' } }] },
  });
});

test.each([
  [11_200, 502], // no right to use the model, of the site's account
  [10_007, 429],
  [10_013, 400],
  [10_012, 502],
])("callers get Spark's error code %i as the status %i, whole and as a stream", async (code, status) => {
  const refusal = JSON.stringify({ header: { code, message: 'no', sid: 'cht000', status: 2 } });
  for (const stream of [false, true]) {
    upstream.script = answers([refusal]);
    expect((await lab.chat({ ...question, stream })).status).toBe(status);
  }
});

test.each([
  ...['x', 'null', '[]', '""', '{"header":null}', '\u0000'].map((frame) => [frame, frame]),
  ['16 MB of text', 'x'.repeat(16 * 1024 * 1024)],
  ['more than 16 MB', 'x'.repeat(16 * 1024 * 1024 + 1)],
])('a frame of Spark that makes no sense (%s) fails that call alone', async (_, frame = '') => {
  const uncaught: unknown[] = [];
  const remember = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', remember);
  upstream.script = answers([frame], true);
  expect((await lab.chat(question)).status).toBe(502);
  const streamed = await (await lab.chat({ ...question, stream: true })).text();
  expect(streamed).toContain('"error"');
  upstream.script = answers(hello);
  expect((await lab.chat(question)).status).toBe(200);
  process.off('uncaughtException', remember);
  expect(uncaught).toEqual([]);
});

test('a refused handshake is reported with its status', async () => {
  upstream.refusal = { status: 403, body: { message: 'HMAC signature does not match' } };
  const answer = await lab.chat(question);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('HMAC signature does not match');
});

test('a stream ends with an error and is charged when the socket closes or falls silent early', async () => {
  for (const close of [true, false]) {
    upstream.script = answers(hello.slice(0, 1), close);
    const text = await (await lab.chat({ ...question, stream: true })).text();
    expect(text).toContain('Hello ');
    expect(text).toContain('"error"');
    expect(text).not.toContain('[DONE]');
    const row = await lastRow(lab);
    // On a machine that is too slow to count, the length decides.
    expect(['counted', 'estimated']).toContain(row.billing_basis);
    expect(row.completion_tokens).toBeGreaterThan(0);
  }
  upstream.script = (socket) => socket.close();
  expect((await lab.chat(question)).status).toBe(502);
});

test('a caller who leaves pays the usage that Spark reports', async () => {
  upstream.script = (socket) => {
    socket.send(hello[0] ?? '');
    setTimeout(() => socket.send(hello[2] ?? ''), 300);
  };
  const gone = new AbortController();
  const answer = await fetch(`${lab.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify({ ...question, stream: true }),
    signal: gone.signal,
  });
  await answer.body?.getReader().read();
  gone.abort();
  const before = (await lab.booked()).rows.length;
  await expect
    .poll(async () => (await lab.booked()).rows.length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(before);
  await expect.poll(async () => (await lastRow(lab)).completion_tokens, { timeout: 10_000 }).toBe(6);
});

test('a WebSocket is refused to hosts that a channel may not call', () => {
  expect(() => lab.ctx.outbound.webSocket('channel', 'http://127.0.0.1/')).toThrow(/refused/);
  const socket = lab.ctx.outbound.webSocket('channel', 'ws://10.0.0.1:1/');
  return expect(new Promise((_, reject) => socket.on('error', reject))).rejects.toThrow(/refused/);
});
