import { expect, test } from 'vitest';
import { descriptionOf } from './model-descriptions.ts';

const CHEAP = 'Fast and cheap, for simple or frequent requests.';

test.each([
  ['gpt-4o-mini', true],
  ['gpt-5-mini-2025-08-07', true],
  ['gemini-2.5-flash', true],
  ['gemini-2.5-pro', false],
  ['MiniMax-M3', false],
])('%s is described as a small model: %s', (model, isSmall) => {
  expect(descriptionOf(model, 'en') === CHEAP).toBe(isSmall);
});
