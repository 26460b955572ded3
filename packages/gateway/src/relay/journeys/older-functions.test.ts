import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { strictClaude } from '../../testing/strict-claude.ts';

const MODEL = 'claude-sonnet-4-5-20250929';
const functions = [{ name: 'weather', description: 'Weather', parameters: { type: 'object' } }];
let lab: RelayLab;
let openai: OpenAI;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  await lab.channel({ type: 14, models: MODEL });
  await lab.option('ModelRatio', { [MODEL]: 1 });
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = strictClaude();
});

const called = { name: 'weather', arguments: '{"city":"Zürich"}' };

test('a caller with functions gets one function_call from another vendor, and sends its result', async () => {
  const question = { role: 'user' as const, content: 'Weather?' };
  const first = await openai.chat.completions.create({ model: MODEL, messages: [question], functions });
  expect(first.choices[0]).toMatchObject({
    finish_reason: 'function_call',
    message: { function_call: called },
  });
  expect(first.choices[0]?.message.tool_calls).toBeUndefined();
  expect(lab.upstream.calls.at(-1)?.json).toMatchObject({
    tools: [{ name: 'weather', description: 'Weather' }],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
  });

  const second = await openai.chat.completions.create({
    model: MODEL,
    functions,
    messages: [
      question,
      { role: 'assistant', content: null, function_call: called },
      { role: 'function', name: 'weather', content: 'sunny' },
    ],
  });
  expect(second.choices[0]?.message.content).toBe('Sunny.');
});

test('the function_call of a stream arrives in pieces', async () => {
  const stream = await openai.chat.completions.create({
    model: MODEL,
    stream: true,
    messages: [{ role: 'user', content: 'Weather?' }],
    functions,
    function_call: { name: 'weather' },
  });
  let name = '';
  let input = '';
  let finish: string | null = null;
  for await (const { choices } of stream) {
    name += choices[0]?.delta.function_call?.name ?? '';
    input += choices[0]?.delta.function_call?.arguments ?? '';
    expect(choices[0]?.delta.tool_calls).toBeUndefined();
    finish = choices[0]?.finish_reason ?? finish;
  }
  expect([name, input, finish]).toEqual(['weather', called.arguments, 'function_call']);
  expect(lab.upstream.calls.at(-1)?.json.tool_choice).toMatchObject({ type: 'tool', name: 'weather' });
});
