import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { startVendorLab, type Vendor, vendors } from '../../testing/guides/vendors.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startVendorLab();
  await lab.channel({ models: 'text-embedding-3-small,gpt-image-1,tts-1,whisper-1' });
  const price = { 'text-embedding-3-small': 0.001, 'gpt-image-1': 0.04, 'tts-1': 0.01, 'whisper-1': 0.01 };
  await lab.option('ModelPrice', price);
});
afterAll(() => lab.close());

/** The server of Open WebUI sends its users along when that is set (`ENABLE_FORWARD_USER_INFO_HEADERS`). */
const about = {
  'x-openwebui-user-name': 'Ann',
  'x-openwebui-user-id': 'u-1',
  'x-openwebui-user-email': 'ann@example.com',
  'x-openwebui-user-role': 'user',
  'x-openwebui-chat-id': 'c-1',
  'http-referer': 'https://openwebui.com/',
  'x-title': 'Open WebUI',
};

function call(path: string, body?: object | FormData) {
  const isForm = body instanceof FormData;
  return fetch(`${lab.url}/v1${path}`, {
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    headers: { authorization: `Bearer ${lab.key}`, ...about, ...(body && !isForm && JSON_TYPE) },
  });
}
const JSON_TYPE = { 'content-type': 'application/json' };

test('the list of models has what a picker shows', async () => {
  const { object, data } = (await (await call('/models')).json()) as {
    object: string;
    data: { id: string }[];
  };
  expect(object).toBe('list');
  expect(data.map(({ id }) => id)).toEqual(
    expect.arrayContaining(Object.values(vendors).map(({ model }) => model)),
  );
  expect(data[0]).toMatchObject({ object: 'model', owned_by: expect.any(String) });
});

test.each(Object.entries<Vendor>(vendors))(
  'a chat with %s streams, and its title comes whole',
  async (_, { model, script }) => {
    const words = 'Hello there';
    lab.upstream.script = script(() => ({ text: words }));
    const messages = [
      { role: 'system', content: 'User Context:\n\nBe kind.' },
      { role: 'user', content: 'Hi' },
    ];
    const streamed = await call('/chat/completions', {
      stream: true,
      model,
      messages,
      stream_options: { include_usage: true },
    });
    const events = (await streamed.text()).split('\n\n').filter((event) => event.startsWith('data: {'));
    const chunks = events.map((event) => JSON.parse(event.slice('data: '.length)));
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(words);
    expect(chunks.at(-1)).toMatchObject({ usage: { total_tokens: expect.any(Number) } });
    const limit = model.startsWith('gpt-5') ? { max_completion_tokens: 1000 } : { max_tokens: 1000 };
    const title = await call('/chat/completions', {
      model,
      messages: [messages[1]],
      stream: false,
      ...limit,
    });
    expect(await title.json()).toMatchObject({ choices: [{ message: { content: words } }] });
  },
);

test('vectors of documents come in order, with a prefix or without', async () => {
  const data = [0.5, 0.25].map((value, index) => ({ object: 'embedding', index, embedding: [value] }));
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { object: 'list', data, usage: { prompt_tokens: 4, total_tokens: 4 } });
  const answer = await call('/embeddings', { input: ['one', 'two'], model: 'text-embedding-3-small' });
  expect(await answer.json()).toMatchObject({ data });
  expect(await lastRow(lab)).toMatchObject({ model_name: 'text-embedding-3-small', prompt_tokens: 4 });
});

test('a picture comes as base64', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { created: 1, data: [{ b64_json: 'AAAA' }] });
  const body = { model: 'gpt-image-1', prompt: 'A dot', n: 1, size: '1024x1024' };
  expect(await (await call('/images/generations', body)).json()).toMatchObject({
    data: [{ b64_json: 'AAAA' }],
  });
  expect(lab.upstream.calls.at(-1)?.json).toEqual(body);
});

test('speech comes as audio', async () => {
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.from([255, 251, 1]));
  };
  const answer = await call('/audio/speech', { model: 'tts-1', input: 'Hello', voice: 'alloy' });
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([255, 251, 1]);
});

test('a recording comes back as text', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, { text: 'Hello' });
  const form = new FormData();
  form.set('model', 'whisper-1');
  form.set('language', 'en');
  form.set('file', new File([new Uint8Array([1, 2, 3])], 'a.mp3', { type: 'audio/mpeg' }));
  expect(await (await call('/audio/transcriptions', form)).json()).toEqual({ text: 'Hello' });
});

test('nothing about its user reaches the provider', () => {
  const sent = JSON.stringify(lab.upstream.calls.map(({ headers }) => headers));
  expect(sent).not.toMatch(/openwebui|ann@example/i);
});
