import { expect, test } from 'vitest';
import { outputLimitOf } from './output-limits.ts';

test.each([
  ['gpt-3.5-turbo', 4096],
  ['gpt-4', 8192],
  ['gpt-4-0613', 8192],
  ['gpt-4-turbo-2024-04-09', 4096],
  ['gpt-4o-mini', 16_384],
  ['openai/gpt-4o', 16_384],
  ['gpt-4.1-nano', 32_768],
  ['o3-mini-high', 100_000],
  ['gpt-5-mini', 128_000],
  ['claude-3-haiku-20240307', 4096],
  ['claude-3-5-sonnet-20241022', 8192],
  ['claude-3-7-sonnet-20250219', 64_000],
  ['claude-sonnet-4-20250514', 64_000],
  ['claude-sonnet-4-5-20250929', 64_000],
  ['claude-opus-4-1-20250805', 32_000],
  ['claude-opus-4-20250514', 32_000],
  ['claude-opus-4-5', 64_000],
  ['claude-opus-4-7', 128_000],
  ['claude-sonnet-5', 128_000],
  ['us.anthropic.claude-3-5-haiku-20241022-v1:0', 8192],
  ['gemini-2.0-flash', 8192],
  ['gemini-2.5-pro', 65_536],
  ['gemini-3-pro-preview', 65_536],
  ['deepseek-chat', 8192],
  ['deepseek-ai/DeepSeek-R1', 65_536],
  ['grok-4', 256_000],
  ['glm-4.6', 131_072],
  ['glm-4-plus', 4096],
  ['meta-llama/Meta-Llama-3-8B-Instruct', 8192],
  ['llama-3.1-70b-versatile', 131_072],
])('an answer of %s has at most %i tokens', (model, tokens) => {
  expect(outputLimitOf(model)).toMatchObject({ tokens, isAssumed: false });
});

test('an answer of a model that nobody documents is assumed to have at most 16,384 tokens', () => {
  expect(outputLimitOf('my-own-model')).toEqual({ tokens: 16_384, isAssumed: true });
});
