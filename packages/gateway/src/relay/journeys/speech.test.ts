import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { cutAfter, fail, type Script } from '../../testing/upstream.ts';

let lab: RelayLab;
/** Numbered, so that lost or repeated pieces are detected. */
const piece = (n: number) => Buffer.alloc(5000, n);
const INPUT = 'Grüezi mitenand';
const COST = 113;

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', { 'tts-1': 7.5 });
  await lab.option('RetryTimes', '1');
  await lab.channel({ models: 'tts-1', key: 'sk-first', priority: 9 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

const createSpeech = (signal?: AbortSignal) =>
  fetch(`${lab.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input: INPUT }),
    ...(signal && { signal }),
  });
const balance = async () => (await lab.booked()).balance;
const rows = async () => (await lab.booked()).rows.length;

/** Sends the first piece, and the rest when `resume` is called. */
function inTwo(): { script: Script; resume(): void } {
  let resume = () => {};
  const waits = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const script: Script = async (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    for (const n of [1, 2]) response.write(piece(n));
    await waits;
    if (!response.destroyed) response.end(piece(3));
  };
  return { script, resume };
}

test('speech reaches the caller byte for byte while the provider still sends', async () => {
  const { script, resume } = inTwo();
  lab.upstream.script = script;
  const answer = await createSpeech();
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  expect(first.value?.[0]).toBe(1);
  resume();
  const chunks = [first.value ?? new Uint8Array()];
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  expect(Buffer.concat(chunks)).toEqual(Buffer.concat([1, 2, 3].map(piece)));
  expect(await lastRow(lab)).toMatchObject({
    prompt_tokens: 15,
    completion_tokens: 0,
    quota: COST,
    billing_basis: 'counted',
  });
});

test('the last bytes of speech are sent when the money is settled', async () => {
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': '5000' });
    response.end(piece(1));
  };
  const before = await rows();
  await (await createSpeech()).arrayBuffer();
  expect(await rows()).toBe(before + 1);
});

test('speech breaks off for the caller and is charged when the provider disconnects', async () => {
  lab.upstream.script = async (call, response) => {
    response.setHeader('content-type', 'audio/mpeg');
    response.write(piece(1));
    await cutAfter([])(call, Object.assign(response, { writeHead: () => response }));
  };
  const before = await balance();
  const answer = await createSpeech();
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect(before - (await balance())).toBe(COST);
  expect(await lastRow(lab)).toMatchObject({ quota: COST, billing_basis: 'counted' });
});

test('a caller who disconnects during speech pays for it', async () => {
  const { script, resume } = inTwo();
  lab.upstream.script = script;
  const before = await balance();
  const booked = await rows();
  const leaves = new AbortController();
  const answer = await createSpeech(leaves.signal);
  await (answer.body as ReadableStream<Uint8Array>).getReader().read();
  leaves.abort();
  resume();
  await expect.poll(rows, { timeout: 30_000 }).toBe(booked + 1);
  expect(before - (await balance())).toBe(COST);
});

test('speech comes from the next provider when the first fails before the first byte, for free', async () => {
  await lab.channel({ models: 'tts-1', key: 'sk-second' });
  const empty: Script = (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end();
  };
  for (const trouble of [
    fail(500, { error: { message: 'no' } }),
    fail(200, { error: { message: 'no' } }),
    empty,
  ]) {
    lab.upstream.script = (call, response) => {
      if (call.headers.authorization === 'Bearer sk-first') return trouble(call, response);
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      response.end(piece(7));
    };
    const before = await balance();
    expect(Buffer.from(await (await createSpeech()).arrayBuffer())).toEqual(piece(7));
    expect(before - (await balance())).toBe(COST);
  }
});

test('speech in events passes unchanged', async () => {
  const text =
    'data: {"type":"speech.audio.delta","audio":"aGk="}\n\ndata: {"type":"speech.audio.done","usage":{}}\n\n';
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(text);
  };
  const answer = await createSpeech();
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  expect(await answer.text()).toBe(text);
  expect((await lastRow(lab)).quota).toBe(COST);
});
