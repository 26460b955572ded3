import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { CLAUDE } from '../../testing/recorded-claude.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startClaudeLab } from '../../testing/relay-labs.ts';
import { completion, sendEvents, sendJson, streamOf } from '../../testing/upstream.ts';

let lab: RelayLab;
let anthropic: Anthropic;

beforeAll(async () => {
  lab = await startClaudeLab();
  anthropic = new Anthropic({ baseURL: lab.url, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = completion();
});

function send(body: object, headers: Record<string, string> = {}) {
  return fetch(`${lab.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': lab.key, ...headers },
    body: JSON.stringify({
      model: CLAUDE,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Hi' }],
      ...body,
    }),
  });
}

test('an OpenAI model serves a Claude client with text, reasoning, tool calls, usage and stop reason', async () => {
  const usage = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 40 } };
  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'get_weather', arguments: '{"city":"Zürich"}' },
  };
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, {
      id: 'chatcmpl-1',
      model: 'gpt-4o',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            reasoning_content: 'Weather.',
            content: 'Let me look.',
            tool_calls: [call],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    });
  const answer = await anthropic.messages.create({
    model: 'gpt-4o',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Hi' }],
  });
  expect(answer).toMatchObject({
    id: 'msg_chatcmpl-1',
    type: 'message',
    role: 'assistant',
    model: 'gpt-4o',
    content: [
      { type: 'thinking', thinking: 'Weather.' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Zürich' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 20 },
  });
  expect((await lastRow(lab)).quota).toBe((60 + 40 * 0.5 + 20 * 4) * 1.25);
});

/** Recorded form: https://platform.openai.com/docs/api-reference/chat-streaming */
const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'gpt-4o', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const tool = (index: number, fields: object, fn: object) => ({
  tool_calls: [{ index, ...fields, function: fn }],
});
const openaiStream = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'Hm. ' }),
  chunk({ content: 'Let me ' }),
  chunk({ content: 'look.' }),
  chunk(tool(0, { id: 'call_1', type: 'function' }, { name: 'a', arguments: '' })),
  chunk(tool(1, { id: 'call_2', type: 'function' }, { name: 'b', arguments: '' })),
  chunk(tool(0, {}, { arguments: '{"x":' })),
  chunk(tool(1, {}, { arguments: '{"y":2}' })),
  chunk(tool(0, {}, { arguments: '1}' })),
  chunk({}, 'tool_calls'),
  `data: ${JSON.stringify({ id: 'chatcmpl-1', choices: [], usage: { prompt_tokens: 100, completion_tokens: 20 } })}\n\n`,
  'data: [DONE]\n\n',
];

test("a stream of an OpenAI model is converted to Claude's events, including interleaved tool calls", async () => {
  lab.upstream.script = sendEvents(openaiStream);
  const answer = await anthropic.messages
    .stream({ model: 'gpt-4o', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] })
    .finalMessage();
  expect(answer.content).toMatchObject([
    { type: 'thinking', thinking: 'Hm. ' },
    { type: 'text', text: 'Let me look.' },
    { type: 'tool_use', id: 'call_1', name: 'a', input: { x: 1 } },
    { type: 'tool_use', id: 'call_2', name: 'b', input: { y: 2 } },
  ]);
  expect(answer).toMatchObject({ stop_reason: 'tool_use', usage: { input_tokens: 100, output_tokens: 20 } });
  expect(lab.upstream.calls.at(-1)?.json.stream_options).toEqual({ include_usage: true });

  lab.upstream.script = sendEvents(openaiStream);
  const text = await (await send({ model: 'gpt-4o', stream: true })).text();
  const types = [...text.matchAll(/^event: (\w+)$/gm)].map(([, type]) => type);
  expect(types[0]).toBe('message_start');
  expect(types.slice(-2)).toEqual(['message_delta', 'message_stop']);
  expect(types.filter((type) => type === 'content_block_start')).toHaveLength(4);
  expect(types.filter((type) => type === 'content_block_stop')).toHaveLength(4);
});

test("a Claude request is converted to OpenAI's format", async () => {
  await anthropic.messages.create({
    stream: false,
    model: 'gpt-4o',
    max_tokens: 100,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
            title: 'a.pdf',
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
          { type: 'tool_use', id: 'toolu_1', name: 'look', input: { x: 1 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'a cat' }] },
          { type: 'text', text: 'So?' },
        ],
      },
    ],
    tools: [{ name: 'look', description: 'Looks', input_schema: { type: 'object', properties: {} } }],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    stop_sequences: ['END'],
    ...({ temperature: 0.5 } as object),
    metadata: { user_id: 'u1' },
  });
  expect(lab.upstream.calls.at(-1)?.path).toBe('/v1/chat/completions');
  expect(lab.upstream.calls.at(-1)?.json).toEqual({
    model: 'gpt-4o',
    max_tokens: 100,
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'toolu_1', type: 'function', function: { name: 'look', arguments: '{"x":1}' } }],
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'a cat' },
      { role: 'user', content: 'So?' },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'look', description: 'Looks', parameters: { type: 'object', properties: {} } },
      },
    ],
    tool_choice: 'required',
    parallel_tool_calls: false,
    stop: ['END'],
    temperature: 0.5,
    user: 'u1',
  });
});

test.each([
  [{ tools: [{ type: 'bash_20250124', name: 'bash' }] }, 'tools.0.type: bash_20250124'],
  [{ mcp_servers: [{ type: 'url' }] }, 'mcp_servers'],
  [
    {
      messages: [
        { role: 'user', content: [{ type: 'document', source: { type: 'url', url: 'https://a.b/c.pdf' } }] },
      ],
    },
    'messages.content.source.url',
  ],
])('a call that OpenAI does not support is 400 with the field, free and never sent', async (body, field) => {
  const before = [(await lab.booked()).balance, lab.upstream.calls.length];
  const answer = await send({ ...body, model: 'gpt-4o' });
  expect(answer.status).toBe(400);
  const { type, error } = (await answer.json()) as {
    type: string;
    error: { type: string; message: string };
  };
  expect([type, error.type]).toEqual(['error', 'invalid_request_error']);
  expect(error.message).toContain(`"${field}"`);
  expect([(await lab.booked()).balance, lab.upstream.calls.length]).toEqual(before);
});

test('a whole response is sent as a stream when the caller requested one', async () => {
  lab.upstream.script = (call, response) =>
    sendJson(response, 200, {
      id: 'x',
      model: 'm',
      choices: [{ message: { content: streamOf(call).length ? 'Hi' : '' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    });
  const answer = await anthropic.messages
    .stream({ model: 'gpt-4o', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] })
    .finalMessage();
  expect(answer).toMatchObject({ content: [{ text: 'Hi' }], stop_reason: 'max_tokens' });
});

test('removing old context is left to the providers that can, and compaction is refused elsewhere', async () => {
  const managed = (type: string) =>
    send({ model: 'gpt-4o', context_management: { edits: [{ type, keep: 'all' }] } });
  const cleared = await managed('clear_thinking_20251015');
  expect([cleared.status, lab.upstream.calls.at(-1)?.json.context_management]).toEqual([200, undefined]);
  const compacted = await managed('compact_20260112');
  expect(compacted.status).toBe(400);
  expect(await compacted.text()).toContain('context_management');
});
