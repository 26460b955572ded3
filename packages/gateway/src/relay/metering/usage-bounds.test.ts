import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAUDE, claudeMessage } from '../../testing/recorded-claude.ts';
import { GEMINI } from '../../testing/recorded-gemini.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type Script, sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ quota: 1e12, channel: false });
  const models = ['gpt-4o', CLAUDE, GEMINI, 'text-embedding-3-small', 'qwen-plus'];
  await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, 1])));
  await lab.channel({ models: 'gpt-4o,text-embedding-3-small' });
  await lab.channel({ type: 14, models: CLAUDE });
  await lab.channel({ type: 24, models: GEMINI });
  await lab.channel({ type: 17, models: 'qwen-plus' });
});
afterAll(() => lab.close());

const PROMPT = 19_000_000;
const user = { role: 'user', content: 'Hello' };
const chat = { model: 'gpt-4o', messages: [user], max_tokens: 5 };

/** The usage report of each format, with the given number of tokens. */
const formats = {
  chat: (prompt: number, output: number) => ({
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: prompt, completion_tokens: output },
  }),
  completions: (prompt: number, output: number) => ({
    choices: [{ index: 0, text: 'Hi', finish_reason: 'stop' }],
    usage: { prompt_tokens: prompt, completion_tokens: output },
  }),
  responses: (prompt: number, output: number) => ({
    id: 'resp_1',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }],
    usage: { input_tokens: prompt, output_tokens: output },
  }),
  messages: (prompt: number, output: number) => ({
    ...claudeMessage,
    content: [{ type: 'text', text: 'Hi' }],
    usage: { input_tokens: prompt, output_tokens: output },
  }),
  gemini: (prompt: number, output: number) => ({
    candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: prompt, candidatesTokenCount: output },
  }),
};
type Format = keyof typeof formats;

const calls: [name: string, path: string, body: object, format: Format][] = [
  ['chat', '/v1/chat/completions', chat, 'chat'],
  ['completions', '/v1/completions', { model: 'gpt-4o', prompt: 'Hello', max_tokens: 5 }, 'completions'],
  ['responses', '/v1/responses', { model: 'gpt-4o', input: 'Hello', max_output_tokens: 5 }, 'responses'],
  ['messages', '/v1/messages', { ...chat, model: CLAUDE }, 'messages'],
  [
    'Google calls',
    `/v1beta/models/${GEMINI}:generateContent`,
    { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }], generationConfig: { maxOutputTokens: 5 } },
    'gemini',
  ],
  ['chat converted to messages', '/v1/chat/completions', { ...chat, model: CLAUDE }, 'messages'],
  ['chat converted to Google', '/v1/chat/completions', { ...chat, model: GEMINI }, 'gemini'],
  ['messages converted to chat', '/v1/messages', chat, 'chat'],
];

test.each(calls)(
  '%s: a prompt is counted and marked when the request makes it impossible',
  async (_, path, body, format) => {
    const row = await call(path, body, whole(formats[format](PROMPT, 1)));
    expect(row).toMatchObject({ billing_basis: 'counted', completion_tokens: 1 });
    expect(row.prompt_tokens).toBeLessThan(20);
    expect(row.other.usage_suspect).toBe(true);
  },
);

test.each(calls)('%s: an answer far above its limit is counted and marked', async (_, path, body, format) => {
  const row = await call(path, body, whole(formats[format](8, 5000)));
  expect(row).toMatchObject({ billing_basis: 'counted', prompt_tokens: 8 });
  expect(row.completion_tokens).toBeLessThanOrEqual(5);
  expect(row.other.usage_suspect).toBe(true);
});

test.each(calls)('%s: usage is counted when the report has no tokens', async (_, path, body, format) => {
  const row = await call(path, body, whole(formats[format](0, 0)));
  expect(row.billing_basis).toBe('counted');
  expect(Math.min(row.prompt_tokens ?? 0, row.completion_tokens ?? 0)).toBeGreaterThan(0);
});

test('a stream is counted and marked when its report is impossible', async () => {
  const usage = { prompt_tokens: PROMPT, completion_tokens: 5000 };
  const script = sendEvents([
    `data: ${JSON.stringify({ choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }] })}\n\n`,
    `data: ${JSON.stringify({ choices: [], usage })}\n\n`,
    'data: [DONE]\n\n',
  ]);
  const row = await call('/v1/chat/completions', { ...chat, stream: true }, script);
  expect(row).toMatchObject({ billing_basis: 'counted', completion_tokens: 1 });
  expect(row.prompt_tokens).toBeLessThan(20);
  expect(row.other.usage_suspect).toBe(true);
});

test('embeddings are counted and marked when the reported prompt is impossible', async () => {
  const body = { model: 'text-embedding-3-small', input: 'Hello' };
  const usage = { prompt_tokens: PROMPT, total_tokens: PROMPT };
  const row = await call('/v1/embeddings', body, whole({ data: [{ embedding: [1] }], usage }));
  expect(row.prompt_tokens).toBeLessThan(20);
  expect(row.other.usage_suspect).toBe(true);
});

test('an answer is charged up to its limit when its report is slightly above', async () => {
  const row = await call('/v1/chat/completions', chat, whole(formats.chat(8, 9)));
  expect(row).toMatchObject({ billing_basis: 'upstream_usage', completion_tokens: 5 });
  expect(row.other.usage_suspect).toBeUndefined();
});

test("reasoning that is reported separately is charged beyond the caller's limit", async () => {
  const answer = formats.chat(8, 3005);
  const usage = { ...answer.usage, completion_tokens_details: { reasoning_tokens: 3000 } };
  const row = await call(
    '/v1/chat/completions',
    { ...chat, model: 'qwen-plus' },
    whole({ ...answer, usage }),
  );
  expect(row).toMatchObject({ billing_basis: 'upstream_usage', completion_tokens: 3005 });
});

test.each([
  [
    'an earlier answer',
    '/v1/responses',
    { model: 'gpt-4o', input: 'Hi', previous_response_id: 'resp_0' },
    'responses',
  ],
  ['a conversation', '/v1/responses', { model: 'gpt-4o', input: 'Hi', conversation: 'conv_0' }, 'responses'],
  ['a stored prompt', '/v1/responses', { model: 'gpt-4o', prompt: { id: 'pmpt_0' } }, 'responses'],
  [
    'a hosted tool',
    '/v1/responses',
    { model: 'gpt-4o', input: 'Hi', tools: [{ type: 'web_search' }] },
    'responses',
  ],
  [
    'a file',
    '/v1/responses',
    {
      model: 'gpt-4o',
      input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-0' }] }],
    },
    'responses',
  ],
  ['a container', '/v1/messages', { ...chat, model: CLAUDE, container: 'container_0' }, 'messages'],
  [
    'cached content',
    `/v1beta/models/${GEMINI}:generateContent`,
    { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], cachedContent: 'cachedContents/0' },
    'gemini',
  ],
] satisfies [string, string, object, Format][])(
  'a prompt with %s is charged as reported, as the request does not show it',
  async (_, path, body, format) => {
    const row = await call(path, body, whole(formats[format](400_000, 3)));
    expect(row).toMatchObject({ prompt_tokens: 400_000, billing_basis: 'upstream_usage' });
  },
);

test('a prompt with a large picture is charged as reported', async () => {
  const content = [{ type: 'image_url', image_url: { url: 'https://example.com/picture.png' } }];
  const body = { ...chat, messages: [{ role: 'user', content }] };
  const row = await call('/v1/chat/completions', body, whole(formats.chat(37_000, 3)));
  expect(row).toMatchObject({ prompt_tokens: 37_000, billing_basis: 'upstream_usage' });
});

function whole(body: object): Script {
  return (_, response) => sendJson(response, 200, body);
}

async function call(path: string, body: object, script: Script) {
  lab.upstream.script = script;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` };
  const answer = await fetch(lab.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status, await answer.text()).toBe(200);
  const row = (await lab.booked()).rows.at(-1);
  return { ...row, prompt_tokens: row?.prompt_tokens ?? -1, other: JSON.parse(row?.other ?? '{}') };
}
