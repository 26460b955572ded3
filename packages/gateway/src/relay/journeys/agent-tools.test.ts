import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  const models = { deepseek: 1, gemini: 1, 'gpt-4o': 1, magistral: 1, vectors: 1, plain: 1 };
  await lab.option('ModelRatio', { ...models, 'gpt-3.5-turbo-instruct': 1 });
  await lab.channel({ type: 43, models: 'deepseek' });
  await lab.channel({ type: 24, models: 'gemini,vectors' });
  await lab.channel({ type: 42, models: 'magistral', model_mapping: '{"magistral":"mistral-small-latest"}' });
  await lab.channel({ models: 'gpt-4o,gpt-3.5-turbo-instruct' });
});
afterAll(() => lab.close());

function post(path: string, body: object) {
  return fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
  });
}

const patch = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Patches',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: x' },
};

test.each([false, true])(
  'a custom tool is a function with one text upstream, and free text here, stream %s',
  async (stream) => {
    lab.upstream.script = (call, response) => {
      const input = call.json.model === 'deepseek' ? '{"input":"a\\n\\"b\\""}' : '';
      const tool_calls = [
        { index: 0, id: 'c1', type: 'function', function: { name: 'apply_patch', arguments: input } },
      ];
      if (!stream)
        return sendJson(response, 200, {
          choices: [{ message: { tool_calls }, finish_reason: 'tool_calls' }],
        });
      const data = { choices: [{ delta: { tool_calls }, finish_reason: 'tool_calls' }] };
      return sendEvents([`data: ${JSON.stringify(data)}\n\n`, 'data: [DONE]\n\n'])(call, response);
    };
    const input = [
      { role: 'user', content: 'Patch' },
      { type: 'custom_tool_call', call_id: 'c0', name: 'apply_patch', input: 'old' },
      { type: 'custom_tool_call_output', call_id: 'c0', output: 'ok' },
    ];
    const tool_choice = { type: 'custom', name: 'apply_patch' };
    const answer = await post('/v1/responses', {
      model: 'deepseek',
      input,
      stream,
      tools: [patch],
      tool_choice,
    });
    const text = await answer.text();
    expect(lab.upstream.calls.at(-1)?.json).toMatchObject({
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c0', function: { name: 'apply_patch', arguments: '{"input":"old"}' } }],
        },
        { role: 'tool', tool_call_id: 'c0', content: 'ok' },
      ],
      tools: [{ function: { name: 'apply_patch', parameters: { required: ['input'] } } }],
      tool_choice: { type: 'function', function: { name: 'apply_patch' } },
    });
    expect(text).toContain('"type":"custom_tool_call"');
    expect(text).toContain(`"input":${JSON.stringify('a\n"b"')}`);
    if (stream) expect(text).toContain('event: response.custom_tool_call_input.done');
    expect(text).not.toContain('function_call_arguments');
  },
);

test('tools of the provider are left out when offered, and refused by type when one must be called', async () => {
  lab.upstream.script = completion();
  const own = { type: 'function', name: 'look', parameters: { type: 'object', properties: {} } };
  const body = { model: 'deepseek', input: 'Hi', tools: [own, { type: 'web_search' }] };
  expect((await post('/v1/responses', body)).status).toBe(200);
  expect(lab.upstream.calls.at(-1)?.json.tools).toHaveLength(1);
  for (const forced of [
    { tool_choice: { type: 'web_search' } },
    { tools: [{ type: 'web_search' }], tool_choice: 'required' },
  ]) {
    const refused = await post('/v1/responses', { ...body, ...forced });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('web_search');
  }
  const more = {
    type: 'additional_tools',
    role: 'developer',
    tools: [{ type: 'namespace', name: 'mcp.x', tools: [own] }],
  };
  const allowed = {
    type: 'allowed_tools',
    mode: 'required',
    tools: [{ type: 'function', name: 'look', namespace: 'mcp.x' }],
  };
  const input = [more, { role: 'user', content: 'Hi' }];
  expect((await post('/v1/responses', { ...body, input, tool_choice: allowed })).status).toBe(200);
  const sent = lab.upstream.calls.at(-1)?.json as {
    tools: { function: { name: string } }[];
    tool_choice: string;
  };
  expect(sent.tools.map((tool) => tool.function.name)).toEqual([
    expect.stringMatching(/^mcp_x__look_[0-9a-f]{8}$/),
  ]);
  expect(sent.tool_choice).toBe('required');
});

test('pictures, recordings and files in base64 for URLs are sent in standard base64', async () => {
  lab.upstream.script = completion();
  const data = 'kPn_Afnh-g';
  const parts = ['image/png', 'audio/wav', 'application/pdf'].map((mimeType) => ({
    inlineData: { mimeType, data },
  }));
  const answer = await post('/v1beta/models/gpt-4o:generateContent', { contents: [{ role: 'user', parts }] });
  expect(answer.status).toBe(200);
  const [message] = (lab.upstream.calls.at(-1)?.json.messages ?? []) as { content: unknown }[];
  expect(message?.content).toEqual([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,kPn/Afnh+g==' } },
    { type: 'input_audio', input_audio: { data: 'kPn/Afnh+g==', format: 'wav' } },
    { type: 'file', file: { filename: 'file', file_data: 'data:application/pdf;base64,kPn/Afnh+g==' } },
  ]);
});

test('a search for deferred tools of Claude Code goes on with models of other vendors', async () => {
  lab.upstream.script = completion();
  const input_schema = { type: 'object', properties: {} };
  const found = [{ type: 'tool_reference', tool_name: 'Fetch' }];
  const answer = await post('/v1/messages', {
    ...{ model: 'gpt-4o', max_tokens: 9 },
    tools: [
      { name: 'ToolSearch', input_schema },
      { name: 'Fetch', input_schema, defer_loading: true },
    ],
    messages: [
      { role: 'user', content: 'Fetch it' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'ToolSearch', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: found }] },
    ],
  });
  expect(answer.status).toBe(200);
  const { tools, messages } = lab.upstream.calls.at(-1)?.json ?? {};
  expect(tools).toMatchObject([{ function: { name: 'ToolSearch' } }, { function: { name: 'Fetch' } }]);
  expect(messages).toMatchObject([{}, {}, { role: 'tool', content: expect.stringContaining('Fetch') }]);
});

test('a result that Gemini CLI repeats when it resumes a session is sent once', async () => {
  lab.upstream.script = completion();
  const functionResponse = { id: 'r1', name: 'read', response: { output: 'a picture' } };
  const inlineData = { mimeType: 'image/png', data: 'AAAA' };
  const contents = [
    { role: 'user', parts: [{ text: 'Look' }] },
    { role: 'model', parts: [{ functionCall: { id: 'r1', name: 'read', args: {} } }] },
    { role: 'user', parts: [{ functionResponse }, { inlineData }, { functionResponse }, { inlineData }] },
    { role: 'model', parts: [{ text: 'A dot.' }] },
    { role: 'user', parts: [{ text: 'And now?' }] },
  ];
  await post('/v1beta/models/gpt-4o:generateContent', { contents });
  const messages = lab.upstream.calls.at(-1)?.json.messages as { role: string; content: unknown }[];
  expect(messages.map(({ role }) => role)).toEqual([
    ...['user', 'assistant', 'tool', 'user', 'assistant', 'user'],
  ]);
  expect(messages[3]?.content).toHaveLength(1);
});

test('arguments that Google streams in pieces arrive as one object', async () => {
  const piece = (functionCall: object, rest = {}) =>
    `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ functionCall }] }, ...rest }] })}\n\n`;
  const arg = (jsonPath: string, value: object) =>
    piece({ partialArgs: [{ jsonPath, ...value }], willContinue: true });
  lab.upstream.script = sendEvents([
    piece({ name: 'look', willContinue: true }),
    arg('$.city', { stringValue: 'New ', willContinue: true }),
    arg('$.city', { stringValue: 'Delhi' }),
    arg('$.stops[0].at', { numberValue: 2 }),
    arg('$.fast', { boolValue: false }),
    piece({}),
    piece({ name: 'listen', args: {} }, { finishReason: 'STOP' }),
  ]);
  const answer = await (await lab.chat({ model: 'gemini', stream: true })).text();
  const pieces = [...answer.matchAll(/"index":(\d),"function":\{"arguments":("(?:[^"\\]|\\.)*")/g)];
  expect(
    pieces.map(([, index, text]) => [index, JSON.parse(JSON.parse(text ?? '') as string) as unknown]),
  ).toEqual([
    ['0', { city: 'New Delhi', stops: [{ at: 2 }], fast: false }],
    ['1', {}],
  ]);
});

test('Google embeddings have the charged usage, and best_of 0 is the default', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, { embeddings: [{ values: [1] }] });
  const answer = (await (
    await post('/v1/embeddings', { model: 'vectors', input: 'Hello there' })
  ).json()) as {
    usage: { prompt_tokens: number };
  };
  expect(answer.usage.prompt_tokens).toBeGreaterThan(0);
  expect((await lastRow(lab)).prompt_tokens).toBe(answer.usage.prompt_tokens);
  lab.upstream.script = completion();
  const old = { model: 'gpt-3.5-turbo-instruct', prompt: 'Hi', best_of: 0 };
  expect((await post('/v1/completions', old)).status).toBe(200);
  expect(lab.upstream.calls.at(-1)?.json).toEqual(old);
});

test.each([false, true])(
  'sources of an answer are annotations for chat and Responses clients, stream %s',
  async (stream) => {
    const groundingChunks = [
      { web: { uri: 'https://a.test', title: 'A' } },
      { web: { uri: 'https://a.test' } },
    ];
    const candidate = {
      content: { parts: [{ text: 'Hi' }] },
      finishReason: 'STOP',
      groundingMetadata: { groundingChunks },
    };
    const google = { candidates: [candidate] };
    lab.upstream.script = stream
      ? sendEvents([`data: ${JSON.stringify(google)}\n\n`])
      : (_, response) => sendJson(response, 200, google);
    const source = { url: 'https://a.test', title: 'A', start_index: 2, end_index: 2 };
    const chat = await (await lab.chat({ model: 'gemini', stream })).text();
    expect(chat).toContain(
      `"annotations":[${JSON.stringify({ type: 'url_citation', url_citation: source })}]`,
    );
    const responses = await (await post('/v1/responses', { model: 'gemini', input: 'Hi', stream })).text();
    expect(responses).toContain(`"annotations":[${JSON.stringify({ type: 'url_citation', ...source })}]`);
    if (stream) expect(responses).toContain('event: response.output_text.annotation.added');

    const choice = { [stream ? 'delta' : 'message']: { content: 'Hi' }, finish_reason: 'stop' };
    const perplexity = {
      choices: [choice],
      citations: ['https://a.test'],
      search_results: [{ url: 'https://a.test', title: 'A' }],
    };
    lab.upstream.script = stream
      ? sendEvents([`data: ${JSON.stringify(perplexity)}\n\n`, 'data: [DONE]\n\n'])
      : (_, response) => sendJson(response, 200, perplexity);
    const converted = await (await post('/v1/responses', { model: 'deepseek', input: 'Hi', stream })).text();
    expect(converted).toContain(`"annotations":[${JSON.stringify({ type: 'url_citation', ...source })}]`);
  },
);
