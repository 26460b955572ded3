import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { strictClaude } from '../../testing/strict-claude.ts';

type Json = Record<string, unknown>;

const CLAUDE = 'claude-sonnet-4-5-20250929';
const CACHING = 'claude-opus-5';
const BEDROCK = 'claude-haiku-4-5-20251001';
const short = { type: 'ephemeral' };
const long = { type: 'ephemeral', ttl: '1h' };
const weather = { name: 'weather', parameters: { type: 'object' } };
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  await lab.channel({ type: 14, models: CLAUDE });
  await lab.channel({ type: 14, models: CACHING, setting: '{"cache_prompts":true}' });
  await lab.channel({ type: 33, models: BEDROCK, key: 'ak|sk|us-east-1' });
  await lab.option('ModelRatio', { [CLAUDE]: 1, [CACHING]: 1, [BEDROCK]: 1 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = strictClaude();
});

async function send(path: string, body: object, key = lab.key): Promise<Json> {
  const answer = await fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as Json;
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(json)}`);
  return json;
}

const sent = () => lab.upstream.calls.at(-1)?.json as Json & { messages: { content: Json[] }[] };
const marked = (parts: unknown) => (parts as Json[]).map(({ cache_control }) => cache_control);

test('the marks of an OpenAI client reach Claude on tools, system, parts, messages and results', async () => {
  await send('/v1/chat/completions', {
    model: CLAUDE,
    tools: [{ type: 'function', function: weather, cache_control: long }],
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: long }] },
      { role: 'user', content: 'Weather?', cache_control: short },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'rain', cache_control: short }] },
    ],
  });
  const { tools, system, messages } = sent();
  expect(marked(tools)).toEqual([long]);
  expect(marked(system)).toEqual([long]);
  expect(messages.map(({ content }) => marked(content))).toEqual([[short], [undefined], [short]]);
});

test('of more than four marks the first and the last three stay, and no longer one follows a short one', async () => {
  const content = Array.from({ length: 6 }, (_, at) => ({
    type: 'text',
    text: `part ${at}`,
    cache_control: at === 3 ? short : long,
  }));
  await send('/v1/chat/completions', { model: CLAUDE, messages: [{ role: 'user', content }] });
  expect(marked(sent().messages[0]?.content)).toEqual([long, undefined, undefined, short, short, short]);
});

test('cache writes are charged, and each caller gets them in fields of its dialect', async () => {
  const messages = [
    { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: long }] },
    { role: 'user', content: 'Hi' },
  ];
  const { usage } = await send('/v1/chat/completions', { model: CLAUDE, messages });
  expect(usage).toMatchObject({
    prompt_tokens: 20,
    prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 10 },
  });
  // Ten tokens for an hour at twice the price, ten fresh ones, twenty of the answer at five times.
  expect((await lastRow(lab)).quota).toBe(20 + 10 + 100);

  const answer = await send('/v1/responses', { model: CACHING, instructions: 'Be brief.', input: 'Hi' });
  expect(answer.usage).toMatchObject({
    input_tokens: 20,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 20 },
  });
  expect((await lastRow(lab)).quota).toBe(20 * 1.25 + 100);
});

test('a mark on the whole request marks the system prompt and the last message', async () => {
  await send('/v1/chat/completions', {
    model: CLAUDE,
    cache_control: long,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ],
  });
  expect(marked(sent().system)).toEqual([long]);
  expect(marked(sent().messages[0]?.content)).toEqual([long]);
});

test.each([
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }] }],
  ['/v1/responses', { input: 'Hi' }],
])('a channel with cache_prompts marks the calls of %s that have no marks', async (path, body) => {
  const tools =
    path === '/v1/responses' ? [{ type: 'function', ...weather }] : [{ type: 'function', function: weather }];
  await send(path, { model: CACHING, tools, ...body });
  expect(marked(sent().tools)).toEqual([short]);
  expect(marked(sent().messages[0]?.content)).toEqual([short]);
});

test('marks of the caller replace those of the channel', async () => {
  const content = [
    { type: 'text', text: 'a', cache_control: long },
    { type: 'text', text: 'b' },
  ];
  await send('/v1/chat/completions', { model: CACHING, messages: [{ role: 'user', content }] });
  expect(marked(sent().messages[0]?.content)).toEqual([long, undefined]);
});

test('marks reach Claude at Amazon', async () => {
  const content = [{ type: 'text', text: 'Hi', cache_control: short }];
  lab.upstream.script = (call, response) => {
    const { anthropic_version: _, ...json } = call.json;
    return strictClaude()({ ...call, json: { ...json, model: BEDROCK } }, response);
  };
  await send('/v1/chat/completions', { model: BEDROCK, messages: [{ role: 'user', content }] });
  expect(marked(sent().messages[0]?.content)).toEqual([short]);
});

test('a call that may write to the cache holds the price of writing its whole prompt', async () => {
  const messages = [{ role: 'user', content: 'word '.repeat(4000) }];
  const poor = await makeUser(lab.ctx, { username: 'poor', quota: 10_000 });
  const key = await lab.token({}, poor);
  const ask = (model: string, more: object = {}) =>
    send('/v1/chat/completions', { model, max_tokens: 16, messages, ...more }, key);
  // Twice the counted prompt of 4,000 tokens is held. To write it for an hour costs twice as much again.
  await expect(ask(CLAUDE, { cache_control: long })).rejects.toThrow('403');
  await expect(ask(CACHING)).rejects.toThrow('403');
  await ask(CLAUDE);
});
