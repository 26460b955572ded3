import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LogRow, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type Script, sendEvents } from '../../testing/upstream.ts';
import { writing } from '../../testing/writing-upstream.ts';

const [GPT, CLAUDE, GEMINI] = ['gpt-4o-mini', 'claude-3-5-haiku-20241022', 'gemini-2.0-flash'];
const LIMIT = 100;
const messages = [{ role: 'user', content: 'Write a long story' }];

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 1e9 });
  await lab.channel({ type: 1, models: GPT, key: 'sk-upstream-key-1' });
  await lab.channel({ type: 14, models: CLAUDE, key: 'sk-ant-upstream-key-1' });
  await lab.channel({ type: 24, models: GEMINI, key: 'AIza-upstream-key-1' });
});
afterAll(() => lab.close());

const streams: [name: string, path: string, body: object, finish: string, end: string][] = [
  chat(GPT),
  chat(CLAUDE),
  completions(),
  [
    `responses of ${GPT}`,
    '/v1/responses',
    { model: GPT, input: 'Write', max_output_tokens: LIMIT, stream: true },
    '"reason":"max_output_tokens"',
    'event: response.incomplete',
  ],
  anthropic(CLAUDE),
  anthropic(GPT),
  google(GEMINI, '?alt=sse'),
  google(GPT, '?alt=sse'),
];

describe('a stream beyond the limit of its caller', () => {
  test.each(streams)('%s ends with the finish reason for its length', async (_, path, body, finish, end) => {
    lab.upstream.script = endless();
    const answer = await ask(path, body);
    expect(answer).toContain(finish);
    expect(answer).toContain(end);
    expect(answer).not.toContain('"error":{');
    // The last events of a response repeat its text.
    const [deltas = ''] = answer.split('event: response.output_text.done');
    expect(deltas.split('word').length).toBeLessThan(LIMIT * 8);
  });

  test.each(streams)('%s costs its limit', async (_, path, body) => {
    lab.upstream.script = endless();
    await ask(path, body);
    expect(await lastRow()).toMatchObject({ completion_tokens: LIMIT });
  });

  test('ends as a JSON list when the caller reads one', async () => {
    lab.upstream.script = endless();
    const [, path, body] = google(GEMINI, '');
    const items = JSON.parse(await ask(path, body)) as { candidates: { finishReason?: string }[] }[];
    expect(items.at(-1)?.candidates[0]?.finishReason).toBe('MAX_TOKENS');
  });

  test('ends each of several answers', async () => {
    lab.upstream.script = endless();
    const [, path, body] = chat(GPT);
    const answer = await ask(path, { ...body, n: 2 });
    expect(answer).toMatch(/"index":0,[^\n]*"finish_reason":"length"/);
    expect(answer).toMatch(/"index":1,[^\n]*"finish_reason":"length"/);
  });
});

describe('the last events of a stream that is cut have the id and the model of the events before', () => {
  const chunk = (fields: object) => `data: ${JSON.stringify({ ...fields, model: 'upstream-model' })}\n\n`;
  const words = Array.from({ length: 2000 }, () => 'word '.repeat(5));
  const lastEvent = (answer: string) =>
    JSON.parse(answer.split('data: ').findLast((data) => data.startsWith('{')) ?? '');

  test.each([
    ['chat', chat(GPT), { choices: [{ index: 0, delta: { content: 'word '.repeat(5) } }] }],
    ['completions', completions(), { choices: [{ index: 0, text: 'word '.repeat(5), finish_reason: null }] }],
  ])('%s, where the first event names none', async (_, [, path, body], fields) => {
    const first = `data: {"choices":[],"id":"","model":"","prompt_filter_results":[]}\n\n`;
    lab.upstream.script = sendEvents([first, ...words.map(() => chunk({ id: 'gen-upstream-1', ...fields }))]);
    const end = lastEvent(await ask(path, body));
    expect(end).toMatchObject({ id: 'gen-upstream-1', model: 'upstream-model' });
    expect(end.choices[0].finish_reason).toBe('length');
  });

  test('responses, where only the first event names them', async () => {
    const event = (fields: { type: string }) => `event: ${fields.type}\ndata: ${JSON.stringify(fields)}\n\n`;
    const response = { id: 'resp_upstream_1', model: 'upstream-model', instructions: 'x'.repeat(5000) };
    lab.upstream.script = sendEvents([
      event({ type: 'response.created', response } as { type: string }),
      ...words.map((delta) => event({ type: 'response.output_text.delta', delta } as { type: string })),
    ]);
    const body = { model: GPT, input: 'Write', max_output_tokens: LIMIT, stream: true };
    const { type, response: end } = lastEvent(await ask('/v1/responses', body));
    expect(type).toBe('response.incomplete');
    expect(end).toMatchObject({ id: 'resp_upstream_1', model: 'upstream-model' });
  });

  test('contents', async () => {
    const fields = { responseId: 'google-1', modelVersion: 'gemini-2.0-flash-001' };
    const candidates = [{ index: 0, content: { role: 'model', parts: [{ text: 'word '.repeat(5) }] } }];
    lab.upstream.script = sendEvents(
      words.map(() => `data: ${JSON.stringify({ candidates, ...fields })}\n\n`),
    );
    const [, path, body] = google(GEMINI, '?alt=sse');
    expect(lastEvent(await ask(path, body))).toMatchObject(fields);
  });
});

describe('a stream reaches its end', () => {
  test('when the provider counts a fifth less than we do', async () => {
    lab.upstream.script = writing({ manners: 'disobedient', tokens: 1200, maximum: 16_384, pieceTokens: 5 });
    const answer = await ask('/v1/chat/completions', {
      model: GPT,
      messages,
      max_tokens: 1000,
      stream: true,
    });
    expect(answer.split('word')).toHaveLength(1201);
    expect(answer).toContain('"finish_reason":"stop"');
  });

  test('when its tokens have many bytes', async () => {
    lab.upstream.script = events('content', ' unconstitutional'.repeat(100));
    const answer = await ask('/v1/chat/completions', {
      model: GPT,
      messages,
      max_tokens: 1000,
      stream: true,
    });
    expect(answer.split('unconstitutional')).toHaveLength(1001);
    expect(answer).toContain('"finish_reason":"stop"');
  });

  test('when only its reasoning exceeds the limit', async () => {
    lab.upstream.script = events('reasoning_content', 'hm '.repeat(1000));
    const answer = await ask('/v1/chat/completions', { model: GPT, messages, max_tokens: 100, stream: true });
    expect(answer).toContain('"finish_reason":"stop"');
  });
});

/** Ten events with a text in a field. */
function events(field: string, text: string): Script {
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  return sendEvents([
    ...Array.from({ length: 10 }, () => event({ choices: [{ index: 0, delta: { [field]: text } }] })),
    event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    'data: [DONE]\n\n',
  ]);
}

function endless(): Script {
  return writing({ manners: 'disobedient', tokens: 20_000, maximum: 16_384, pieceTokens: 5 });
}

function chat(model: string): (typeof streams)[number] {
  const body = { model, messages, max_tokens: LIMIT, stream: true };
  return [`chat of ${model}`, '/v1/chat/completions', body, '"finish_reason":"length"', 'data: [DONE]'];
}

function completions(): (typeof streams)[number] {
  const body = { model: GPT, prompt: 'Write', max_tokens: LIMIT, stream: true };
  return [`completions of ${GPT}`, '/v1/completions', body, '"finish_reason":"length"', 'data: [DONE]'];
}

function anthropic(model: string): (typeof streams)[number] {
  const body = { model, messages, max_tokens: LIMIT, stream: true };
  return [`messages of ${model}`, '/v1/messages', body, '"stop_reason":"max_tokens"', 'event: message_stop'];
}

function google(model: string, query: string): (typeof streams)[number] {
  const body = {
    contents: [{ role: 'user', parts: [{ text: 'Write' }] }],
    generationConfig: { maxOutputTokens: LIMIT },
  };
  const path = `/v1beta/models/${model}:streamGenerateContent${query}`;
  return [`contents of ${model}`, path, body, '"finishReason":"MAX_TOKENS"', '"usageMetadata"'];
}

async function ask(path: string, body: object): Promise<string> {
  const answer = await fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
  });
  return answer.text();
}

async function lastRow(): Promise<LogRow | undefined> {
  return (await lab.booked()).rows.at(-1);
}
