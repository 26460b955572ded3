import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { type FakeRealtime, startRealtime } from '../../testing/realtime.ts';
import { openRealtimeSession, patient } from '../../testing/realtime-caller.ts';
import { holdResponses, TEXT_DELTA } from '../../testing/realtime-responses.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

const MODEL = 'gpt-4o-realtime-preview';
const usage = {
  input_tokens: 100,
  output_tokens: 10,
  input_token_details: { text_tokens: 100 },
  output_token_details: { text_tokens: 10 },
};
const RICH = 100_000_000;
const outOfBand = { type: 'response.create', response: { conversation: 'none' } };

let lab: RelayLab;
let provider: FakeRealtime;
beforeAll(async () => {
  provider = await startRealtime();
  lab = await startRelayLab({ channel: false, moneyWaitMs: 200 });
  await lab.channel({ base_url: provider.url, models: MODEL });
});
afterAll(async () => {
  await lab.close();
  await provider.close();
});
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await expect.poll(() => lab.relay.usage().calls, patient).toBe(0);
  provider.events.length = 0;
});

async function openSession(quota: number) {
  const session = await openRealtimeSession(lab, MODEL, quota);
  sockets.push(session.socket);
  return session;
}

function ended(): Promise<void> {
  return expect.poll(() => lab.relay.usage().calls, patient).toBe(0);
}

test("a response is not forwarded without money, and the error names the caller's event", async () => {
  const responses = holdResponses({ usage });
  provider.script = responses.script;
  const session = await openSession(500_000);
  for (let n = 0; n < 8; n += 1) session.send({ ...outOfBand, event_id: `event-${n}` });
  await session.seen('error');
  const refused = session.of('error').at(0)?.error;
  expect(refused).toMatchObject({ code: 'insufficient_quota', event_id: expect.stringMatching(/^event-/) });
  await expect.poll(() => session.of('error').length + provider.events.length, patient).toBe(8);
  expect(provider.events.map(({ event_id }) => event_id)).not.toContain(refused?.event_id);
});

test('running responses continue when the hold of the next one is refused', async () => {
  const audioUsage = {
    ...usage,
    output_tokens: 700,
    output_token_details: { text_tokens: 0, audio_tokens: 700 },
  };
  const responses = holdResponses({ usage: audioUsage });
  provider.script = responses.script;
  const session = await openSession(165_000);
  const ask = { type: 'response.create', response: { conversation: 'none', max_output_tokens: 700 } };
  session.send(ask);
  session.send(ask);
  await session.seen('response.output_text.delta', 2);
  responses.finish();
  await session.seen('response.done');
  await expect.poll(async () => (await session.charges()).length, patient).toBe(1);
  // The hold of the next response is refused now.
  session.send(ask);
  await session.seen('error');
  responses.finish();
  await session.seen('response.done', 2);
  expect(await session.closed).toBe(1008);
  await ended();
  const cost = (100 + 700 * 40) * 2.5;
  expect((await session.charges()).map(({ quota }) => quota)).toEqual([cost, cost]);
});

test('a response is cancelled and hidden when the provider begins it without money', async () => {
  const responses = holdResponses({ usage });
  provider.script = responses.script;
  const session = await openSession(76_000);
  session.send(outOfBand);
  await session.seen('response.output_text.delta');
  const [socket] = provider.sockets;
  const id = socket ? responses.begin(socket) : '';
  await session.seen('error');
  await expect
    .poll(() => provider.events.at(-1), patient)
    .toEqual({ type: 'response.cancel', response_id: id });
  await session.seen('response.done');
  const done = session.of('response.done').at(0)?.response;
  expect(done).toMatchObject({ id, status: 'cancelled', output: [] });
  expect(session.of('response.output_text.delta').length).toBe(1);
  expect(JSON.stringify(done)).not.toContain(TEXT_DELTA);
});

test('a session has at most 32 running responses', async () => {
  provider.script = holdResponses({ usage }).script;
  const session = await openSession(RICH);
  for (let n = 0; n < 33; n += 1) session.send(outOfBand);
  await session.seen('error');
  expect(session.of('error').at(0)?.error).toMatchObject({ code: 'responses_full' });
  expect(provider.events.length).toBe(32);
});

test('a provider that begins responses by itself, without a word of the caller, earns nothing', async () => {
  provider.script = () => {};
  const session = await openSession(RICH);
  const [socket] = provider.sockets;
  for (let n = 0; n < 200; n += 1)
    socket?.send(JSON.stringify({ type: 'response.created', response: { id: `resp_${n}` } }));
  await expect
    .poll(() => provider.events.filter(({ type }) => type === 'response.cancel').length, patient)
    .toBe(192);
  session.socket.terminate();
  await ended();
  expect(await session.balance()).toBe(RICH);
});

test('a response releases its hold when the provider refuses it', async () => {
  provider.script = ({ event_id }, socket) => {
    const error = {
      type: 'invalid_request_error',
      code: 'conversation_already_has_active_response',
      event_id,
    };
    socket.send(JSON.stringify({ type: 'error', error }));
  };
  const session = await openSession(RICH);
  for (let n = 0; n < 40; n += 1) {
    session.send({ ...outOfBand, event_id: `event-${n}` });
    await session.seen('error', n + 1);
  }
  expect(provider.events.length).toBe(40);
  session.socket.close();
  await ended();
  expect(await session.charges()).toEqual([]);
  expect(await session.balance()).toBe(RICH);
});

test('a response gets a covered limit when only a part of its cost is held', async () => {
  const responses = holdResponses({ usage });
  provider.script = responses.script;
  const session = await openSession(200_000);
  session.send({ type: 'response.create' });
  await session.seen('response.output_text.delta');
  const response = provider.events.at(0)?.response as { max_output_tokens: number } | undefined;
  expect(response?.max_output_tokens).toBeGreaterThan(500);
  expect(response?.max_output_tokens).toBeLessThan(2000);
});

test('a report is replaced by a count and marked when it is impossible', async () => {
  const responses = holdResponses({ usage: { input_tokens: 5_000_000, output_tokens: 90_000 } });
  provider.script = responses.script;
  const session = await openSession(500_000);
  session.send({ type: 'response.create' });
  await session.seen('response.output_text.delta');
  responses.finish();
  await expect.poll(async () => (await session.charges()).length, patient).toBe(1);
  const [row] = await session.charges();
  expect(JSON.parse(row?.other ?? '{}')).toMatchObject({ usage_suspect: true });
  expect(row?.quota).toBeLessThan(10_000);
});

test('a voice conversation continues without interruption with one dollar', async () => {
  // Ten seconds of speech.
  const audioUsage = {
    ...usage,
    output_tokens: 200,
    output_token_details: { text_tokens: 0, audio_tokens: 200 },
  };
  const responses = holdResponses({ usage: audioUsage });
  provider.script = responses.script;
  const session = await openSession(500_000);
  const [socket] = provider.sockets;
  for (let round = 1; round <= 10; round += 1) {
    const words = provider.events.length;
    session.send({ type: 'input_audio_buffer.append', audio: 'AAAA' });
    await expect.poll(() => provider.events.length, patient).toBeGreaterThan(words);
    if (socket) responses.begin(socket);
    await session.seen('response.output_text.delta', round);
    responses.finish();
    await session.seen('response.done', round);
    await expect.poll(async () => (await session.charges()).length, patient).toBe(round);
  }
  expect(session.of('error')).toEqual([]);
});

test('a response gets a hold when its event contains escapes', async () => {
  provider.script = holdResponses({ usage, begins: false }).script;
  const session = await openSession(RICH);
  session.socket.send('{"type":"response\\u002ecreate","metadata":"input_audio_buffer.append"}');
  await expect.poll(() => provider.events.length, patient).toBe(1);
  const holds = await lab.ctx.db.selectFrom('hold').selectAll().execute();
  expect(Math.max(...holds.map(({ amount }) => Number(amount)))).toBeGreaterThan(400_000);
});
