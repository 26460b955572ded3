import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { generateText, type LanguageModel, streamText } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordedStreams } from '../../testing/recorded-streams.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { cutAfter, sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  vi.stubGlobal('AI_SDK_LOG_WARNINGS', false);
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', { 'm-openai': 1, 'm-claude': 1, 'm-gemini': 1 });
  for (const [model, type] of [
    ['m-openai', 1],
    ['m-claude', 14],
    ['m-gemini', 24],
  ] as const)
    await lab.channel({ type, models: model });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await lab.close();
});

type Dialect = 'chat' | 'responses' | 'messages' | 'google';

function modelOf(dialect: Dialect, name: string): LanguageModel {
  const { key: apiKey, url } = lab;
  if (dialect === 'messages') return createAnthropic({ apiKey, baseURL: `${url}/v1` })(name);
  if (dialect === 'google') return createGoogle({ apiKey, baseURL: `${url}/v1beta` })(name);
  const openai = createOpenAI({ apiKey, baseURL: `${url}/v1` });
  return dialect === 'chat' ? openai.chat(name) : openai.responses(name);
}

const dialects: Dialect[] = ['chat', 'responses', 'messages', 'google'];
const pairs = dialects.flatMap((dialect) =>
  (['openai', 'claude', 'gemini'] as const).map((vendor) => [dialect, vendor] as const),
);
const framesOf = (dialect: Dialect, vendor: 'openai' | 'claude' | 'gemini') =>
  recordedStreams[dialect === 'responses' && vendor === 'openai' ? 'responses' : vendor];

test.each(pairs)(
  'the AI SDK with dialect %s reads a stream of %s with comments and throws when it is cut',
  async (dialect, vendor) => {
    const { begin, end } = framesOf(dialect, vendor);
    const comments = begin.flatMap((frame) => [': still thinking\n\n', frame]);
    const ask = () =>
      streamText({ model: modelOf(dialect, `m-${vendor}`), prompt: 'Hi', maxRetries: 0, onError: () => {} });
    lab.upstream.script = sendEvents([...comments, ...end]);
    const whole = ask();
    const text: string[] = [];
    for await (const delta of whole.textStream) text.push(delta);
    expect(text.join('')).toBe('one two three');
    expect(await whole.finishReason).toBe('stop');
    expect(await whole.usage).toMatchObject({ inputTokens: 9, outputTokens: 3 });

    lab.upstream.script = cutAfter(begin);
    const kinds: string[] = [];
    for await (const { type } of ask().stream) kinds.push(type);
    expect(kinds).toContain('error');
  },
);

test.each(dialects)(
  'the AI SDK with dialect %s calls tools of Claude and returns their results',
  async (dialect) => {
    const tool = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Bern' } };
    const usage = { input_tokens: 9, output_tokens: 3 };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', usage };
    lab.upstream.script = (call, response) =>
      sendJson(
        response,
        200,
        JSON.stringify(call.json.messages).includes('tool_result')
          ? { ...message, content: [{ type: 'text', text: 'Rain.' }], stop_reason: 'end_turn' }
          : { ...message, content: [tool], stop_reason: 'tool_use' },
      );
    const { jsonSchema, stepCountIs, tool: define } = await import('ai');
    const { text } = await generateText({
      model: modelOf(dialect, 'm-claude'),
      prompt: 'Weather in Bern?',
      maxRetries: 0,
      stopWhen: stepCountIs(3),
      tools: {
        weather: define({
          inputSchema: jsonSchema<{ city: string }>({
            type: 'object',
            properties: { city: { type: 'string' } },
          }),
          execute: async ({ city }) => `rain in ${city}`,
        }),
      },
    });
    expect(text).toBe('Rain.');
    expect(lab.upstream.calls.at(-1)?.json.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool_use', name: 'weather', input: { city: 'Bern' } }] },
      { role: 'user', content: [{ type: 'tool_result', content: expect.stringContaining('rain in Bern') }] },
    ]);
  },
);

test('comments in a stream are skipped by the clients of OpenAI and of Claude', async () => {
  const { openai, claude } = recordedStreams;
  const commented = (frames: string[]) => sendEvents(frames.flatMap((frame) => [': keep-alive\n\n', frame]));
  lab.upstream.script = commented([...openai.begin, ...openai.end]);
  const chat = new OpenAI({ apiKey: lab.key, baseURL: `${lab.url}/v1`, maxRetries: 0 });
  const messages = [{ role: 'user' as const, content: 'Hi' }];
  const answer = await chat.chat.completions.stream({ model: 'm-openai', messages }).finalChatCompletion();
  expect(answer.choices[0]?.message.content).toBe('one two three');
  lab.upstream.script = commented([...claude.begin, ...claude.end]);
  const anthropic = new Anthropic({ apiKey: lab.key, baseURL: lab.url, maxRetries: 0 });
  const message = await anthropic.messages
    .stream({ model: 'm-claude', max_tokens: 9, messages })
    .finalMessage();
  expect(message.content[0]).toMatchObject({ text: 'one two three' });
});
