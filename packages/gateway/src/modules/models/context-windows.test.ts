import { expect, test } from 'vitest';
import { contextWindowOf } from './context-windows.ts';
import { outputLimitOf } from './output-limits.ts';

test.each([
  ['gpt-3.5-turbo', 16_385],
  ['gpt-4', 8192],
  ['gpt-4-0613', 8192],
  ['gpt-4o-mini', 131_072],
  ['gpt-4.1-nano', 1_047_576],
  ['gpt-5', 400_000],
  ['gpt-5.1-codex', 400_000],
  ['gpt-5.4', 1_050_000],
  ['o4-mini', 200_000],
  ['claude-3-5-haiku-20241022', 200_000],
  ['claude-opus-4-1-20250805', 200_000],
  ['claude-sonnet-4-20250514', 1_000_000],
  ['anthropic/claude-sonnet-4.5', 1_000_000],
  ['gemini-2.5-pro', 1_048_576],
  ['deepseek-chat', 131_072],
  ['unknown-model', 262_144],
])('the context window of %s is %d tokens', (model, tokens) => {
  expect(contextWindowOf(model)).toBe(tokens);
});

test.each([
  'gpt-4o',
  'gpt-5',
  'o3',
  'claude-sonnet-4-5',
  'gemini-2.5-flash',
  'deepseek-chat',
  'grok-4',
  'qwen3-max',
])('the context window of %s holds its longest answer', (model) => {
  expect(contextWindowOf(model)).toBeGreaterThanOrEqual(outputLimitOf(model).tokens);
});
