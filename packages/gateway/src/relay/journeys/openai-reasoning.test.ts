import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

const GPTS = [
  'o4-mini',
  'gpt-5',
  'gpt-5-nano',
  'gpt-5.1',
  'gpt-5.4',
  'gpt-5.6-luna',
  'gpt-6-sol',
  'gpt-4o',
  'gpt-5-chat-latest',
];
const models = [...GPTS, 'gemini-2.5-flash'];
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  await lab.channel({ type: 1, models: GPTS.join(',') });
  await lab.channel({ type: 24, models: 'gemini-2.5-flash' });
  await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, 1])));
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = completion();
});

async function send(path: string, body: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` };
  await (await fetch(lab.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  return lab.upstream.calls.at(-1)?.json ?? {};
}

const messages = [{ role: 'user', content: 'Hi' }];
const tools = [{ name: 'a', input_schema: { type: 'object' } }];
const budget = (budget_tokens: number) => ({ thinking: { type: 'enabled', budget_tokens } });

test.each<[model: string, body: object, effort: string | undefined]>([
  ['o4-mini', budget(1024), 'low'],
  ['gpt-5', budget(3000), 'low'],
  ['gpt-5', budget(8192), 'medium'],
  ['gpt-5', budget(24_576), 'high'],
  ['gpt-5', { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }, 'high'],
  ['gpt-5.4', { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }, 'xhigh'],
  ['gpt-6-sol', { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }, 'max'],
  ['gpt-5.4', { ...budget(8192), tools }, undefined],
  ['gpt-5.6-luna', { ...budget(8192), tools }, 'none'],
  ['gpt-4o', { thinking: { type: 'adaptive' } }, undefined],
  ['gpt-5-chat-latest', budget(8192), undefined],
])('the reasoning of a Claude client reaches %s: %o', async (model, body, effort) => {
  const sent = await send('/v1/messages', { model, max_tokens: 32_000, messages, ...body });
  expect(sent.reasoning_effort).toBe(effort);
});

test('the reasoning budget of a Google client reaches an OpenAI model, also when it is zero', async () => {
  const ask = (thinkingBudget: number) =>
    send('/v1beta/models/gpt-5.1:generateContent', {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { thinkingConfig: { thinkingBudget } },
    });
  expect((await ask(8192)).reasoning_effort).toBe('medium');
  expect((await ask(0)).reasoning_effort).toBe('none');
});

test.each<[model: string, body: object, isSent: boolean]>([
  ['o4-mini', {}, false],
  ['gpt-5-nano', {}, false],
  ['gpt-5.1', {}, true],
  ['gpt-5.1', budget(8192), false],
  ['gpt-5.6-luna', {}, false],
  ['gpt-5-chat-latest', {}, true],
  ['gpt-4o', {}, true],
])('temperature and top_p of a Claude client reach %s %o: %s', async (model, body, isSent) => {
  const sent = await send('/v1/messages', {
    model,
    max_tokens: 32_000,
    messages,
    temperature: 0.5,
    top_p: 0.9,
    ...body,
  });
  expect([sent.temperature !== undefined, sent.top_p !== undefined]).toEqual([isSent, isSent]);
});

test('strict schemas of a Claude client are strict at OpenAI when that accepts them', async () => {
  const closed = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  };
  const optional = { ...closed, required: [] };
  const ask = (schema: object) =>
    send('/v1/messages', {
      model: 'gpt-4o',
      max_tokens: 100,
      messages,
      tools: [{ name: 'a', input_schema: schema, strict: true }],
      output_config: { format: { type: 'json_schema', schema } },
    });
  expect(await ask(closed)).toMatchObject({
    tools: [{ function: { name: 'a', strict: true } }],
    response_format: { json_schema: { strict: true, schema: closed } },
  });
  const { tools: [tool] = [], response_format } = (await ask(optional)) as {
    tools?: { function: object }[];
    response_format?: { json_schema: object };
  };
  expect(tool?.function).not.toHaveProperty('strict');
  expect(response_format?.json_schema).not.toHaveProperty('strict');
});

test('one call at a time is left out for Google, which has no setting for it', async () => {
  lab.upstream.script = (_, response) => {
    response.writeHead(500).end('{}');
  };
  const one = { type: 'function', function: { name: 'a', parameters: { type: 'object' } } };
  const two = { type: 'function', function: { name: 'b', parameters: { type: 'object' } } };
  const sent = await send('/v1/chat/completions', {
    model: 'gemini-2.5-flash',
    messages,
    tools: [one, two],
    parallel_tool_calls: false,
  });
  expect(JSON.stringify(sent.tools)).toContain('"b"');
});
