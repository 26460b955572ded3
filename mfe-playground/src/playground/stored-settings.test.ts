import { expect, test } from 'vitest';
import { plainParameters } from './chat-message.ts';
import { readSettings } from './stored-settings.ts';

const defaults = {
  ...plainParameters,
  model: 'gpt-4o-mini',
  group: 'default',
  temperature: 0,
  maxTokens: 0,
  systemPrompt: 'Help.',
  extraBody: '',
};

test('stored settings override the defaults, except values of another type', () => {
  const stored = { model: 'gpt-4o', temperature: 7, maxTokens: 64.9, group: null, more: 'x' };
  expect(readSettings(JSON.stringify(stored), defaults)).toEqual({
    ...defaults,
    model: 'gpt-4o',
    maxTokens: 64,
  });
});

test.each(['', '[]', 'null', '"text"', '{'])('%j holds no settings', (text) => {
  expect(() => readSettings(text, defaults)).toThrow(SyntaxError);
});
