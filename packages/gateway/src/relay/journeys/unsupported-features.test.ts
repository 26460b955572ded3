import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
const nameOf = (type: number) => `at-${type}`;
const types = [1, 11, 14, 15, 16, 23, 24, 37];

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', Object.fromEntries(types.map((type) => [nameOf(type), 1])));
  for (const type of types)
    await lab.channel({ type, models: nameOf(type), key: 'id-of-vendor|secret|more' });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
  lab.upstream.script = completion();
});

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }];
const schema = {
  type: 'json_schema',
  json_schema: { name: 'n', schema: { type: 'object', properties: { a: { type: 'string' } } } },
};
const json = { type: 'json_object' };

function send(path: string, body: object) {
  return fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
  });
}

async function refused(path: string, body: object): Promise<string> {
  const answer = await send(path, body);
  const text = await answer.text();
  expect([answer.status, lab.upstream.calls.length], text).toEqual([400, 0]);
  return /\\"([\w.]+)\\"/.exec(text)?.[1] ?? text;
}

const messages = [{ role: 'user', content: 'Hi' }];
const chat: [number, object, string][] = [
  ...[11, 16, 37].map((type): [number, object, string] => [type, { stop: 'x' }, 'stop']),
  ...[11, 16, 23, 37].flatMap((type): [number, object, string][] => [
    [type, { response_format: json }, 'response_format'],
    [type, { response_format: schema }, 'response_format'],
  ]),
  [15, { response_format: schema }, 'response_format'],
  [15, { tools, tool_choice: 'required' }, 'tool_choice'],
  ...[11, 14, 15, 16, 23, 24, 37].map((type): [number, object, string] => [
    type,
    { logit_bias: { '50256': -100 } },
    'logit_bias',
  ]),
];

test.each(chat)(
  'a call to type %i with unsupported %o is refused with the name of the field',
  async (type, fields, name) => {
    expect(await refused('/v1/chat/completions', { model: nameOf(type), messages, ...fields })).toBe(name);
  },
);

test.each<[string, object, string]>([
  ['/v1/messages', { max_tokens: 9, messages, stop_sequences: ['x'] }, 'stop_sequences'],
  [
    '/v1/messages',
    { max_tokens: 9, messages, output_config: { format: { type: 'json_schema', schema: {} } } },
    'output_config.format',
  ],
  ['/v1/responses', { input: 'Hi', text: { format: json } }, 'text.format'],
  ['/v1/responses', { input: 'Hi', background: true }, 'background'],
  ['/v1/responses', { input: 'Hi', top_logprobs: 3 }, 'top_logprobs'],
])('each caller gets the error with the name of its own field: %s %o', async (path, body, name) => {
  expect(await refused(path, { model: nameOf(37), ...body })).toBe(name);
});

test("an error for a Google client names Google's fields", async () => {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
  const ask = (generationConfig: object) =>
    refused(`/v1beta/models/${nameOf(37)}:generateContent`, { contents, generationConfig });
  expect(await ask({ stopSequences: ['x'] })).toBe('generationConfig.stopSequences');
  expect(await ask({ responseMimeType: 'application/json' })).toBe('generationConfig.responseMimeType');
});

test('a Google call offers only its allowed tools to other vendors', async () => {
  const functionDeclarations = ['one', 'two', 'three'].map((name) => ({ name }));
  await send(`/v1beta/models/${nameOf(1)}:generateContent`, {
    contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    tools: [{ functionDeclarations }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['one', 'three'] } },
  });
  const sent = lab.upstream.calls.at(-1)?.json;
  expect(sent).toMatchObject({
    tools: [{ function: { name: 'one' } }, { function: { name: 'three' } }],
    tool_choice: 'required',
  });
});

test('stop sequences and response format reach a vendor that supports them', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 500, {});
  const body = { messages, stop: ['x'], response_format: schema, logit_bias: {} };
  await send('/v1/chat/completions', { ...body, model: nameOf(24) });
  expect(lab.upstream.calls.at(-1)?.json).toMatchObject({
    generationConfig: { stopSequences: ['x'], responseJsonSchema: schema.json_schema.schema },
  });
  await send('/v1/chat/completions', { ...body, model: nameOf(14) });
  expect(lab.upstream.calls.at(-1)?.json).toMatchObject({ stop_sequences: ['x'] });
  expect(lab.upstream.calls.at(-1)?.json).toMatchObject({
    tools: [{ name: 'gateway_json_answer', input_schema: schema.json_schema.schema }],
    tool_choice: { type: 'tool', name: 'gateway_json_answer' },
  });
});

test('a vendor is skipped for one that supports the request', async () => {
  await lab.channel({ models: nameOf(37), priority: -1 });
  const answer = await send('/v1/chat/completions', { model: nameOf(37), messages, stop: 'x' });
  expect(answer.status).toBe(200);
  expect(lab.upstream.calls.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
});
