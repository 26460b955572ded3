import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type LogRow, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import {
  completion,
  fail,
  type ReceivedCall,
  type Script,
  sendEvents,
  streamOf,
} from '../../testing/upstream.ts';

const CLAUDE = 'claude-3-5-sonnet-20241022';
const REASONING = 'gpt-5-mini';
const WORD = 'house ';
const hello = [{ role: 'user', content: 'Tell a long story about a house.' }];
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.channel({ type: 1, models: `gpt-4o,gpt-4o-mini,gpt-3.5-turbo-instruct,${REASONING}` });
  await lab.channel({ type: 14, models: CLAUDE });
  await lab.channel({ type: 42, models: 'mistral-small-latest' });
  await lab.channel({ type: 42, models: 'set-to-cancel', setting: '{"on_hang_up":"cancel"}' });
  await lab.channel({ type: 1, models: 'set-to-finish', setting: '{"on_hang_up":"finish"}' });
  await lab.channel({ type: 25, models: 'kimi-k2' });
  const mapping = { 'my-search': 'gpt-4o', 'my-reader': 'gpt-4o-search-preview' };
  await lab.channel({ models: 'my-search,my-reader', model_mapping: JSON.stringify(mapping) });
  await lab.option('ModelRatio', {
    ...Object.fromEntries(
      ['gpt-4o', 'gpt-4o-mini', 'gpt-3.5-turbo-instruct', REASONING, CLAUDE].map((m) => [m, 1]),
    ),
    ...{ 'mistral-small-latest': 1, 'set-to-cancel': 1, 'set-to-finish': 1 },
    ...{ 'kimi-k2': 1, 'my-search': 1, 'my-reader': 1 },
  });
  // The first call that is counted starts the counter, which takes a second.
  lab.upstream.script = completion({ usage: null });
  await (await lab.chat({ model: 'gpt-4o' })).text();
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

const data = (fields: object) => `data: ${JSON.stringify(fields)}\n\n`;
const event = (type: string, fields: object) => `event: ${type}\n${data({ type, ...fields })}`;

/** The formats of providers: what begins a stream, and one word of it. */
const formats = {
  chat: { head: '', word: () => data({ id: 'c', choices: [{ index: 0, delta: { content: WORD } }] }) },
  completions: { head: '', word: () => data({ id: 'c', choices: [{ index: 0, text: WORD }] }) },
  responses: {
    head: event('response.created', { response: { id: 'resp_1', status: 'in_progress' } }),
    word: () => event('response.output_text.delta', { item_id: 'm', output_index: 0, delta: WORD }),
  },
  claude: {
    head:
      event('message_start', {
        message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 30, output_tokens: 1 } },
      }) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    word: () => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: WORD } }),
  },
};

const MOST_WORDS = 2000;

/** Writes words until the connection is closed. */
function endless(format: keyof typeof formats) {
  const written = { words: 0, isClosed: false };
  const script: Script = async (_, response) => {
    response.once('close', () => {
      written.isClosed = true;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(formats[format].head);
    while (!response.destroyed && written.words < MOST_WORDS) {
      response.write(formats[format].word());
      written.words += 1;
      await sleep(10);
    }
    response.end();
  };
  return { script, written };
}

/** Reads a stream for some words, then leaves. */
async function leave(path: string, body: object, words = 5): Promise<void> {
  const controller = new AbortController();
  const response = await fetch(lab.url + path, {
    method: 'POST',
    signal: controller.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    if (text.split('house').length > words) break;
  }
  controller.abort();
}

async function bookedRow(): Promise<LogRow & { details: Record<string, unknown> }> {
  await expect.poll(() => lab.relay.usage().calls, { timeout: 20_000 }).toBe(0);
  const row = await lastRow(lab);
  return { ...row, details: JSON.parse(row.other) };
}

const chat = { messages: hello, stream: true, max_tokens: 3000 };
const streams: [string, string, object, keyof typeof formats][] = [
  ['chat at OpenAI', '/v1/chat/completions', { ...chat, model: 'gpt-4o' }, 'chat'],
  ['chat at Claude', '/v1/chat/completions', { ...chat, model: CLAUDE }, 'claude'],
  ['messages at Claude', '/v1/messages', { ...chat, model: CLAUDE }, 'claude'],
  ['messages at OpenAI', '/v1/messages', { ...chat, model: 'gpt-4o' }, 'chat'],
  ['responses at OpenAI', '/v1/responses', { model: 'gpt-4o', input: hello, stream: true }, 'responses'],
  ['responses at Claude', '/v1/responses', { model: CLAUDE, input: hello, stream: true }, 'claude'],
  [
    'Gemini at OpenAI',
    '/v1beta/models/gpt-4o:streamGenerateContent?alt=sse',
    { contents: [{ role: 'user', parts: [{ text: hello[0]?.content }] }] },
    'chat',
  ],
  [
    'completions',
    '/v1/completions',
    { model: 'gpt-3.5-turbo-instruct', prompt: 'A house', stream: true, max_tokens: 3000 },
    'completions',
  ],
];

test.each(streams)(
  'a caller who leaves a stream (%s) ends it at the provider and pays what was written',
  async (_, path, body, format) => {
    const before = (await lab.booked()).balance;
    const { script, written } = endless(format);
    lab.upstream.script = script;
    await leave(path, body);
    const row = await bookedRow();
    await expect.poll(() => written.isClosed).toBe(true);
    expect(written.words).toBeLessThan(MOST_WORDS);
    expect(row).toMatchObject({ billing_basis: 'counted', details: { cancelled: true } });
    expect(row.prompt_tokens).toBeGreaterThan(1);
    // One token a word. The last ones may still have been on their way.
    expect(row.completion_tokens).toBeGreaterThanOrEqual(5);
    expect(row.completion_tokens).toBeLessThanOrEqual(written.words + 2);
    expect((await lab.booked()).balance).toBe(before - row.quota);
    expect(row.quota).toBeGreaterThan(row.prompt_tokens);
  },
);

test.each([
  ['gpt-4o', '/v1/chat/completions'],
  ['gpt-4o', '/v1/messages'],
  [CLAUDE, '/v1/messages'],
])('a caller of %s who leaves before the first word of %s pays the prompt', async (model, path) => {
  let isClosed = false;
  lab.upstream.script = (_, response) => {
    response.once('close', () => {
      isClosed = true;
    });
  };
  const controller = new AbortController();
  const call = fetch(lab.url + path, {
    method: 'POST',
    signal: controller.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify({ ...chat, model }),
  }).catch(() => undefined);
  await expect.poll(() => lab.upstream.calls.length, { timeout: 10_000 }).toBe(1);
  controller.abort();
  await call;
  const row = await bookedRow();
  await expect.poll(() => isClosed).toBe(true);
  expect(row).toMatchObject({
    model_name: model,
    billing_basis: 'counted',
    completion_tokens: 0,
    details: { cancelled: true },
  });
  expect(row.prompt_tokens).toBeGreaterThan(5);
  expect(row.quota).toBe(row.prompt_tokens);
});

const usage = { prompt_tokens: 21, completion_tokens: 400 };
const reported =
  (gapMs: number): Script =>
  (call, response) => {
    const withUsage = {
      ...call,
      json: { ...call.json, stream_options: { include_usage: true } },
    } as ReceivedCall;
    return sendEvents(streamOf(withUsage, { text: WORD.repeat(60), usage }), { gapMs })(call, response);
  };

test.each([
  ['reasons in secret', REASONING, {}],
  ['is at a provider that goes on', 'mistral-small-latest', {}],
  ['is set to finish', 'set-to-finish', {}],
  ['searches under another name', 'my-reader', {}],
  ['refers to an earlier turn', 'gpt-4o', { conversation: 'conv_1' }],
  ['has a prediction', 'gpt-4o', { prediction: { type: 'content', content: 'x' } }],
  [
    'has a picture',
    'gpt-4o',
    {
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }] },
      ],
    },
  ],
])('a stream that %s is read to its end after its caller left', async (_, model, extra) => {
  lab.upstream.script = reported(5);
  await leave('/v1/chat/completions', { ...chat, model, ...extra });
  expect(await bookedRow()).toMatchObject({ billing_basis: 'upstream_usage', completion_tokens: 400 });
});

test.each([
  ['set to cancel', 'set-to-cancel'],
  ['at a provider that is not known to go on', 'kimi-k2'],
  ['of a model that only callers know as a searching one', 'my-search'],
])('a stream %s is cancelled when its caller leaves', async (_, model) => {
  const { script } = endless('chat');
  lab.upstream.script = script;
  await leave('/v1/chat/completions', { ...chat, model });
  expect(await bookedRow()).toMatchObject({ billing_basis: 'counted', details: { cancelled: true } });
});

test('thoughts of Claude are billed in full, so a stream that shows some is read to its end', async () => {
  const thought =
    event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }) +
    event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'a house' } });
  const rest = [
    ...Array.from({ length: 60 }, formats.claude.word),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 400 } }),
    event('message_stop', {}),
  ];
  lab.upstream.script = sendEvents([formats.claude.head + thought, ...rest], { gapMs: 5 });
  await leave('/v1/messages', { ...chat, model: CLAUDE }, 2);
  expect(await bookedRow()).toMatchObject({ billing_basis: 'upstream_usage', completion_tokens: 400 });
});

test('a report of no prompt is not believed when a stream is cancelled', async () => {
  const head = formats.claude.head.replace('"input_tokens":30', '"input_tokens":0');
  lab.upstream.script = sendEvents([head, ...Array.from({ length: 500 }, formats.claude.word)], {
    gapMs: 10,
  });
  await leave('/v1/messages', { ...chat, model: CLAUDE });
  expect((await bookedRow()).prompt_tokens).toBeGreaterThan(5);
});

test('a plain answer is awaited after its caller left, and no other channel is tried', async () => {
  const post = async (script: Script) => {
    lab.upstream.script = script;
    const controller = new AbortController();
    const call = fetch(`${lab.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
      body: JSON.stringify({ messages: hello, model: 'gpt-4o-mini' }),
    }).catch(() => undefined);
    await expect.poll(() => lab.upstream.calls.length, { timeout: 10_000 }).toBe(1);
    controller.abort();
    await call;
    await expect.poll(() => lab.relay.usage().calls, { timeout: 20_000 }).toBe(0);
  };
  await post(completion({ delayMs: 300 }));
  expect(await bookedRow()).toMatchObject({
    billing_basis: 'upstream_usage',
    prompt_tokens: 11,
    completion_tokens: 7,
  });

  lab.upstream.calls.length = 0;
  await lab.option('RetryTimes', 5);
  await lab.channel({ models: 'gpt-4o-mini' });
  const { balance } = await lab.booked();
  await post(async (call, response) => {
    await sleep(300);
    await fail(500)(call, response);
  });
  expect(lab.upstream.calls).toHaveLength(1);
  expect((await lab.booked()).balance).toBe(balance);
});
