import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { cutAfter, fail, sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let openai: OpenAI;

const llama = '@cf/meta/llama-3.1-8b-instruct';
const turbo = '@cf/openai/whisper-large-v3-turbo';
const whisper = '@cf/openai/whisper';
const flux = '@cf/black-forest-labs/flux-1-schnell';
const ratios = {
  'all-minilm': 10,
  'text-embedding-004': 10,
  [llama]: 1,
  [turbo]: 1,
  [whisper]: 1,
  imagen: 1,
};

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false, silenceMs: 20_000 });
  await lab.option('ModelRatio', ratios);
  await lab.option('CompletionRatio', { [llama]: 2 });
  await lab.option('ModelPrice', { [flux]: 0.002 });
  await lab.channel({ type: 4, models: 'all-minilm' });
  await lab.channel({ type: 24, models: 'text-embedding-004,imagen' });
  await lab.channel({
    type: 39,
    other: 'account-1',
    key: 'key-of-cloudflare',
    models: [llama, turbo, whisper, flux].join(','),
  });
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

const last = () => lab.upstream.calls.at(-1);
const audio = new Uint8Array([1, 2, 3, 250]);
const recording = () => new File([audio], 'a.ogg', { type: 'audio/ogg' });

async function refusedField(path: string, body: object | FormData): Promise<string | undefined> {
  const calls = lab.upstream.calls.length;
  const isForm = body instanceof FormData;
  const answer = await fetch(lab.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${lab.key}`, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const { error } = (await answer.json()) as { error: { message: string; code: string } };
  expect([answer.status, error.code]).toEqual([400, 'field_unsupported']);
  expect(lab.upstream.calls.length).toBe(calls);
  return /"(\w+)"/.exec(error.message)?.[1];
}

/** https://github.com/ollama/ollama/blob/main/docs/api.md#generate-embeddings */
const minilm = {
  model: 'all-minilm',
  embeddings: [
    [0.5, -0.25, 0.125],
    [1, 0, -1],
  ],
  total_duration: 14_143_917,
  load_duration: 1_019_500,
  prompt_eval_count: 8,
};

test.each(['float', undefined] as const)(
  'Ollama creates embeddings in its own format, sent as %s',
  async (format) => {
    lab.upstream.script = (_, response) => sendJson(response, 200, minilm);
    const input = ['Why is the sky blue?', 'Why is the grass green?'];
    // Without a format OpenAI's client requests bytes and decodes them.
    const answer = await openai.embeddings.create({
      model: 'all-minilm',
      input,
      dimensions: 3,
      ...(format && { encoding_format: format }),
    });
    expect(answer.data.map(({ embedding }) => [...embedding])).toEqual(minilm.embeddings);
    expect(last()?.path).toBe('/api/embed');
    expect(last()?.json).toEqual({ model: 'all-minilm', input, dimensions: 3 });
    expect(await lastRow(lab)).toMatchObject({
      prompt_tokens: 8,
      quota: 80,
      billing_basis: 'upstream_usage',
    });
  },
);

test('Ollama embeddings are charged by the text when it reports no usage', async () => {
  const { prompt_eval_count: _, ...rest } = minilm;
  lab.upstream.script = (_call, response) => sendJson(response, 200, rest);
  await openai.embeddings.create({ model: 'all-minilm', input: 'one two three four five' });
  const row = await lastRow(lab);
  expect(row.billing_basis).toBe('counted');
  expect(row.prompt_tokens).toBeGreaterThanOrEqual(5);
});

test('Google embeddings are bytes when the caller requests bytes', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, { embeddings: [{ values: [0.5, -0.25] }] });
  const answer = await openai.embeddings.create({ model: 'text-embedding-004', input: 'Hi' });
  expect([...(answer.data[0]?.embedding ?? [])]).toEqual([0.5, -0.25]);
});

test.each(['all-minilm', 'text-embedding-004'])(
  'embeddings of tokens or another type are refused for %s with the field',
  async (model) => {
    expect(await refusedField('/v1/embeddings', { model, input: [[1, 2, 3]] })).toBe('input');
    expect(await refusedField('/v1/embeddings', { model, input: [1, 2, 3] })).toBe('input');
    expect(await refusedField('/v1/embeddings', { model, input: 'x', encoding_format: 'int8' })).toBe(
      'encoding_format',
    );
    expect(await refusedField('/v1/embeddings', { model, input: 'x', task: 'retrieval' })).toBe('task');
  },
);

test('a picture request is refused with the field when Google does not support it', async () => {
  const ask = (fields: object) =>
    refusedField('/v1/images/generations', { model: 'imagen', prompt: 'x', ...fields });
  expect(await ask({ size: '1000x100' })).toBe('size');
  expect(await ask({ quality: 'hd' })).toBe('quality');
  expect(await ask({ response_format: 'url' })).toBe('response_format');
  expect(await ask({ style: 'vivid' })).toBe('style');
});

/** https://developers.cloudflare.com/workers-ai/models/llama-3.1-8b-instruct/ */
const ran = (result: object) => ({ result, success: true, errors: [], messages: [] });
const usage = { prompt_tokens: 12, completion_tokens: 6, total_tokens: 18 };

test('Workers AI completes a text at its own address, plain', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, ran({ response: 'Hello there', usage }));
  const answer = await openai.completions.create({ model: llama, prompt: 'Say', max_tokens: 9, user: 'me' });
  expect(answer.choices[0]?.text).toBe('Hello there');
  expect(last()?.path).toBe(`/client/v4/accounts/account-1/ai/run/${llama}`);
  expect(last()?.headers.authorization).toBe('Bearer key-of-cloudflare');
  expect(last()?.json).toEqual({ prompt: 'Say', max_tokens: 9 });
  expect(await lastRow(lab)).toMatchObject({ quota: 24, billing_basis: 'upstream_usage' });
  lab.upstream.script = (_, response) => sendJson(response, 200, ran({ response: 'one two three' }));
  await openai.completions.create({ model: llama, prompt: 'Say' });
  expect(await lastRow(lab)).toMatchObject({ completion_tokens: 3, billing_basis: 'counted' });
});

const frames = [
  'data: {"response":"Hello ","p":"abcdefg"}\n\n',
  'data: {"response":"th',
  'ere","p":"ab"}\n\n',
  `data: {"response":"","usage":${JSON.stringify(usage)}}\n\n`,
  'data: [DONE]\n\n',
];

test.each([true, false])(
  'Workers AI completes a text as a stream with usage on request: %s',
  async (asks) => {
    lab.upstream.script = sendEvents(frames);
    let text = '';
    let streamUsage: unknown;
    let reason: unknown;
    const stream = await openai.completions.create({
      model: llama,
      prompt: ['Say'],
      stream: true,
      ...(asks && { stream_options: { include_usage: true } }),
    });
    for await (const event of stream) {
      text += event.choices[0]?.text ?? '';
      reason = event.choices[0]?.finish_reason ?? reason;
      streamUsage = event.usage ?? streamUsage;
    }
    expect([text, reason]).toEqual(['Hello there', 'stop']);
    expect(streamUsage).toEqual(asks ? usage : undefined);
    expect(last()?.json).toEqual({ prompt: 'Say', stream: true });
    expect(await lastRow(lab)).toMatchObject({ quota: 24, billing_basis: 'upstream_usage' });
  },
);

test('a stream of Workers AI ends with an error and is charged by its output when it breaks off', async () => {
  lab.upstream.script = cutAfter(frames.slice(0, 3));
  const answer = await fetch(`${lab.url}/v1/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify({ model: llama, prompt: 'Say', stream: true }),
  });
  const text = await answer.text();
  expect(text).toContain('"error"');
  expect(text).not.toContain('[DONE]');
  expect(await lastRow(lab)).toMatchObject({ completion_tokens: 2, billing_basis: 'counted' });
});

test('an error of Workers AI costs nothing and names the reason', async () => {
  const { balance } = await lab.booked();
  const errors = [{ code: 5006, message: 'Error: required properties at / are prompt' }];
  lab.upstream.script = fail(400, { result: null, success: false, errors, messages: [] });
  const completion = openai.completions.create({ model: llama, prompt: 'x' });
  await expect(completion).rejects.toMatchObject({ message: expect.stringContaining('required properties') });
  expect((await lab.booked()).balance).toBe(balance);
});

test('a completion is refused with the field when Workers AI does not support it', async () => {
  const ask = (fields: object) => refusedField('/v1/completions', { model: llama, prompt: 'x', ...fields });
  expect(await ask({ logprobs: 2 })).toBe('logprobs');
  expect(await ask({ suffix: 'y' })).toBe('suffix');
  expect(await ask({ n: 2 })).toBe('n');
  expect(await ask({ prompt: ['a', 'b'] })).toBe('prompt');
});

/** https://developers.cloudflare.com/workers-ai/models/whisper-large-v3-turbo/ and …/whisper/ */
test('Workers AI transcribes a recording in JSON for newer models and as bytes for older ones', async () => {
  const info = { language: 'en', language_probability: 1, duration: 9.5, duration_after_vad: 8 };
  const transcription = { transcription_info: info, text: 'Hi', word_count: 1, segments: [] };
  lab.upstream.script = (_, response) => sendJson(response, 200, ran(transcription));
  const answer = await openai.audio.transcriptions.create({
    model: turbo,
    file: recording(),
    language: 'en',
  });
  expect(answer.text).toBe('Hi');
  expect(last()?.json).toEqual({
    audio: Buffer.from(audio).toString('base64'),
    task: 'transcribe',
    language: 'en',
  });
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 167, billing_basis: 'upstream_usage' });
  await openai.audio.translations.create({ model: turbo, file: recording() });
  expect(last()?.json).toMatchObject({ task: 'translate' });

  lab.upstream.script = (_, response) =>
    sendJson(response, 200, ran({ text: 'Hi', word_count: 1, words: [] }));
  await openai.audio.transcriptions.create({ model: whisper, file: recording() });
  expect(last()?.headers['content-type']).toBe('application/octet-stream');
  expect(last()?.body).toEqual(Buffer.from(audio));
  expect((await lastRow(lab)).billing_basis).toBe('estimated');
});

test('a transcription is refused with the field when Workers AI does not support it', async () => {
  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    data.set('file', recording());
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return data;
  };
  const ask = (fields: Record<string, string>) => refusedField('/v1/audio/transcriptions', form(fields));
  expect(await ask({ model: turbo, response_format: 'srt' })).toBe('response_format');
  expect(await ask({ model: turbo, temperature: '0.5' })).toBe('temperature');
  expect(await ask({ model: whisper, language: 'en' })).toBe('language');
});

/** https://developers.cloudflare.com/workers-ai/models/flux-1-schnell/ */
test('Workers AI draws one picture, charged by picture', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, ran({ image: 'aGk=' }));
  const answer = await openai.images.generate({ model: flux, prompt: 'A cat' });
  expect(answer.data).toEqual([{ b64_json: 'aGk=' }]);
  expect(last()?.json).toEqual({ prompt: 'A cat' });
  expect((await lastRow(lab)).quota).toBe(1000);
  const body = { model: flux, prompt: 'x', n: 2 };
  expect(await refusedField('/v1/images/generations', body)).toBe('n');
  expect(await refusedField('/v1/images/generations', { ...body, n: 1, size: '256x256' })).toBe('size');
});
