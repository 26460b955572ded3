import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedStreams } from '../../testing/recorded-streams.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type FakeUpstream, sendEvents, startUpstream } from '../../testing/upstream.ts';

const { openai, claude, responses } = recordedStreams;
const KEY = 'sk-upstream-secret-0123456789';
let lab: RelayLab;
let spare: FakeUpstream;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 10_000_000 });
  spare = await startUpstream();
  await lab.option('RetryTimes', 2);
  await lab.option('ModelRatio', { chat: 1, claude: 1, alone: 1, thinking: 1 });
  for (const [models, type] of [
    ['chat', 1],
    ['claude', 14],
    ['thinking', 1],
  ] as const) {
    await lab.channel({ models, type, key: KEY, priority: 10 });
    await lab.channel({ models, type, priority: 0, base_url: spare.url });
  }
  await lab.channel({ models: 'alone', type: 14, key: KEY });
});
afterAll(async () => {
  await spare.close();
  await lab.close();
});
beforeEach(() => {
  spare.calls.length = 0;
});

const messages = [{ role: 'user', content: 'Count' }];
const COMMENT = ': OPENROUTER PROCESSING\n\n';
const start = claude.begin[0] ?? '';
const ping = 'event: ping\ndata: {"type":"ping"}\n\n';

const beginnings: [string, string, string[]][] = [
  ['a comment', 'chat', [COMMENT, openai.error]],
  ['comments in one packet', 'chat', [COMMENT + COMMENT + openai.error]],
  ['its role', 'chat', [openai.begin[0] ?? '', openai.error]],
  ['its first event and a ping', 'claude', [start, ping, claude.error]],
  ['its first event in one packet', 'claude', [start + ping + claude.error]],
  ['its first event and no more', 'claude', [start, ping]],
  ['comments and no more', 'chat', [COMMENT, COMMENT]],
];

test.each(beginnings)(
  'a stream that fails behind %s moves on to another channel, and is charged once',
  async (_, model, frames) => {
    lab.upstream.script = sendEvents(frames, { gapMs: 5 });
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      spare.calls.length = 0;
      spare.script = sendEvents(
        model === 'chat' ? [...openai.begin, ...openai.end] : [...claude.begin, ...claude.end],
      );
      const text = await (await post(path, { model })).text();
      expect(spare.calls, path).toHaveLength(1);
      expect(text, path).toContain('three');
      expect(text, path).not.toContain('overloaded');
    }
    const { rows } = await lab.booked();
    expect(rows.slice(-2).map(({ completion_tokens }) => completion_tokens)).toEqual([3, 3]);
  },
);

test('a responses stream that fails behind its created event moves on to another channel', async () => {
  const failed = { error: { code: 'rate_limit_exceeded', message: 'slow down' } };
  const event = `event: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', response: failed })}\n\n`;
  lab.upstream.script = sendEvents([responses.begin[0] ?? '', event]);
  spare.script = sendEvents([...responses.begin, ...responses.end]);
  const text = await (await post('/v1/responses', { model: 'chat', input: 'Count' })).text();
  expect(text).toBe([...responses.begin, ...responses.end].join(''));
});

test('comments of a provider that thinks for long reach the caller, and another channel is still tried', async () => {
  const comment = ': still thinking\n\n';
  lab.upstream.script = async (call, response) => {
    await sendEvents([comment], { end: false })(call, response);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    response.end(comment + openai.error);
  };
  spare.script = sendEvents([...openai.begin, ...openai.end]);
  const answer = await post('/v1/chat/completions', { model: 'thinking' });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text.indexOf(comment)).toBe(0);
  expect(text).toContain('three');
  expect(text).not.toContain('overloaded');
});

test('the first event of a stream that then thinks for long reaches the caller within seconds', async () => {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const [first = '', ...rest] = claude.begin;
  lab.upstream.script = async (call, response) => {
    await sendEvents([first], { end: false })(call, response);
    await done;
    response.end([...rest, ...claude.end].join(''));
  };
  const answer = await post('/v1/messages', { model: 'alone' });
  const reader = answer.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(first);
  finish();
  while (!(await reader?.read())?.done);
});

const faults: [string, object, number, object][] = [
  ['overloaded_error', { message: 'Overloaded up' }, 529, { type: 'overloaded_error' }],
  ['rate_limit_error', { message: 'Slow' }, 429, { type: 'rate_limit_error' }],
  ['invalid_request_error', { message: `bad key ${KEY}` }, 400, { type: 'invalid_request_error' }],
];

test.each(faults)(
  'an %s behind text reaches callers of another dialect',
  async (type, fields, status, error) => {
    const event = `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, ...fields } })}\n\n`;
    lab.upstream.script = sendEvents([...claude.begin, event].slice(0));
    const text = await (await post('/v1/chat/completions', { model: 'alone' })).text();
    const last = JSON.parse(text.trim().split('\n\n').at(-1)?.slice(6) ?? '');
    expect(last.error).toMatchObject({ ...error, code: type });
    if (status !== 429) expect(last.error.message).toMatch(/^(Overloaded up|bad key \[secret\])/);
    expect(text).not.toContain(KEY);
  },
);

// biome-ignore lint/suspicious/noExplicitAny: events of three dialects
type Json = Record<string, any>;

/** The names and inputs of tool calls in a stream of each dialect. */
const streamedCalls: [
  path: string,
  body: object,
  read: (events: Json[]) => [name: string, input: unknown][],
][] = [
  [
    '/v1/chat/completions',
    {},
    (events) => {
      const deltas = events.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
      const input = deltas.map((call: Json) => call.function.arguments ?? '').join('');
      return deltas
        .filter((call: Json) => call.function.name)
        .map((call: Json) => [call.function.name, JSON.parse(input)]);
    },
  ],
  [
    '/v1/responses',
    { input: 'Hi' },
    (events) =>
      events
        .at(-1)
        ?.response.output.filter(({ type }: Json) => type === 'function_call')
        .map((item: Json) => [item.name, JSON.parse(item.arguments)]),
  ],
  [
    '/v1beta/models/alone:streamGenerateContent?alt=sse',
    { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    (events) =>
      events
        .flatMap(({ candidates }) => candidates[0]?.content?.parts ?? [])
        .flatMap(({ functionCall }) => (functionCall ? [[functionCall.name, functionCall.args]] : [])),
  ],
];

test.each(streamedCalls)(
  'the input of tools that the provider runs is not part of the tool calls of a caller of %s',
  async (path, body, read) => {
    const block = (index: number, content_block: object, partial_json: string) =>
      [
        { type: 'content_block_start', index, content_block },
        { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } },
        { type: 'content_block_stop', index },
      ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    lab.upstream.script = sendEvents([
      start,
      ...block(0, { type: 'server_tool_use', id: 'srv_1', name: 'tool_search' }, '{"query":"x"}'),
      ...block(1, { type: 'tool_use', id: 'tool_1', name: 'read', input: {} }, '{"id":1}'),
      ...block(2, { type: 'mcp_tool_use', id: 'mcp_1', name: 'other' }, '{"query":"y"}'),
      ...claude.end,
    ]);
    const text = await (await post(path, { model: 'alone', ...body })).text();
    const events = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Json);
    expect(read(events)).toEqual([['read', { id: 1 }]]);
  },
);

function post(path: string, body: object): Promise<Response> {
  return fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify({ stream: true, max_tokens: 50, messages, ...body }),
  });
}
