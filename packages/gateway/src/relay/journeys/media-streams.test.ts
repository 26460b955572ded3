import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { makeUser } from '../../testing/factories.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startEndpointLab } from '../../testing/relay-labs.ts';
import { cutAfter, type Script, sendEvents, sendJson } from '../../testing/upstream.ts';

/** Transcripts, pictures and speech that arrive in events, with the real client and a provider as strict as OpenAI. */
let lab: RelayLab;
let openai: OpenAI;
beforeAll(async () => {
  lab = await startEndpointLab();
  // All tokens of pictures cost the same, so that the figures below are easy to check.
  await lab.option('PriceAdjustments', {});
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = strict;
  lab.upstream.calls.length = 0;
});

const frame = (event: object, name?: string) =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
const transcriptUsage = {
  type: 'tokens',
  input_tokens: 14,
  input_token_details: { text_tokens: 0, audio_tokens: 14 },
  output_tokens: 45,
  total_tokens: 59,
};
const transcript = [
  frame({ type: 'transcript.text.delta', delta: 'Hello ' }),
  frame({ type: 'transcript.text.delta', delta: 'there' }),
  frame({ type: 'transcript.text.done', text: 'Hello there', usage: transcriptUsage }),
];
const speech = [
  frame({ type: 'speech.audio.delta', audio: 'aGVsbG8=' }),
  frame({ type: 'speech.audio.delta', audio: 'dGhlcmU=' }),
  frame({ type: 'speech.audio.done', usage: { input_tokens: 14, output_tokens: 101, total_tokens: 115 } }),
];
const about = {
  created_at: 1,
  size: '1024x1024',
  quality: 'low',
  background: 'opaque',
  output_format: 'png',
};
const pictureUsage = {
  input_tokens: 50,
  input_tokens_details: { text_tokens: 50, image_tokens: 0 },
  output_tokens: 472,
  total_tokens: 522,
};

function pictures(kind: 'image_generation' | 'image_edit', previews: number): string[] {
  const b64_json = 'A'.repeat(200_000);
  return [
    ...Array.from({ length: previews }, (_, partial_image_index) =>
      frame(
        { type: `${kind}.partial_image`, b64_json, partial_image_index, ...about },
        `${kind}.partial_image`,
      ),
    ),
    frame({ type: `${kind}.completed`, b64_json, ...about, usage: pictureUsage }, `${kind}.completed`),
  ];
}

/** Refuses what the documentation excludes. */
const strict: Script = (call, response) => {
  const form = call.body.toString('latin1');
  const refuse = (message: string) =>
    sendJson(response, 400, { error: { message, type: 'invalid_request_error', param: null, code: null } });
  if (call.path === '/v1/audio/transcriptions') {
    const streams = /name="stream"\r\n\r\ntrue/.test(form) && !/whisper-1/.test(form);
    return streams
      ? sendEvents(transcript)(call, response)
      : sendJson(response, 200, { text: 'Hello there', usage: transcriptUsage });
  }
  if (call.path === '/v1/audio/speech') {
    if (call.json.stream_format !== 'sse') {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('mp3');
      return undefined;
    }
    if (String(call.json.model).startsWith('tts-1')) return refuse('sse is not supported');
    return sendEvents(speech)(call, response);
  }
  const isEdit = call.path === '/v1/images/edits';
  const previews = isEdit
    ? Number(/name="partial_images"\r\n\r\n(\d)/.exec(form)?.[1] ?? 0)
    : Number(call.json.partial_images ?? 0);
  const streams = isEdit ? /name="stream"\r\n\r\ntrue/.test(form) : call.json.stream === true;
  if (previews > 3) return refuse('partial_images must be between 0 and 3');
  if (!streams)
    return previews > 0 ? refuse('partial_images needs stream') : sendJson(response, 200, { data: [] });
  return sendEvents(pictures(isEdit ? 'image_edit' : 'image_generation', previews))(call, response);
};

const recording = () => toFile(Buffer.alloc(4000, 1), 'talk.mp3');
const post = (path: string, body: object, signal?: AbortSignal) =>
  fetch(`${lab.url}/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
const picture = { model: 'gpt-image-1', prompt: 'A dot', size: '1024x1024', quality: 'low' } as const;
/** Its tokens cost more than the price of a picture. */
const large = { ...picture, quality: 'high' } as const;
const say = { model: 'gpt-4o-mini-tts', voice: 'alloy', input: 'Hello there', stream_format: 'sse' };

test('a transcript arrives in pieces and is charged by the report at its end', async () => {
  const stream = await openai.audio.transcriptions.create({
    ...{ file: await recording(), model: 'gpt-4o-transcribe', stream: true },
  });
  const events: OpenAI.Audio.TranscriptionStreamEvent[] = [];
  for await (const event of stream) events.push(event);
  expect(events.map(({ type }) => type)).toEqual([
    'transcript.text.delta',
    'transcript.text.delta',
    'transcript.text.done',
  ]);
  expect(await lastRow(lab)).toMatchObject({
    ...{ prompt_tokens: 14, completion_tokens: 45, is_stream: 1, billing_basis: 'upstream_usage' },
  });
});

test('a model that does not stream answers as a whole', async () => {
  const form = new FormData();
  form.set('file', await recording());
  form.set('model', 'whisper-1');
  form.set('stream', 'true');
  const headers = { authorization: `Bearer ${lab.key}` };
  const answer = await fetch(`${lab.url}/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
  expect(await answer.json()).toMatchObject({ text: 'Hello there' });
});

test('a picture arrives with its previews, byte for byte, and is charged by the tokens of all of them', async () => {
  const answer = await post('images/generations', { ...picture, stream: true, partial_images: 2 });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(await answer.text()).toBe(pictures('image_generation', 2).join(''));
  // (50 + 472 x 8) x 2.5
  const { prompt_tokens, completion_tokens, billing_basis } = await lastRow(lab);
  expect([prompt_tokens, completion_tokens, billing_basis]).toEqual([50, 472, 'upstream_usage']);

  const seen: string[] = [];
  for await (const event of await openai.images.generate({ ...picture, stream: true, partial_images: 1 }))
    seen.push(event.type);
  const image = await toFile(Buffer.from('png'), 'dot.png', { type: 'image/png' });
  for await (const event of await openai.images.edit({ ...picture, image, stream: true, partial_images: 1 }))
    seen.push(event.type);
  expect(seen).toEqual([
    ...['image_generation.partial_image', 'image_generation.completed'],
    ...['image_edit.partial_image', 'image_edit.completed'],
  ]);
});

test('previews are held at 100 tokens each', async () => {
  const heldFor = async (body: object) => {
    let amount = 0;
    lab.upstream.script = async (call, response) => {
      const holds = await lab.ctx.db.selectFrom('hold').select('amount').execute();
      amount = holds.reduce((sum, hold) => sum + hold.amount, 0);
      await strict(call, response);
    };
    await (await post('images/generations', { ...large, ...body })).text();
    await lab.booked();
    return amount;
  };
  const without = await heldFor({ stream: true });
  const withTwo = await heldFor({ stream: true, partial_images: 2 });
  expect(withTwo - without).toBe(200 * 20);
});

test('speech in events is charged by its report, and passes byte for byte', async () => {
  const answer = await post('audio/speech', say);
  expect(await answer.text()).toBe(speech.join(''));
  expect(await lastRow(lab)).toMatchObject({
    ...{ prompt_tokens: 14, completion_tokens: 101, is_stream: 1, billing_basis: 'upstream_usage' },
  });
  const plain = await post('audio/speech', { ...say, stream_format: 'audio' });
  expect(await plain.text()).toBe('mp3');
  const refused = await post('audio/speech', { ...say, model: 'tts-1' });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('not supported')]);
});

test('speech whose report says that nothing was read costs its text', async () => {
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  lab.upstream.script = sendEvents([...speech.slice(0, 2), frame({ type: 'speech.audio.done', usage })]);
  await (await post('audio/speech', say)).text();
  const row = await lastRow(lab);
  expect(row).toMatchObject({ billing_basis: 'counted', completion_tokens: 0 });
  expect(row.quota).toBeGreaterThan(0);
});

test('a stream that breaks off ends with an error event, and costs what was delivered', async () => {
  const broken = async (frames: string[], send: () => Promise<Response>) => {
    lab.upstream.script = cutAfter(frames);
    const text = await (await send()).text();
    expect(text.startsWith(frames.join(''))).toBe(true);
    expect(text.slice(frames.join('').length)).toContain('"code":"upstream_cut"');
    return lastRow(lab);
  };
  const form = new FormData();
  form.set('file', await recording());
  form.set('model', 'gpt-4o-transcribe');
  form.set('stream', 'true');
  const headers = { authorization: `Bearer ${lab.key}` };
  const transcribe = () =>
    fetch(`${lab.url}/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
  const words = await broken(transcript.slice(0, 2), transcribe);
  expect(words.completion_tokens).toBe(2);
  expect(words.billing_basis).not.toBe('upstream_usage');
  const sound = await broken(speech.slice(0, 1), () => post('audio/speech', say));
  expect(sound.quota).toBeGreaterThan(0);
  const drawing = { ...picture, stream: true, partial_images: 1 };
  const free = await broken(pictures('image_generation', 1).slice(0, 1), () =>
    post('images/generations', drawing),
  );
  expect(free.quota).toBe(0);
});

test('a caller who hangs up pays what the provider reports', async () => {
  const { rows } = await lab.booked();
  const stop = new AbortController();
  lab.upstream.script = sendEvents(pictures('image_generation', 2), { gapMs: 150 });
  const answer = await post(
    'images/generations',
    { ...picture, stream: true, partial_images: 2 },
    stop.signal,
  );
  await answer.body?.getReader().read();
  stop.abort();
  await expect.poll(async () => (await lab.booked()).rows.length, { timeout: 10_000 }).toBe(rows.length + 1);
  expect(await lastRow(lab)).toMatchObject({ completion_tokens: 472, billing_basis: 'upstream_usage' });
});

test('a caller who hangs up on speech in events pays what the provider reports', async () => {
  const { rows } = await lab.booked();
  const stop = new AbortController();
  lab.upstream.script = sendEvents(speech, { gapMs: 150 });
  const answer = await post('audio/speech', say, stop.signal);
  await answer.body?.getReader().read();
  stop.abort();
  await expect.poll(async () => (await lab.booked()).rows.length, { timeout: 10_000 }).toBe(rows.length + 1);
  expect(await lastRow(lab)).toMatchObject({ completion_tokens: 101, billing_basis: 'upstream_usage' });
});

test('an error before the first piece moves the call to another channel', async () => {
  const fault = frame({ type: 'error', error: { type: 'server_error', message: 'overloaded' } });
  await lab.option('RetryTimes', 1);
  await lab.channel({ models: 'gpt-image-1', key: 'sk-second' });
  lab.upstream.script = (call, response) =>
    lab.upstream.calls.length === 1 ? sendEvents([fault])(call, response) : strict(call, response);
  const answer = await post('images/generations', { ...picture, stream: true });
  expect(await answer.text()).toBe(pictures('image_generation', 0).join(''));
  expect(lab.upstream.calls.length).toBe(2);
});

test('a vendor with a format of its own is skipped for a stream, with the name of the field', async () => {
  await lab.channel({ type: 17, models: 'wanx-v1' });
  await lab.option('ModelPrice', { 'dall-e-3': 0.04, 'wanx-v1': 0.01 });
  const answer = await post('images/generations', { model: 'wanx-v1', prompt: 'A dot', stream: true });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('"stream"') } });
});

test('a balance that does not cover the previews is refused', async () => {
  // 5 bytes of the prompt x 2.5 and 4160 x 20 for the picture, and 6000 for three previews.
  const quota = 83_213 + 3_200;
  const user = await makeUser(lab.ctx, { username: 'poor', quota });
  const key = await lab.token({}, user);
  const ask = (body: object) =>
    fetch(`${lab.url}/v1/images/generations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...large, stream: true, ...body }),
    });
  expect((await ask({ partial_images: 3 })).status).toBe(403);
  expect((await ask({})).status).toBe(200);
});
