import { recomputeQuota } from '@tollgate/pricing';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { cutAfter, fail, type Script, sendEvents, sendJson } from '../../testing/upstream.ts';

const MODEL = 'claude-3-7-sonnet-20250219';
let lab: RelayLab;
let openai: OpenAI;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  await lab.channel({ type: 14, key: 'sk-ant-secret-key-1', models: `${MODEL},${MODEL}-thinking` });
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

/** A message as the API documents it, with tools, reasoning and both kinds of cache. */
const message = {
  id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
  type: 'message',
  role: 'assistant',
  model: MODEL,
  content: [
    { type: 'thinking', thinking: 'The user wants weather.', signature: 'EqQB' },
    { type: 'text', text: 'Let me look.' },
    { type: 'tool_use', id: 'toolu_01A', name: 'get_weather', input: { city: 'Zürich' } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: {
    input_tokens: 100,
    cache_read_input_tokens: 400,
    cache_creation_input_tokens: 300,
    cache_creation: { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 100 },
    output_tokens: 50,
  },
};

/** The same as a stream. */
const events = [
  [
    'message_start',
    {
      message: { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } },
    },
  ],
  ['content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }],
  ['ping', {}],
  [
    'content_block_delta',
    { index: 0, delta: { type: 'thinking_delta', thinking: 'The user wants weather.' } },
  ],
  ['content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'EqQB' } }],
  ['content_block_stop', { index: 0 }],
  ['content_block_start', { index: 1, content_block: { type: 'text', text: '' } }],
  ['content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'Let me ' } }],
  ['content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'look.' } }],
  ['content_block_stop', { index: 1 }],
  [
    'content_block_start',
    { index: 2, content_block: { type: 'tool_use', id: 'toolu_01A', name: 'get_weather', input: {} } },
  ],
  ['content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '{"city":' } }],
  ['content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '"Zürich"}' } }],
  ['content_block_stop', { index: 2 }],
  [
    'message_delta',
    { delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 50 } },
  ],
  ['message_stop', {}],
].map(([type, fields]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...(fields as object) })}\n\n`);

const weatherTool = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'Weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
};
/** (100 fresh + 400 x 0.1 + 200 x 1.25 + 100 x 2 + 50 x 5) x 1.5 */
const COST = 1260;

// @spec D241 D242
test('a Claude response reaches an OpenAI client with text, reasoning, tool calls, usage and price', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, message);
  const answer = await openai.chat.completions.create({
    model: MODEL,
    messages: [{ role: 'user', content: 'Weather?' }],
    tools: [weatherTool],
  });
  expect(answer.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: {
      content: 'Let me look.',
      reasoning_content: 'The user wants weather.',
      tool_calls: [
        {
          id: 'toolu_01A',
          type: 'function',
          function: { name: 'get_weather', arguments: '{"city":"Zürich"}' },
        },
      ],
    },
  });
  expect(answer.usage).toMatchObject({
    prompt_tokens: 800,
    completion_tokens: 50,
    prompt_tokens_details: { cached_tokens: 400 },
  });
  const row = (await lab.booked()).rows.at(-1);
  expect(row).toMatchObject({ quota: COST, prompt_tokens: 800, billing_basis: 'upstream_usage' });
  expect(JSON.parse(row?.other ?? '')).toMatchObject({
    claude: true,
    cache_tokens: 400,
    cache_ratio: 0.1,
    cache_creation_tokens: 300,
    cache_creation_ratio: 1.25,
  });
  expect(row && recomputeQuota(row)).toBe(COST);
});

test('a Claude stream costs the same and ends with [DONE] however it is split', async () => {
  const bytes = Buffer.from(events.join(''));
  for (const size of [bytes.length, 100, 7]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    lab.upstream.script = sendEvents(pieces);
    const stream = openai.chat.completions.stream({
      model: MODEL,
      messages: [{ role: 'user', content: 'Weather?' }],
      stream_options: { include_usage: true },
    });
    const answer = await stream.finalChatCompletion();
    expect(answer.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'Let me look.',
        tool_calls: [{ id: 'toolu_01A', function: { arguments: '{"city":"Zürich"}' } }],
      },
    });
    expect(answer.usage?.prompt_tokens).toBe(800);
    expect((await lab.booked()).rows.at(-1)).toMatchObject({ quota: COST, is_stream: 1 });
  }
});

test('a request is converted for Claude with system, turns, tools, results, images and limits', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, message);
  await openai.chat.completions.create({
    model: MODEL,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is this?' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'toolu_1', type: 'function', function: { name: 'look', arguments: '{"x":1}' } }],
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'a cat' },
    ],
    tools: [weatherTool],
    tool_choice: 'required',
    parallel_tool_calls: false,
    stop: ['END'],
    temperature: 1.7,
    user: 'u1',
  });
  const call = lab.upstream.calls.at(-1);
  expect(call?.path).toBe('/v1/messages');
  expect(call?.headers).toMatchObject({
    'x-api-key': 'sk-ant-secret-key-1',
    'anthropic-version': '2023-06-01',
  });
  expect(call?.headers.authorization).toBeUndefined();
  expect(call?.json).toEqual({
    model: MODEL,
    max_tokens: 8192,
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
          { type: 'image', source: { type: 'url', url: 'https://pictures.example/a.png' } },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: { x: 1 } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'a cat' }] },
    ],
    tools: [{ name: 'get_weather', description: 'Weather', input_schema: weatherTool.function.parameters }],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    stop_sequences: ['END'],
    temperature: 1,
    metadata: { user_id: 'u1' },
  });
});

test('a model name with -thinking enables reasoning with the share of the limit set by the option', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, message);
  await lab.chat({ model: `${MODEL}-thinking`, max_tokens: 2000, temperature: 0.3, top_p: 0.5 });
  const json = lab.upstream.calls.at(-1)?.json;
  expect(json).toMatchObject({
    model: MODEL,
    max_tokens: 2000,
    thinking: { type: 'enabled', budget_tokens: 1600 },
    temperature: 1,
  });
  expect(json?.top_p).toBeUndefined();
});

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
])('the stop reason %s is converted to %s', async (theirs, ours) => {
  lab.upstream.script = (_, response) => sendJson(response, 200, { ...message, stop_reason: theirs });
  const body = (await (await lab.chat({ model: MODEL })).json()) as { choices: { finish_reason: string }[] };
  expect(body.choices[0]?.finish_reason).toBe(ours);
});

test('cache writes are charged like five minutes when the report has only their total', async () => {
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 100,
    cache_creation: null,
    output_tokens: 2,
  };
  lab.upstream.script = (_, response) => sendJson(response, 200, { ...message, usage });
  await (await lab.chat({ model: MODEL })).text();
  expect((await lab.booked()).rows.at(-1)?.quota).toBe(Math.round((10 + 125 + 10) * 1.5));
});

test('a stream ends with an error event and is charged for its output when it is cut or reports an error', async () => {
  const error =
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
  const cases: [Script, string][] = [
    [cutAfter(events.slice(0, 9)), 'upstream_cut'],
    [sendEvents(events.slice(0, 9)), 'upstream_cut'],
    [sendEvents([...events.slice(0, 9), error]), 'overloaded_error'],
  ];
  for (const [script, code] of cases) {
    lab.upstream.script = script;
    const text = await (await lab.chat({ model: MODEL, stream: true })).text();
    expect(text).not.toContain('[DONE]');
    expect(text).not.toContain('"finish_reason":"stop"');
    expect(JSON.parse(text.trim().split('\n\n').at(-1)?.slice(6) ?? '').error.code).toBe(code);
    const row = (await lab.booked()).rows.at(-1);
    expect(row).toMatchObject({ prompt_tokens: 800, billing_basis: 'counted' });
    expect(row?.completion_tokens).toBeGreaterThan(1);
  }
});

test("an error of the provider has the caller's format and no key", async () => {
  lab.upstream.script = fail(400, {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'bad sk-ant-secret-key-1' },
  });
  const answer = await lab.chat({ model: MODEL });
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: { type: string; message: string } };
  expect(error.type).toBe('invalid_request_error');
  expect(error.message).not.toContain('secret-key');
});

test('a request is 400 with the field and free when Claude does not support it', async () => {
  const before = (await lab.booked()).balance;
  const messages = [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: '' } }] }];
  const answer = await lab.chat({ ...hello, model: MODEL, messages });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('messages');
  expect((await lab.booked()).balance).toBe(before);
});
