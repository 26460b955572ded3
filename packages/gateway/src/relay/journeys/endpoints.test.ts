import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startEndpointLab } from '../../testing/relay-labs.ts';
import { completion, fail, sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let openai: OpenAI;

beforeAll(async () => {
  lab = await startEndpointLab();
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = completion();
});

function post(path: string, body: unknown) {
  return fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
  });
}

const last = () => lab.upstream.calls.at(-1);

test('legacy completions pass whole and streamed and are charged by usage', async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 };
  const choice = { index: 0, text: 'one two', finish_reason: 'stop', logprobs: null };
  const body = { id: 'cmpl-1', object: 'text_completion', created: 1, model: 'm', choices: [choice] };
  lab.upstream.script = (_, response) => sendJson(response, 200, { ...body, usage });
  const request = { model: 'gpt-3.5-turbo-instruct', prompt: 'Say', max_tokens: 9 };
  expect((await openai.completions.create(request)).choices[0]?.text).toBe('one two');
  expect(last()?.path).toBe('/v1/completions');
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 10, completion_tokens: 4, quota: 11 });

  const event = (fields: object) => `data: ${JSON.stringify({ ...body, ...fields })}\n\n`;
  const frames = [
    event({ choices: [{ ...choice, finish_reason: null }] }),
    event({ choices: [{ ...choice, text: '' }] }),
  ];
  for (const counted of [true, false]) {
    const report = counted ? [event({ choices: [], usage })] : [];
    lab.upstream.script = sendEvents([...frames, ...report, 'data: [DONE]\n\n']);
    let text = '';
    for await (const each of await openai.completions.create({ ...request, stream: true })) {
      text += each.choices[0]?.text ?? '';
      expect(each.usage).toBeUndefined();
    }
    expect(text).toBe('one two');
    expect(last()?.json.stream_options).toEqual({ include_usage: true });
    expect(await lastRow(lab)).toMatchObject({ billing_basis: counted ? 'upstream_usage' : 'counted' });
  }
  expect((await lastRow(lab)).completion_tokens).toBe(2);
});

test('embeddings are charged by the tokens of their texts wherever the model is named', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [0.25, 1] }],
      usage: { prompt_tokens: 5000, total_tokens: 5000 },
    });
  const model = 'text-embedding-3-small';
  const answer = await openai.embeddings.create({ model, input: 'Hi', encoding_format: 'float' });
  expect(answer.data[0]?.embedding).toEqual([0.25, 1]);
  expect(await lastRow(lab)).toMatchObject({
    quota: 50,
    billing_basis: 'upstream_usage',
    completion_tokens: 0,
  });
  expect((await post(`/v1/engines/${model}/embeddings`, { input: 'Hi' })).status).toBe(200);
  expect(last()?.path).toBe('/v1/embeddings');
  expect(last()?.json).toEqual({ input: 'Hi', model });
  expect((await post('/v1/embeddings', { model })).status).toBe(400);
});

test("a moderation's prompt is counted, because it reports no usage", async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { id: 'm', model: 'x', results: [{ flagged: false }] });
  const answer = await openai.moderations.create({
    model: 'omni-moderation-latest',
    input: 'one two three four',
  });
  expect(answer.results[0]?.flagged).toBe(false);
  expect(await lastRow(lab)).toMatchObject({ billing_basis: 'counted', completion_tokens: 0 });
  expect((await lastRow(lab)).prompt_tokens).toBeGreaterThanOrEqual(4);
  expect((await post('/v1/moderations', { input: 'Hi' })).status).toBe(200);
  expect((await lastRow(lab)).model_name).toBe('text-moderation-stable');
});

test.each([
  [{ model: 'dall-e-3' }, 0.04],
  [{ model: 'dall-e-3', quality: 'hd' }, 0.08],
  [{ model: 'dall-e-3', size: '1024x1792' }, 0.08],
  [{ model: 'dall-e-3', size: '1792x1024', quality: 'hd' }, 0.12],
  [{ model: 'dall-e-2', n: 3, size: '256x256' }, 8 * 0.0025 * 0.4 * 3],
  [{ model: 'dall-e-2', size: '512x512' }, 8 * 0.0025 * 0.45],
])('pictures %o cost %d dollars', async (fields, dollars) => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { created: 1, data: [{ url: 'https://x.y/1.png' }] });
  const { balance } = await lab.booked();
  const answer = await openai.images.generate({ prompt: 'A cat', ...fields } as never);
  expect((answer as { data?: unknown[] }).data).toHaveLength(1);
  expect(balance - (await lab.booked()).balance).toBe(Math.round(dollars * 500_000));
  const row = await lastRow(lab);
  expect(row.prompt_tokens).toBe('n' in fields ? fields.n : 1);
  expect(JSON.parse(row.other)).toMatchObject({ image_size: 'size' in fields ? fields.size : '1024x1024' });
});

test('a picture model is charged by tokens when it reports them and has no price by piece', async () => {
  const usage = { input_tokens: 50, output_tokens: 1000, total_tokens: 1050 };
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { created: 1, data: [{ b64_json: 'aGk=' }], usage });
  await openai.images.generate({ model: 'gpt-image-1', prompt: 'A cat' });
  // Tokens of pictures cost eight times those of the prompt.
  const quota = (50 + 1000 * 8) * 2.5;
  expect(await lastRow(lab)).toMatchObject({ quota, billing_basis: 'upstream_usage' });
});

test.each([
  [{ model: 'dall-e-3', prompt: 'x', size: '256x256' }, 'size'],
  [{ model: 'dall-e-2', prompt: 'x', size: '1024×1024' }, 'size'],
  [{ model: 'dall-e-3' }, 'prompt'],
  [{ model: 'dall-e-3', prompt: 'x', n: 1.5 }, 'n'],
])('a request for pictures that is not valid names the field and costs nothing', async (body, field) => {
  const { balance } = await lab.booked();
  const answer = await post('/v1/images/generations', body);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(`\\"${field}\\"`);
  expect((await lab.booked()).balance).toBe(balance);
});

const file = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  new File([bytes], name, { type: 'application/octet-stream' });

test('picture edits and variations pass their form byte for byte and are paid by picture', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { created: 1, data: [{ url: 'https://x.y/1.png' }] });
  const bytes = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 256);
  await openai.images.edit({
    model: 'dall-e-2',
    image: file(bytes, 'a.png'),
    prompt: 'Blue',
    n: 2,
    size: '512x512',
  });
  expect(last()?.path).toBe('/v1/images/edits');
  expect(last()?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(last()?.body.includes(Buffer.from(bytes))).toBe(true);
  expect((await lastRow(lab)).quota).toBe(9000);
  await openai.images.createVariation({ image: file(bytes, 'a.png') });
  expect(last()?.path).toBe('/v1/images/variations');
  expect((await lastRow(lab)).quota).toBe(10_000);
});

test.each<[object, number]>([
  [{ usage: { total_tokens: 200 } }, 200],
  [{ meta: { tokens: { input_tokens: 150, output_tokens: 0 } } }, 150],
  [{ meta: { billed_units: { search_units: 1 } } }, -1],
])(
  'ranks are charged by the tokens of query and documents, as Jina, SiliconFlow or Cohere tell them',
  async (report, tokens) => {
    const results = [{ index: 0, relevance_score: 0.5 }];
    lab.upstream.script = (_, response) => sendJson(response, 200, { results, ...report });
    const answer = await post('/v1/rerank', {
      model: 'rerank-1',
      query: 'one two',
      documents: ['three four five six'],
    });
    expect(await answer.json()).toMatchObject({ results });
    const row = await lastRow(lab);
    if (tokens >= 0) expect(row.prompt_tokens).toBe(tokens);
    else expect(row).toMatchObject({ billing_basis: 'counted' });
    expect(row.prompt_tokens).toBeGreaterThan(5);
  },
);

test("a provider's error costs nothing at any of these endpoints", async () => {
  lab.upstream.script = fail(400, {
    error: { message: 'no, sk-upstream-key', type: 'invalid_request_error' },
  });
  const { balance } = await lab.booked();
  for (const [path, body] of [
    ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'x' }],
    ['/v1/audio/speech', { model: 'tts-1', input: 'x', voice: 'alloy' }],
    ['/v1/images/generations', { model: 'dall-e-3', prompt: 'x' }],
  ] as const) {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('upstream-key');
  }
  expect((await lab.booked()).balance).toBe(balance);
});

test('an invalid form or one without its file is 400, and a missing endpoint is 501 in the same format', async () => {
  const form = new FormData();
  form.set('model', 'whisper-1');
  const headers = { authorization: `Bearer ${lab.key}` };
  const send = (path: string, body: string | FormData) =>
    fetch(lab.url + path, { method: 'POST', headers, body });
  for (const body of ['x', form]) {
    const answer = await send('/v1/audio/transcriptions', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { type: 'new_api_error' } });
  }
  for (const path of ['/v1/edits', '/v1/files', '/v1/fine-tunes']) {
    const answer = await send(path, '{}');
    expect([answer.status, await answer.json()]).toMatchObject([
      501,
      { error: { code: 'api_not_implemented' } },
    ]);
  }
});

test("old clients read a key's total and used quota in dollars, with and without /v1", async () => {
  const key = await lab.token({ unlimited_quota: false, remain_quota: 1_000_000 });
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { data: [], usage: { prompt_tokens: 5000 } });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'text-embedding-3-small', input: 'x' });
  await (await fetch(`${lab.url}/v1/embeddings`, { method: 'POST', headers, body })).text();
  await lab.booked();
  for (const prefix of ['', '/v1']) {
    const get = async (name: string) =>
      (await fetch(`${lab.url}${prefix}/dashboard/billing/${name}`, { headers })).json();
    expect(await get('subscription')).toMatchObject({ object: 'billing_subscription', hard_limit_usd: 2 });
    expect(await get('usage')).toEqual({ object: 'list', total_usage: 0.01 });
  }
  const unlimited = await fetch(`${lab.url}/dashboard/billing/subscription`, {
    headers: { authorization: lab.key },
  });
  expect(await unlimited.json()).toMatchObject({ hard_limit_usd: 100_000_000 });
  expect((await fetch(`${lab.url}/dashboard/billing/usage`)).status).toBe(401);
});
