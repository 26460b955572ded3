import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { fail, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let google: GoogleGenAI;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  await lab.option('ModelRatio', { 'text-embedding-3-small': 10, 'nomic-embed-text': 10 });
  await lab.channel({ models: 'text-embedding-3-small' });
  await lab.channel({ type: 4, models: 'nomic-embed-text' });
  const httpOptions = { baseUrl: lab.url, retryOptions: { attempts: 1 } };
  google = new GoogleGenAI({ apiKey: lab.key, httpOptions });
});
afterAll(() => lab.close());

const openaiVectors = {
  object: 'list',
  model: 'text-embedding-3-small',
  data: [
    { object: 'embedding', index: 1, embedding: [1, 0.5] },
    { object: 'embedding', index: 0, embedding: [0.25, 0] },
  ],
  usage: { prompt_tokens: 7, total_tokens: 7 },
};

async function embed(task: string, body: object) {
  const response = await fetch(`${lab.url}/v1beta/models/text-embedding-3-small:${task}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': lab.key },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as { error: { status: string } } };
}

test("Google's client gets vectors of OpenAI in its order, and pays what OpenAI reports", async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, openaiVectors);
  const { balance } = await lab.booked();
  const { embeddings } = await google.models.embedContent({
    model: 'text-embedding-3-small',
    contents: ['one', 'two'],
    config: { outputDimensionality: 2, taskType: 'RETRIEVAL_QUERY' },
  });
  expect(embeddings?.map(({ values }) => values)).toEqual([
    [0.25, 0],
    [1, 0.5],
  ]);
  expect(lab.upstream.calls.at(-1)).toMatchObject({
    path: '/v1/embeddings',
    json: { model: 'text-embedding-3-small', input: ['one', 'two'], dimensions: 2 },
  });
  const row = await lastRow(lab);
  expect(row).toMatchObject({ billing_basis: 'upstream_usage', prompt_tokens: 7, quota: 70 });
  expect((await lab.booked()).balance).toBe(balance - 70);
});

test('a single content has a single vector, and the usage', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { ...openaiVectors, data: [openaiVectors.data[1]] });
  const content = { parts: [{ text: 'one' }, { text: 'two' }] };
  expect((await embed('embedContent', { content, output_dimensionality: 2 })).json).toEqual({
    embedding: { values: [0.25, 0] },
    usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 },
  });
  expect(lab.upstream.calls.at(-1)?.json).toMatchObject({ input: ['one\ntwo'], dimensions: 2 });
});

test('a vendor with vectors in its own format serves them too', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { model: 'nomic-embed-text', embeddings: [[0.5]], prompt_eval_count: 3 });
  const { embeddings } = await google.models.embedContent({ model: 'nomic-embed-text', contents: 'one' });
  expect(embeddings?.map(({ values }) => values)).toEqual([[0.5]]);
  expect(lab.upstream.calls.at(-1)?.path).toBe('/api/embed');
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 3, quota: 30 });
});

test.each([
  ['a picture', { content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AA' } }] } }],
  ['no content', { contents: [] }],
])('%s is refused before it is sent', async (_, body) => {
  lab.upstream.calls.length = 0;
  const { status, json } = await embed('embedContent', body);
  expect([status, json.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  expect(lab.upstream.calls).toEqual([]);
});

test("the provider's error arrives in Google's format and costs nothing", async () => {
  const { balance } = await lab.booked();
  lab.upstream.script = fail(429, { error: { message: 'slow down', code: 'rate_limit' } });
  const { status, json } = await embed('embedContent', { content: { parts: [{ text: 'one' }] } });
  expect([status, json.error.status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
  expect((await lab.booked()).balance).toBe(balance);
});
