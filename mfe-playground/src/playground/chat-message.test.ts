import { expect, test } from 'vitest';
import { type ChatMessage, changeReply, readExtraBody, toChatRequest } from './chat-message.ts';

const settings = {
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

test('D258 F111 the request holds messages, stream, model, group and temperature; an empty system prompt sends none', () => {
  expect(toChatRequest([line({})], settings)).toEqual({
    model: 'gpt-4o-mini',
    group: 'vip',
    temperature: 0.3,
    stream: true,
    messages: [{ role: 'user', content: 'Hi' }],
  });
});

test('F109 max_tokens of 0 is left to the model, any other is sent', () => {
  expect(toChatRequest([], settings)).not.toHaveProperty('max_tokens');
  expect(toChatRequest([], { ...settings, maxTokens: 64 })).toHaveProperty('max_tokens', 64);
});

test('a reply that failed is not sent again', () => {
  const messages = [
    line({}),
    line({ role: 'assistant', content: 'half', status: 'error' }),
    line({ content: 'Again' }),
  ];
  expect(toChatRequest(messages, settings).messages.map(({ content }) => content)).toEqual(['Hi', 'Again']);
});

test.each(['complete', 'error'] as const)('E107 E108 %s is final', (status) => {
  const messages = [line({ role: 'assistant', content: 'end', status })];
  expect(changeReply(messages, { content: 'more', status: 'incomplete' })).toEqual(messages);
});

test('pictures travel beside the text, in parts', () => {
  const [asked] = toChatRequest([line({ images: ['data:image/png;base64,AA=='] })], settings).messages;
  expect(asked?.content).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
  ]);
});

test('fields of one’s own go over those of the panel, but a reply always streams', () => {
  const extraBody = '{ "temperature": 0.9, "top_p": 0.5, "stream": false }';
  expect(toChatRequest([line({})], { ...settings, extraBody })).toMatchObject({
    temperature: 0.9,
    top_p: 0.5,
    stream: true,
  });
});

test.each(['[1]', '7', '{', 'null'])('%s is no set of fields', (text) => {
  expect(readExtraBody(text)).toBeUndefined();
});

test('thoughts are not sent back', () => {
  const messages = [line({}), line({ role: 'assistant', content: 'Yes', reasoning: 'hmm' }), line({})];
  expect(JSON.stringify(toChatRequest(messages, settings))).not.toContain('hmm');
});
