import { expect, test } from 'vitest';
import { deepseekConversion } from './deepseek.ts';

const messages = [{ role: 'user', content: 'Where?' }];
const convert = (response_format?: object) =>
  Object.fromEntries(deepseekConversion({ messages, response_format }));

test('a schema becomes JSON mode with the schema in the prompt', () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } } };
  expect(convert({ type: 'json_schema', json_schema: { name: 'city', schema, strict: true } })).toEqual({
    response_format: { type: 'json_object' },
    messages: [{ role: 'system', content: expect.stringContaining(JSON.stringify(schema)) }, ...messages],
  });
});

test('JSON mode has the word JSON in the prompt, as DeepSeek requires', () => {
  expect(convert({ type: 'json_object' })).toEqual({
    response_format: { type: 'json_object' },
    messages: [{ role: 'system', content: expect.stringContaining('JSON') }, ...messages],
  });
});

test('a chat in text is left alone', () => {
  expect([convert(), convert({ type: 'text' })]).toEqual([{}, {}]);
});
