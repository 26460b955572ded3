import { channelTypes, findChannelType } from '@tollgate/contract';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let openai: OpenAI;
/** One channel of each type, each for its own model. */
const nameOf = (code: number) => `model-${code}`;
const types = channelTypes.map(({ code, label }): [number, string] => [code, label]);
const unserved = types.filter(([code]) => findChannelType(code)?.serves !== undefined);

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', Object.fromEntries(types.map(([code]) => [nameOf(code), 1])));
  await lab.option('ModelPrice', { pictures: 0.03 });
  for (const [code] of types) {
    const models = code === 17 ? `${nameOf(code)},pictures` : nameOf(code);
    await lab.channel({ type: code, models, key: 'id-of-vendor.secret-of-vendor', other: 'plugin' });
  }
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

const last = () => lab.upstream.calls.at(-1);
const post = (path: string, body: object) =>
  fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
  });

test.each(unserved)('a chat with a channel of type %i (%s) is refused as not supported', async (code) => {
  const calls = lab.upstream.calls.length;
  const answer = await lab.chat({ model: nameOf(code) });
  expect(answer.status).toBe(501);
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe('operation_unsupported');
  expect(error.message).toContain(`No provider of the model ${nameOf(code)} supports this request`);
  expect(lab.upstream.calls.length).toBe(calls);
});

test('every type serves chats except drawing, music and a closed knowledge base', () => {
  expect(unserved.map(([code]) => code).sort((a, b) => a - b)).toEqual([2, 5, 21, 36]);
  const codes = new Set(types.map(([code]) => code));
  const allCodes = Array.from({ length: 48 }, (_, at) => at + 1);
  expect(allCodes.filter((code) => !codes.has(code))).toEqual([28, 29, 30, 32]);
});

test('chats at an embeddings vendor and embeddings at a chat vendor are refused as not supported', async () => {
  for (const answer of [
    await lab.chat({ model: nameOf(44) }),
    await post('/v1/embeddings', { model: nameOf(14), input: 'x' }),
  ])
    expect(answer.status).toBe(501);
});

test('an error of MiniMax is detected in a body with status 200', async () => {
  for (const [code, status] of [
    [1004, 502],
    [1002, 429],
    [2013, 400],
  ]) {
    lab.upstream.script = (_, response) =>
      sendJson(response, 200, { choices: null, base_resp: { status_code: code, status_msg: 'no' } });
    expect((await lab.chat({ model: nameOf(35) })).status).toBe(status);
  }
  lab.upstream.script = completion();
  expect((await lab.chat({ model: nameOf(35) })).status).toBe(200);
  expect(last()?.path).toBe('/v1/text/chatcompletion_v2');
});

test('Mistral gets only supported fields', async () => {
  lab.upstream.script = completion();
  await openai.chat.completions.create({
    model: nameOf(42),
    messages: [{ role: 'user', content: 'x' }],
    max_completion_tokens: 9,
    seed: 4,
    user: 'me',
    logit_bias: {},
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(last()?.json).toEqual({
    model: nameOf(42),
    messages: [{ role: 'user', content: 'x' }],
    max_tokens: 9,
    random_seed: 4,
    stream: true,
  });
});

test("Zhipu's fourth API gets its own token and pictures without the data URL prefix", async () => {
  lab.upstream.script = completion();
  const url = 'data:image/png;base64,iVBORw0KGgo=';
  await openai.chat.completions.create({
    model: nameOf(26),
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    top_p: 1,
  });
  expect(last()?.headers.authorization).toMatch(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/);
  expect(last()?.json).toMatchObject({
    top_p: 0.99,
    messages: [{ content: [{ type: 'image_url', image_url: { url: 'iVBORw0KGgo=' } }] }],
  });
});

test("DashScope chats in OpenAI's format with the channel's plugin", async () => {
  lab.upstream.script = completion();
  await (await lab.chat({ model: nameOf(17), stream: true, top_p: 1 })).text();
  expect(last()?.path).toBe('/compatible-mode/v1/chat/completions');
  expect(last()?.headers).toMatchObject({ 'x-dashscope-sse': 'enable', 'x-dashscope-plugin': 'plugin' });
  expect(last()?.json.top_p).toBe(0.999);
});

/** https://help.aliyun.com/zh/model-studio/text-rerank-api */
test("DashScope's rerank format is hidden from the caller", async () => {
  const results = [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }];
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { output: { results }, usage: { total_tokens: 79 }, request_id: 'r1' });
  const answer = await post('/v1/rerank', { model: nameOf(17), query: 'q', documents: ['a', 'b'], top_n: 1 });
  expect(await answer.json()).toEqual({ id: 'r1', model: nameOf(17), results, usage: { total_tokens: 79 } });
  expect(last()?.json).toEqual({
    model: nameOf(17),
    input: { query: 'q', documents: ['a', 'b'] },
    parameters: { top_n: 1 },
  });
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 79, completion_tokens: 0, quota: 79 });
});

/** https://help.aliyun.com/zh/model-studio/qwen-image-api */
test('DashScope pictures are converted and charged by picture', async () => {
  const content = [{ image: 'https://pictures.example/1.png' }];
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { output: { choices: [{ message: { role: 'assistant', content } }] } });
  const answer = await openai.images.generate({
    model: 'pictures',
    prompt: 'A cat',
    size: '1024x1024',
    n: 1,
  });
  expect(answer.data?.[0]?.url).toBe('https://pictures.example/1.png');
  expect(last()?.json).toEqual({
    model: 'pictures',
    input: { messages: [{ role: 'user', content: [{ text: 'A cat' }] }] },
    parameters: { n: 1, size: '1024*1024' },
  });
  expect((await lastRow(lab)).quota).toBe(15_000);
});

/** https://developers.generativeai.google/api/rest/generativelanguage/models/generateMessage */
test('PaLM gets a conversation and answers whole, also when a stream is requested', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { candidates: [{ author: '1', content: 'Hello there' }], messages: [] });
  const messages = [
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'Say hello' },
  ];
  const answer = await lab.chat({ model: nameOf(11), messages });
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Hello there' } }] });
  expect(last()?.path).toBe('/v1beta2/models/chat-bison-001:generateMessage');
  expect(last()?.headers['x-goog-api-key']).toBe('id-of-vendor.secret-of-vendor');
  expect(last()?.json).toEqual({
    prompt: { context: 'Be brief', messages: [{ author: '0', content: 'Say hello' }] },
  });
  const row = await lastRow(lab);
  expect(['counted', 'estimated']).toContain(row.billing_basis);
  expect(row.completion_tokens).toBeGreaterThan(0);
  const text = await (await lab.chat({ model: nameOf(11), messages, stream: true })).text();
  expect(text).toContain('Hello there');
  expect(text).toContain('[DONE]');
});

test('a call is refused with the field when a text-only vendor does not support it', async () => {
  const tool = { type: 'function', function: { name: 'f' } };
  const picture = [{ type: 'image_url', image_url: { url: 'https://pictures.example/1.png' } }];
  for (const [fields, field] of [
    [{ tools: [tool] }, '"tools"'],
    [{ messages: [{ role: 'user', content: picture }] }, 'image_url'],
  ] as const) {
    const answer = await lab.chat({ model: nameOf(11), ...fields });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(field.replaceAll('"', '\\"'));
  }
});

/** https://cloud.tencent.com/document/api/1729/105701 */
test('tools reach Hunyuan and its tool calls the caller, whole and streamed', async () => {
  const call = {
    Id: 'call_1',
    Type: 'function',
    Index: 0,
    Function: { Name: 'get_weather', Arguments: '{"city":"Bern"}' },
  };
  const usage = { PromptTokens: 12, CompletionTokens: 6, TotalTokens: 18 };
  const message = { Role: 'assistant', Content: '', ToolCalls: [call] };
  const choice = { FinishReason: 'tool_calls', Message: message };
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, { Response: { Id: 'i', Choices: [choice], Usage: usage } });
  const parameters = { type: 'object', properties: { CityName: { type: 'string' } } };
  const question = {
    model: nameOf(23),
    messages: [
      { role: 'user' as const, content: 'Weather?' },
      {
        role: 'assistant' as const,
        content: null,
        tool_calls: [
          { id: 'c0', type: 'function' as const, function: { name: 'get_weather', arguments: '{}' } },
        ],
      },
      { role: 'tool' as const, tool_call_id: 'c0', content: 'rain' },
    ],
    tools: [{ type: 'function' as const, function: { name: 'get_weather', parameters } }],
    tool_choice: { type: 'function' as const, function: { name: 'get_weather' } },
  };
  const whole = await openai.chat.completions.create(question);
  const toolCall = { id: 'call_1', function: { name: 'get_weather', arguments: '{"city":"Bern"}' } };
  expect(whole.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [toolCall] },
  });
  expect(last()?.json).toMatchObject({
    Messages: [
      { Role: 'user', Content: 'Weather?' },
      {
        Role: 'assistant',
        Content: '',
        ToolCalls: [{ Id: 'c0', Function: { Name: 'get_weather', Arguments: '{}' } }],
      },
      { Role: 'tool', ToolCallId: 'c0', Content: 'rain' },
    ],
    Tools: [{ Type: 'function', Function: { Name: 'get_weather', Parameters: JSON.stringify(parameters) } }],
    ToolChoice: 'custom',
    CustomTool: { Type: 'function', Function: { Name: 'get_weather' } },
  });
  const event = { Choices: [{ Delta: message, FinishReason: 'tool_calls' }], Usage: usage, Id: 'i' };
  lab.upstream.script = sendEvents([`data: ${JSON.stringify(event)}\n\n`]);
  const streamed = await openai.chat.completions.stream(question).finalChatCompletion();
  expect(streamed.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [toolCall] },
  });
});

test("an error in Hunyuan's stream is reported as an error", async () => {
  lab.upstream.script = sendEvents([
    `data: ${JSON.stringify({ Choices: [{ Delta: { Role: 'assistant', Content: 'Hel' } }], Id: 'i' })}\n\n`,
    `data: ${JSON.stringify({ ErrorMsg: { Msg: 'too busy', Code: 4001 } })}\n\n`,
  ]);
  const text = await (await lab.chat({ model: nameOf(23), stream: true })).text();
  expect(text).toContain('"error"');
  expect(text).not.toContain('[DONE]');
});
