import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { GEMINI, geminiAnswer, geminiStream, usageMetadata } from '../../testing/recorded-gemini.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startGeminiLab } from '../../testing/relay-labs.ts';
import { sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let openai: OpenAI;

beforeAll(async () => {
  lab = await startGeminiLab();
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

/** (107 tokens, the cache at full price, + 50 x 4) x 0.05 */
const COST = Math.round((107 + 50 * 4) * 0.05);

test('a Gemini response reaches an OpenAI client with text, reasoning, signed tool calls, usage and price', async () => {
  const question = { model: GEMINI, messages: [{ role: 'user' as const, content: 'Weather?' }] };
  lab.upstream.script = (_, response) => sendJson(response, 200, geminiAnswer);
  const whole = await openai.chat.completions.create(question);
  expect(whole.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: {
      content: 'Let me look.',
      reasoning_content: 'The user wants weather.',
      tool_calls: [
        {
          id: 'call_r1_0',
          function: { name: 'get_weather', arguments: '{"city":"Zürich"}' },
          extra_content: { google: { thought_signature: 'gemini:c2ln' } },
        },
      ],
    },
  });
  expect(whole.usage).toMatchObject({ prompt_tokens: 107, completion_tokens: 50 });
  expect((await lastRow(lab)).quota).toBe(COST);

  lab.upstream.script = sendEvents(geminiStream);
  const streamed = await openai.chat.completions.stream(question).finalChatCompletion();
  expect(streamed.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { content: 'Let me look.', tool_calls: [{ function: { arguments: '{"city":"Zürich"}' } }] },
  });
  expect((await lastRow(lab)).quota).toBe(COST);
});

test('an OpenAI request is converted for Google with the safety and version of the options', async () => {
  await lab.option('gemini.version_settings', { default: 'v1beta', 'gemini-2.0-flash': 'v1alpha' });
  lab.upstream.script = (_, response) => sendJson(response, 200, geminiAnswer);
  await openai.chat.completions.create({
    model: GEMINI,
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"x":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'a cat' },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'look', parameters: { type: 'object', properties: { x: { type: 'number' } } } },
      },
    ],
    tool_choice: { type: 'function', function: { name: 'look' } },
    max_completion_tokens: 50,
    temperature: 0.5,
    stop: ['END'],
    reasoning_effort: 'low',
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } },
  });
  await lab.option('gemini.version_settings', { default: 'v1beta' });
  expect(lab.upstream.calls.at(-1)?.path).toBe(`/v1alpha/models/${GEMINI}:generateContent`);
  expect(lab.upstream.calls.at(-1)?.json).toEqual({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      {
        role: 'user',
        parts: [
          { text: 'What is this?' },
          { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
          { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
          { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } },
        ],
      },
      { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'look', args: { x: 1 } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'c1', name: 'look', response: { result: 'a cat' } } }],
      },
    ],
    tools: [
      {
        functionDeclarations: [
          { name: 'look', parametersJsonSchema: { type: 'object', properties: { x: { type: 'number' } } } },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['look'] } },
    generationConfig: {
      maxOutputTokens: 50,
      temperature: 0.5,
      stopSequences: ['END'],
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object' },
      thinkingConfig: { thinkingBudget: 1024, includeThoughts: true },
    },
    safetySettings: expect.arrayContaining([
      { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' },
      { category: 'HARM_CATEGORY_CIVIC_INTEGRITY', threshold: 'BLOCK_NONE' },
    ]),
  });
});

test("a tool call's signature returns to Google unchanged, and newer models get the documented placeholder without one", async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, geminiAnswer);
  const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
  const signed = { ...call, extra_content: { google: { thought_signature: 'gemini:c2ln' } } };
  for (const [tool, signature] of [
    [signed, 'c2ln'],
    [call, 'skip_thought_signature_validator'],
  ] as const) {
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: null, tool_calls: [tool] },
      { role: 'tool', tool_call_id: 'c1', content: '{"a":1}' },
    ];
    await lab.chat({ model: 'gemini-3-pro', messages });
    const contents = lab.upstream.calls.at(-1)?.json.contents;
    const [, model, user] = (contents ?? []) as { parts: object[] }[];
    expect(model?.parts[0]).toMatchObject({ thoughtSignature: signature });
    expect(user?.parts[0]).toMatchObject({ functionResponse: { response: { a: 1 } } });
  }
});

test('a blocked prompt is reported as filtered, a response without candidates as unreadable', async () => {
  lab.upstream.script = (_, response) =>
    sendJson(response, 200, {
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 5 },
    });
  const body = (await (await lab.chat({ model: GEMINI })).json()) as { choices: { finish_reason: string }[] };
  expect(body.choices[0]?.finish_reason).toBe('content_filter');
  lab.upstream.script = (_, response) => sendJson(response, 200, { usageMetadata });
  expect((await lab.chat({ model: GEMINI })).status).toBe(502);
});
