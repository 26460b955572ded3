import { expect, test } from 'vitest';
import { type ChatMessage, plainParameters, readExtraBody, toChatRequest } from './chat-message.ts';

const settings = {
  ...plainParameters,
  model: 'gpt-4o-mini',
  group: 'vip',
  temperature: 0.3,
  maxTokens: 0,
  systemPrompt: ' ',
  extraBody: '',
};
const line = (part: Partial<ChatMessage>): ChatMessage => ({
  id: '1',
  role: 'user',
  content: 'Hi',
  createAt: 0,
  status: 'complete',
  ...part,
});

// @spec D258 F111
test('the request contains messages, stream, model, group and temperature, and an empty system prompt sends none', () => {
  expect(toChatRequest([line({})], settings)).toEqual({
    model: 'gpt-4o-mini',
    group: 'vip',
    temperature: 0.3,
    stream: true,
    messages: [{ role: 'user', content: 'Hi' }],
  });
});

// @spec F109
test('max_tokens of 0 is omitted and any other value is sent', () => {
  expect(toChatRequest([], settings)).not.toHaveProperty('max_tokens');
  expect(toChatRequest([], { ...settings, maxTokens: 64 })).toHaveProperty('max_tokens', 64);
});

test('a failed reply is not sent again', () => {
  const messages = [
    line({}),
    line({ role: 'assistant', content: 'half', status: 'error' }),
    line({ content: 'Again' }),
  ];
  expect(toChatRequest(messages, settings).messages.map(({ content }) => content)).toEqual(['Hi', 'Again']);
});

test('pictures are sent next to the text as parts', () => {
  const [message] = toChatRequest([line({ images: ['data:image/png;base64,AA=='] })], settings).messages;
  expect(message?.content).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
  ]);
});

test('extra body fields override those of the panel, except that a reply always streams', () => {
  const extraBody = '{ "temperature": 0.9, "top_p": 0.5, "stream": false }';
  expect(toChatRequest([line({})], { ...settings, extraBody })).toMatchObject({
    temperature: 0.9,
    top_p: 0.5,
    stream: true,
  });
});

test.each(['[1]', '7', '{', 'null'])('%s is not a valid extra body', (text) => {
  expect(readExtraBody(text)).toBeUndefined();
});

test('reasoning is not sent back', () => {
  const messages = [line({}), line({ role: 'assistant', content: 'Yes', reasoning: 'hmm' }), line({})];
  expect(JSON.stringify(toChatRequest(messages, settings))).not.toContain('hmm');
});

test('a parameter is sent only where it differs from the default of the models', () => {
  const changed = { topP: 0.9, frequencyPenalty: -0.5, presencePenalty: 1, effort: 'low' } as const;
  expect(toChatRequest([], { ...settings, ...changed })).toMatchObject({
    top_p: 0.9,
    frequency_penalty: -0.5,
    presence_penalty: 1,
    reasoning_effort: 'low',
  });
});
