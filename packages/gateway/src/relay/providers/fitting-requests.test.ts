import { readOptions } from '@tollgate/contract/options';
import { expect, test } from 'vitest';
import type { ChatCall } from '../../core/chat.ts';
import { limitCall } from '../request/limit-call.ts';
import { encodeMessages } from './anthropic-request.ts';
import { encodeContents } from './gemini-request.ts';
import { openaiChat } from './openai-compatible.ts';
import { encodeChat } from './openai-encode.ts';
import type { Target } from './provider.ts';

const call = (more: Partial<ChatCall>): ChatCall => ({
  model: 'claude-sonnet-4-6',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
  tools: [{ name: 'weather' }],
  stop: [],
  stream: false,
  ...more,
});
const targetOf = ({ model }: ChatCall) => {
  const options = { ...readOptions(new Map()), SystemName: '', ServerAddress: '' };
  return { model, options } as unknown as Target;
};
const encode = (sent: ChatCall) => {
  return encodeMessages(sent, targetOf(sent)) as Record<string, unknown> & {
    messages: { content: object[] }[];
  };
};
const used = (id: string, text: string): ChatCall['messages'] => [
  { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
  {
    role: 'assistant',
    content: [
      { type: 'text', text },
      { type: 'tool-call', id, name: 'weather', input: '{}' },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-result', id, content: [{ type: 'text', text: 'x' }] }] },
];

test.each([
  ['claude-sonnet-4-6', undefined],
  ['claude-opus-5', { type: 'disabled' }],
])('%s does not reason adaptively with a forced tool', (model, thinking) => {
  for (const toolChoice of ['required', { name: 'weather' }] as const)
    expect(encode(call({ model, toolChoice, effort: 'high' })).thinking).toEqual(thinking);
  expect(encode(call({ model, effort: 'high' })).thinking).toMatchObject({ type: 'adaptive' });
});

test('ids that Claude refuses are replaced in call and result alike, and white space is left out', () => {
  const { messages } = encode(call({ messages: used('functions.x:0', ' \n') }));
  const id = expect.stringMatching(/^[\w-]+$/);
  expect(messages[1]?.content).toEqual([{ type: 'tool_use', id, name: 'weather', input: {} }]);
  const [use] = (messages[1]?.content ?? []) as { id: string }[];
  expect(messages[2]?.content).toEqual([{ type: 'tool_result', tool_use_id: use?.id, content: 'x' }]);
  expect(encode(call({ messages: used('toolu_1', 'a') })).messages[1]?.content).toMatchObject([
    { text: 'a' },
    { id: 'toolu_1' },
  ]);
});

test('instructions alone are the turn of the user, which Claude and Gemini need', () => {
  const content = [{ type: 'text' as const, text: 'Say hi' }];
  const alone = call({ tools: [], messages: [{ role: 'system', content }] });
  expect(encode(alone)).toMatchObject({ messages: [{ role: 'user', content }] });
  expect(encode(alone)).not.toHaveProperty('system');
  const gemini = { ...alone, model: 'gemini-2.5-flash' };
  const encoded = encodeContents(gemini, targetOf(gemini));
  expect(encoded).toMatchObject({ contents: [{ role: 'user', parts: [{ text: 'Say hi' }] }] });
  expect(encoded).not.toHaveProperty('systemInstruction');
});

test('ids are at most 40 characters long in a chat of OpenAI', () => {
  const idsOf = (id: string) =>
    JSON.stringify(encodeChat(call({ messages: used(id, 'a') })))
      .match(/"(?:tool_call_)?id":"[^"]*"/g)
      ?.map((each) => each.split('"')[3] ?? '');
  const [first = '', second] = idsOf('x'.repeat(41)) ?? [];
  expect(first.length).toBeLessThanOrEqual(40);
  expect(second).toBe(first);
  expect(idsOf('functions.x:0')).toEqual(['functions.x:0', 'functions.x:0']);
});

test('the beginning of an answer does not end with white space', () => {
  const messages = [
    ...call({}).messages,
    { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'So: ' }] },
  ];
  expect(encode(call({ messages })).messages[1]?.content).toEqual([{ type: 'text', text: 'So:' }]);
});

test.each([
  ['gpt-4o-mini', 32_000, 16_384],
  ['gpt-4o-mini', 100, 100],
  ['gemini-2.5-pro', 100_000, 65_536],
  ['my-own-model', 32_000, 32_000],
])('a converted limit for %s of %i becomes %i', (model, maxTokens, sent) => {
  expect(limitCall(call({ model, maxTokens }), model, openaiChat(), undefined).maxTokens).toBe(sent);
});
