import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, type ReceivedCall, sendEvents, streamOf } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ answerMs: 1500 });
});
afterAll(() => lab.close());

const call = { json: { model: 'gpt-4o' } } as unknown as ReceivedCall;
const opening = streamOf(call, { text: 'one two three four five' }).slice(0, 6);

// @spec H207
test('a caller gets its end when the provider sends [DONE] and keeps the connection open', async () => {
  const whole = streamOf(call, { text: 'done' });
  lab.upstream.script = sendEvents(whole, { end: false });
  expect(await (await lab.chat({ stream: true })).text()).toBe(whole.join(''));
});

test('a stream that takes too long is cut and charged for its output; a plain response is refused and free', async () => {
  const before = (await lab.booked()).rows.length;
  lab.upstream.script = async (received, response) => {
    const stream = received.json.stream === true;
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    for (const frame of stream ? opening : ['{']) response.write(frame);
    while (!response.destroyed) {
      response.write(stream ? ': still here\n\n' : ' ');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const [streamed, plain] = await Promise.all([lab.chat({ stream: true }), lab.chat()]);
  const text = await streamed.text();
  expect(streamed.status).toBe(200);
  expect(text.startsWith(opening.join(''))).toBe(true);
  expect(text).toContain('"code":"upstream_too_long"');
  expect(text).not.toContain('[DONE]');
  expect(plain.status).toBe(504);
  expect(await plain.json()).toMatchObject({ error: { code: 'upstream_too_long' } });
  const { rows } = await lab.booked();
  expect(rows.slice(before)).toMatchObject([{ is_stream: 1, billing_basis: 'counted' }]);
});

test('a channel with its own silence limit waits longer than the others', async () => {
  const other = await startRelayLab({ silenceMs: 1000, channel: false });
  const channel = (model: string, silence_seconds: unknown) =>
    other.channel({ models: model, setting: JSON.stringify({ silence_seconds }) });
  await other.option('ModelRatio', { thinker: 1, usual: 1, nonsense: 1 });
  await channel('thinker', 3600);
  await channel('usual', undefined);
  await channel('nonsense', 'long');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  other.upstream.script = async (received, response) => {
    await released;
    await completion()(received, response);
  };
  const thinkers = [other.chat({ model: 'thinker' }), other.chat({ model: 'thinker', stream: true })];
  await expect.poll(() => other.upstream.calls.length, { timeout: 20_000 }).toBe(2);
  for (const model of ['usual', 'nonsense']) expect((await other.chat({ model })).status).toBe(502);
  release();
  for (const answer of await Promise.all(thinkers)) {
    expect(answer.status).toBe(200);
    await answer.text();
  }
  await other.close();
});

test('a silent provider is detected after a slow caller delayed it', async () => {
  const other = await startRelayLab({ silenceMs: 1000, quota: 100_000_000 });
  const event = `data: {"choices":[{"delta":{"content":"${'word '.repeat(40_000)}"}}]}\n\n`;
  // More than the buffers of all connections on the way hold.
  const flood = Array.from({ length: 100 }, () => event);
  other.upstream.script = sendEvents(flood, { end: false });
  const answer = await other.chat({ stream: true, max_tokens: 5_000_000 });
  const streamCount = () => (other.upstream.calls.length === 1 ? other.relay.usage().streams : 0);
  await expect.poll(streamCount, { timeout: 20_000, interval: 5 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 300)); // readable, but not read
  const text = await answer.text();
  expect(text.startsWith(flood[0] ?? '')).toBe(true);
  expect(text).toContain('"code":"upstream_cut"');
  await other.close();
});

test('a closing gateway ends its streams with an error event and books them', async () => {
  const before = (await lab.booked()).rows.length;
  lab.upstream.script = sendEvents(opening, { end: false });
  const answer = await lab.chat({ stream: true });
  const text = answer.text();
  await expect.poll(() => lab.relay.usage().streams, { timeout: 20_000, interval: 5 }).toBe(1);
  await lab.relay.close();
  expect(await text).toContain('"code":"restarting"');
  expect((await lab.booked()).rows.length).toBe(before + 1);
});
