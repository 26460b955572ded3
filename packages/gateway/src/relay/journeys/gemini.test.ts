import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { GEMINI, geminiAnswer, geminiStream } from '../../testing/recorded-gemini.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startGeminiLab } from '../../testing/relay-labs.ts';
import { completion, cutAfter, fail, sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let google: GoogleGenAI;
let openai: OpenAI;

beforeAll(async () => {
  lab = await startGeminiLab();
  google = new GoogleGenAI({
    apiKey: lab.key,
    httpOptions: { baseUrl: lab.url, retryOptions: { attempts: 1 } },
  });
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

/** (107 tokens, the cache at full price, + 50 x 4) x 0.05 */
const COST = Math.round((107 + 50 * 4) * 0.05);

function send(path: string, body: unknown, headers: Record<string, string> = { 'x-goog-api-key': lab.key }) {
  return fetch(`${lab.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
const hello = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };

test('a Google call at Google passes unchanged and pays once for reasoning and tool prompts', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, geminiAnswer);
  const body = { ...hello, generation_config: { max_output_tokens: 50 }, invented: { a: 1 } };
  const reply = await send('/v1beta/models/gemini-3-pro:generateContent', body);
  expect(await reply.text()).toBe(JSON.stringify(geminiAnswer));
  const call = lab.upstream.calls.at(-1);
  expect(call?.path).toBe('/v1beta/models/gemini-3-pro-preview:generateContent');
  expect(call?.body.toString()).toBe(JSON.stringify(body));
  expect(call?.headers['x-goog-api-key']).toBe('AIza-secret-key-1');
  expect(await lastRow(lab)).toMatchObject({
    prompt_tokens: 107,
    completion_tokens: 50,
    billing_basis: 'upstream_usage',
  });
});

test('a Google stream at Google passes unchanged and costs the same', async () => {
  lab.upstream.script = sendEvents(geminiStream);
  const reply = await send(`/v1beta/models/${GEMINI}:streamGenerateContent?alt=sse`, hello);
  expect(await reply.text()).toBe(geminiStream.join(''));
  expect(lab.upstream.calls.at(-1)?.path).toBe(`/v1beta/models/${GEMINI}:streamGenerateContent?alt=sse`);
  expect(await lastRow(lab)).toMatchObject({ quota: COST, is_stream: 1, prompt_tokens: 107 });
});

test('a stream without alt=sse is one JSON list, also when it is converted or breaks off', async () => {
  const stream = async (model: string) => {
    const reply = await send(`/v1beta/models/${model}:streamGenerateContent`, hello);
    expect(reply.headers.get('content-type')).toBe('application/json');
    return JSON.parse(await reply.text()) as Record<string, unknown>[];
  };
  lab.upstream.script = sendEvents(geminiStream);
  expect(await stream(GEMINI)).toHaveLength(geminiStream.length);
  expect(await lastRow(lab)).toMatchObject({ quota: COST, is_stream: 1 });
  lab.upstream.script = cutAfter(geminiStream.slice(0, 3));
  const cut = await stream(GEMINI);
  expect(cut).toHaveLength(4);
  expect(cut.at(-1)).toMatchObject({ error: { code: 502 } });
  lab.upstream.script = completion();
  const chunks = await stream('gpt-4o');
  expect(chunks.at(-1)).toMatchObject({
    candidates: [{ finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 11 },
  });
  lab.upstream.script = (_, response) => sendJson(response, 200, geminiAnswer);
  expect(await stream(GEMINI)).toEqual([geminiAnswer]);
});

test("Google's own client is served by Google, whole and streamed", async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, geminiAnswer);
  const request = { model: GEMINI, contents: 'Hi' };
  const whole = await google.models.generateContent(request);
  expect([whole.text, whole.functionCalls?.[0]?.name]).toEqual(['Let me look.', 'get_weather']);
  lab.upstream.script = sendEvents(geminiStream);
  let text = '';
  for await (const each of await google.models.generateContentStream(request)) text += each.text ?? '';
  expect(text).toBe('Let me look.');
});

test("a cut stream ends with an error that Google's client throws", async () => {
  for (const script of [cutAfter(geminiStream.slice(0, 3)), sendEvents(geminiStream.slice(0, 3))]) {
    lab.upstream.script = script;
    const read = async () => {
      for await (const each of await google.models.generateContentStream({ model: GEMINI, contents: 'Hi' }))
        expect(each.candidates?.[0]?.finishReason).toBeUndefined();
    };
    await expect(read()).rejects.toThrow('closed the connection');
    expect((await lastRow(lab)).billing_basis).toBe('counted');
  }
});

test('an OpenAI model answers a Google client whole and streamed, with tools and usage', async () => {
  const usage = {
    prompt_tokens: 50,
    completion_tokens: 9,
    completion_tokens_details: { reasoning_tokens: 4 },
  };
  const tool = { index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"x":1}' } };
  lab.upstream.script = (call, response) => {
    const choice = { index: 0, finish_reason: 'tool_calls' };
    const message = { role: 'assistant', content: 'Hm.', tool_calls: [tool] };
    if (!call.json.stream)
      return sendJson(response, 200, { id: 'x', model: 'gpt-4o', choices: [{ ...choice, message }], usage });
    const event = (fields: object) => `data: ${JSON.stringify({ id: 'x', model: 'gpt-4o', ...fields })}\n\n`;
    return sendEvents([
      event({ choices: [{ index: 0, delta: message }] }),
      event({ choices: [{ ...choice, delta: {} }] }),
      event({ choices: [], usage }),
      'data: [DONE]\n\n',
    ])(call, response);
  };
  const request = {
    model: 'gpt-4o',
    contents: [
      { role: 'user', parts: [{ text: 'Look' }] },
      { role: 'model', parts: [{ functionCall: { name: 'look', args: { x: 1 } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'look', response: { ok: true } } }] },
    ],
    config: {
      systemInstruction: 'Be brief.',
      maxOutputTokens: 99,
      tools: [
        {
          functionDeclarations: [
            { name: 'look', parameters: { type: 'OBJECT', properties: { x: { type: 'NUMBER' } } } },
          ],
        },
      ],
    },
  };
  const whole = await google.models.generateContent(request as never);
  expect(whole.functionCalls).toEqual([{ id: 'call_1', name: 'look', args: { x: 1 } }]);
  expect(whole.usageMetadata).toMatchObject({
    promptTokenCount: 50,
    candidatesTokenCount: 5,
    thoughtsTokenCount: 4,
  });
  expect(lab.upstream.calls.at(-1)?.json).toMatchObject({
    model: 'gpt-4o',
    max_tokens: 99,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look' },
      { role: 'assistant', tool_calls: [{ id: 'call_0', function: { name: 'look', arguments: '{"x":1}' } }] },
      { role: 'tool', tool_call_id: 'call_0', content: '{"ok":true}' },
    ],
    tools: [{ function: { parameters: { type: 'object', properties: { x: { type: 'number' } } } } }],
  });
  expect((await lastRow(lab)).quota).toBe((50 + 9 * 4) * 1.25 + 0.5);

  let finish: string | undefined;
  const calls: unknown[] = [];
  for await (const each of await google.models.generateContentStream(request as never)) {
    calls.push(...(each.functionCalls ?? []));
    finish = each.candidates?.[0]?.finishReason ?? finish;
  }
  expect([calls, finish]).toEqual([[{ id: 'call_1', name: 'look', args: { x: 1 } }], 'STOP']);
});

test.each([
  [
    { tools: [{ fileSearch: {} }], toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    'tools.type: fileSearch',
  ],
  [{ cachedContent: 'cachedContents/1' }, 'cachedContent'],
  [{ generationConfig: { candidateCount: 2 } }, 'generationConfig.candidateCount'],
  [{ generation_config: { response_modalities: ['IMAGE'] } }, 'generationConfig.responseModalities'],
  [
    { contents: [{ parts: [{ fileData: { fileUri: 'https://x.y/a', mimeType: 'video/mp4' } }] }] },
    'contents.parts.fileData',
  ],
])(
  "what another vendor has no words for is 400 with Google's field and costs nothing",
  async (body, field) => {
    const { balance } = await lab.booked();
    const reply = await send('/v1beta/models/gpt-4o:generateContent', { ...hello, ...body });
    expect(reply.status).toBe(400);
    const { error } = (await reply.json()) as { error: { status: string; message: string } };
    expect(error).toMatchObject({ status: 'INVALID_ARGUMENT' });
    expect(error.message).toContain(`"${field}"`);
    expect((await lab.booked()).balance).toBe(balance);
  },
);

test('every way to send a key passes the same checks', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, geminiAnswer);
  const path = `/v1beta/models/${GEMINI}:generateContent`;
  const limited = await lab.token({ model_limits_enabled: true, model_limits: 'gpt-4o' });
  const elsewhere = await lab.token({ allow_ips: '10.0.0.1' });
  const ways: [name: string, send: (key: string) => Promise<Response>][] = [
    ['x-goog-api-key', (key) => send(path, hello, { 'x-goog-api-key': key })],
    ['?key=', (key) => send(`${path}?key=${key}`, hello, {})],
    ['authorization', (key) => send(path, hello, { authorization: `Bearer ${key}` })],
    ['x-api-key', (key) => send(path, hello, { 'x-api-key': key })],
  ];
  for (const [name, call] of ways) {
    const statuses = await Promise.all(
      [lab.key, limited, elsewhere, 'sk-unknown', ''].map(async (key) => (await call(key)).status),
    );
    expect(statuses, name).toEqual([200, 403, 403, 401, 401]);
  }
  expect((await send(`/v1/chat/completions?key=${lab.key}`, {}, {})).status).toBe(401);
});

test("models and errors have Google's format for Google's clients", async () => {
  const names: string[] = [];
  for await (const model of await google.models.list()) names.push(model.name ?? '');
  expect(names).toEqual(expect.arrayContaining(['models/gpt-4o', `models/${GEMINI}`]));
  expect(await google.models.get({ model: GEMINI })).toMatchObject({ name: `models/${GEMINI}` });
  lab.upstream.script = fail(503, {
    error: { code: 503, message: 'AIza-secret-key-1 overloaded', status: 'UNAVAILABLE' },
  });
  const error = await google.models
    .generateContent({ model: GEMINI, contents: 'Hi' })
    .catch((reason) => String(reason));
  expect(error).toContain('UNAVAILABLE');
  expect(error).not.toContain('secret-key');
  expect((await fetch(`${lab.url}/v1beta/files`, { headers: { 'x-goog-api-key': lab.key } })).status).toBe(
    404,
  );
});

test("embeddings and counts work in Google's format and in OpenAI's", async () => {
  lab.upstream.script = (call, response) =>
    sendJson(
      response,
      200,
      call.path.endsWith('countTokens')
        ? { totalTokens: 42 }
        : { embeddings: [{ values: [0.5] }, { values: [1] }] },
    );
  const model = 'text-embedding-004';
  const vectors = await google.models.embedContent({ model, contents: ['one', 'two'] });
  expect(vectors.embeddings?.map(({ values }) => values)).toEqual([[0.5], [1]]);
  expect(await lastRow(lab)).toMatchObject({ billing_basis: 'counted', completion_tokens: 0 });
  const list = await openai.embeddings.create({
    model,
    input: ['one', 'two'],
    encoding_format: 'float',
    dimensions: 3,
  });
  expect(list.data.map(({ embedding }) => embedding)).toEqual([[0.5], [1]]);
  expect(lab.upstream.calls.at(-1)?.json.requests).toMatchObject([
    { model: `models/${model}`, content: { parts: [{ text: 'one' }] }, outputDimensionality: 3 },
    { content: { parts: [{ text: 'two' }] } },
  ]);
  expect((await lastRow(lab)).prompt_tokens).toBeGreaterThan(1);
  const { balance } = await lab.booked();
  expect((await google.models.countTokens({ model: GEMINI, contents: 'Hi' })).totalTokens).toBe(42);
  lab.upstream.script = completion();
  expect((await google.models.countTokens({ model: 'gpt-4o', contents: 'Hi' })).totalTokens).toBeGreaterThan(
    1,
  );
  expect((await lab.booked()).balance).toBe(balance);
});

test('vectors whose size Google reports are charged by the report, and the caller sees the same number', async () => {
  const usageMetadata = { promptTokenCount: 14 };
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { embeddings: [{ values: [0.5] }], usageMetadata });
  const model = 'text-embedding-004';
  const reply = await send(`/v1beta/models/${model}:embedContent`, { content: { parts: [{ text: 'one' }] } });
  expect(await reply.json()).toMatchObject({ usageMetadata });
  expect(await lastRow(lab)).toMatchObject({ billing_basis: 'upstream_usage', prompt_tokens: 14 });
  const { usage } = await openai.embeddings.create({ model, input: 'one' });
  expect(usage).toEqual({ prompt_tokens: 14, total_tokens: 14 });
  expect(await lastRow(lab)).toMatchObject({ billing_basis: 'upstream_usage', prompt_tokens: 14 });
});

test("the OpenAI client works with Google's base URL for it", async () => {
  const client = new OpenAI({ baseURL: `${lab.url}/v1beta/openai/`, apiKey: lab.key, maxRetries: 0 });
  lab.upstream.script = completion();
  const messages = [{ role: 'user' as const, content: 'Hi' }];
  const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages });
  expect(choices[0]?.message.content).toBe('Hello there');
  const models = await client.models.list();
  expect(models.data.map(({ id }) => id)).toContain(GEMINI);
  expect(await client.models.retrieve(GEMINI)).toMatchObject({ id: GEMINI, object: 'model' });
  const error = await client.post('/nowhere', { body: {} }).catch((reason) => reason);
  expect(error).toMatchObject({ status: 404, code: 'path_unknown' });
});
