import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, cutAfter, sendEvents, sendJson, streamOf } from '../../testing/upstream.ts';

const CLAUDE = 'claude-3-7-sonnet-20250219';
let lab: RelayLab;
let openai: OpenAI;

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', { 'gpt-4o': 1.25, [CLAUDE]: 1.5, 'deepseek-chat': 0.135 });
  await lab.channel({ models: 'gpt-4o', key: 'sk-upstream-key' });
  await lab.channel({ type: 14, key: 'sk-ant-secret-key-1', models: CLAUDE });
  await lab.channel({ type: 43, models: 'deepseek-chat' });
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

function post(body: object) {
  return fetch(`${lab.url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify({ model: 'gpt-4o', input: 'Hi', ...body }),
  });
}

/** Recorded form: https://platform.openai.com/docs/api-reference/responses-streaming */
const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 40 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 12 },
  total_tokens: 120,
};
const content = [{ type: 'output_text', text: 'Hello there', annotations: [] }];
const item = { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content };
const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  error: null,
  model: 'gpt-4o',
  output: [item],
  usage,
  invented: 1,
};
const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const events = [
  ['response.created', { response: { ...response, status: 'in_progress', output: [], usage: null } }],
  ['response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } }],
  ['response.content_part.added', { ...at, part: { type: 'output_text', text: '', annotations: [] } }],
  ['response.output_text.delta', { ...at, delta: 'Hello ' }],
  ['response.output_text.delta', { ...at, delta: 'there' }],
  ['response.output_text.done', { ...at, text: 'Hello there' }],
  ['response.output_item.done', { output_index: 0, item }],
  ['response.completed', { response }],
].map(
  ([type, fields], n) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: n, ...(fields as object) })}\n\n`,
);
/** (60 + 40 x 0.5 + 20 x 4) x 1.25 */
const COST = 200;

test('a responses call at OpenAI passes unchanged, whole and streamed, and pays what it reports', async () => {
  lab.upstream.script = (_, reply) => sendJson(reply, 200, response);
  const answer = await post({
    tools: [{ type: 'web_search' }],
    previous_response_id: 'resp_0',
    stream: false,
  });
  expect(await answer.text()).toBe(JSON.stringify(response));
  expect(lab.upstream.calls.at(-1)?.path).toBe('/v1/responses');
  expect(lab.upstream.calls.at(-1)?.json).toMatchObject({
    tools: [{ type: 'web_search' }],
    previous_response_id: 'resp_0',
  });
  expect(await lastRow(lab)).toMatchObject({
    quota: COST,
    prompt_tokens: 100,
    billing_basis: 'upstream_usage',
  });
  lab.upstream.script = sendEvents(events);
  expect(await (await post({ stream: true })).text()).toBe(events.join(''));
  expect(await lastRow(lab)).toMatchObject({ quota: COST, is_stream: 1, billing_basis: 'upstream_usage' });
  const final = await openai.responses.stream({ model: 'gpt-4o', input: 'Hi' }).finalResponse();
  expect(final.output_text).toBe('Hello there');
});

test('a cut stream ends with an error that the official client throws, and is charged for its output', async () => {
  for (const script of [cutAfter(events.slice(0, 5)), sendEvents(events.slice(0, 5))]) {
    lab.upstream.script = script;
    const text = await (await post({ stream: true })).text();
    expect(text.startsWith(events.slice(0, 5).join(''))).toBe(true);
    expect(text).toMatch(/event: error\ndata: \{"type":"error","code":"upstream_cut"/);
    expect(text).not.toContain('response.completed');
    expect((await lastRow(lab)).billing_basis).toBe('counted');
    const read = async () => {
      for await (const each of await openai.responses.create({ model: 'gpt-4o', input: 'Hi', stream: true }))
        expect(each.type).not.toBe('response.completed');
    };
    await expect(read()).rejects.toThrow();
  }
});

test("a failure in the provider's stream passes and is the last event", async () => {
  const failed = `event: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', response: { ...response, status: 'failed', error: { code: 'x', message: 'no' } } })}\n\n`;
  lab.upstream.script = sendEvents([...events.slice(0, 5), failed]);
  expect(await (await post({ stream: true })).text()).toBe(events.slice(0, 5).join('') + failed);
});

/** Recorded form: https://docs.anthropic.com/en/api/messages */
const message = {
  id: 'msg_01',
  type: 'message',
  role: 'assistant',
  model: CLAUDE,
  content: [
    { type: 'thinking', thinking: 'Weather.', signature: 'EqQB' },
    { type: 'text', text: 'Let me look.' },
    { type: 'tool_use', id: 'toolu_1', name: 'look', input: { x: 1 } },
    { type: 'tool_use', id: 'toolu_2', name: 'see', input: {} },
  ],
  stop_reason: 'tool_use',
  usage: { input_tokens: 10, output_tokens: 5 },
};
const frame = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const claudeStream = [
  frame('message_start', {
    message: { ...message, content: [], stop_reason: null, usage: { input_tokens: 10, output_tokens: 1 } },
  }),
  frame('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
  frame('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Weather.' } }),
  frame('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'EqQB' } }),
  frame('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'Let me ' } }),
  frame('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'look.' } }),
  frame('content_block_start', {
    index: 2,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
  }),
  frame('content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '{"x":1}' } }),
  frame('content_block_start', {
    index: 3,
    content_block: { type: 'tool_use', id: 'toolu_2', name: 'see', input: {} },
  }),
  frame('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } }),
  frame('message_stop', {}),
];
const input = [
  { type: 'reasoning', summary: [{ text: 'Weather.' }], encrypted_content: 'EqQB' },
  { type: 'message', content: [{ type: 'output_text', text: 'Let me look.' }] },
  { type: 'function_call', call_id: 'toolu_1', name: 'look', arguments: '{"x":1}' },
  { type: 'function_call', call_id: 'toolu_2', name: 'see', arguments: '{}' },
];

test('Claude serves a responses call with signed reasoning, text, tool calls and usage', async () => {
  const request = {
    model: CLAUDE,
    instructions: 'Be brief.',
    input: [
      { role: 'user' as const, content: 'Weather?' },
      { type: 'reasoning' as const, id: 'rs_1', summary: [], encrypted_content: 'EqQB' },
      { type: 'function_call' as const, call_id: 'c1', name: 'look', arguments: '{"x":1}' },
      { type: 'function_call_output' as const, call_id: 'c1', output: 'rain' },
    ],
    tools: [{ type: 'function' as const, name: 'look', parameters: { type: 'object' }, strict: false }],
    max_output_tokens: 300,
  };
  lab.upstream.script = (_, reply) => sendJson(reply, 200, message);
  const whole = await openai.responses.create(request);
  expect(whole).toMatchObject({
    id: 'resp_msg_01',
    status: 'completed',
    output: input,
    usage: { input_tokens: 10, total_tokens: 15 },
  });
  expect(lab.upstream.calls.at(-1)?.json).toMatchObject({
    max_tokens: 300,
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', signature: 'EqQB' },
          { type: 'tool_use', id: 'c1', name: 'look', input: { x: 1 } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'rain' }] },
    ],
  });
  lab.upstream.script = sendEvents(claudeStream);
  const final = await openai.responses.stream(request).finalResponse();
  expect(final).toMatchObject({ status: 'completed', output: input, output_text: 'Let me look.' });
  expect((await lastRow(lab)).quota).toBe((10 + 5 * 5) * 1.5 + 0.5);
});

test('the events of a converted stream are numbered without gaps, and each opened item is closed', async () => {
  lab.upstream.script = sendEvents(claudeStream);
  const text = await (await post({ model: CLAUDE, stream: true })).text();
  const list = [...text.matchAll(/^data: (.*)$/gm)].map(
    ([, data]) => JSON.parse(data ?? '') as { type: string; sequence_number: number },
  );
  expect(list.map(({ sequence_number }) => sequence_number)).toEqual(list.map((_, n) => n));
  const count = (type: string) => list.filter((each) => each.type === type).length;
  expect(count('response.output_item.added')).toBe(4);
  expect(count('response.output_item.done')).toBe(4);
  expect([list[0]?.type, list.at(-1)?.type]).toEqual(['response.created', 'response.completed']);
});

test('a chat completions vendor serves a responses call, and a reached limit is reported', async () => {
  lab.upstream.script = completion();
  const whole = await openai.responses.create({ model: 'deepseek-chat', input: 'Hi' });
  expect([whole.output_text, whole.status]).toEqual(['Hello there', 'completed']);
  expect(lab.upstream.calls.at(-1)?.path).toBe('/v1/chat/completions');
  lab.upstream.script = (call, reply) =>
    sendEvents(streamOf(call).map((each) => each.replace('"stop"', '"length"')))(call, reply);
  const final = await openai.responses.stream({ model: 'deepseek-chat', input: 'Hi' }).finalResponse();
  expect(final).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
});

test.each([
  [
    { tools: [{ type: 'file_search' }], tool_choice: { type: 'file_search' } },
    'tool_choice.type: file_search',
  ],
  [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
  [{ input: [{ type: 'computer_call_output' }] }, 'input.0.type: computer_call_output'],
  [
    {
      input: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: '', format: 'wav' } }] }],
    },
    'input.content.input_audio',
  ],
])('what Claude has no words for is 400 with the field and costs nothing', async (body, field) => {
  const { balance } = await lab.booked();
  const answer = await post({ model: CLAUDE, ...body });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(`\\"${field}\\"`);
  expect((await lab.booked()).balance).toBe(balance);
});
