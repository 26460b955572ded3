import { expect, test } from 'vitest';
import { claudeFacts } from './claude-models.ts';

test.each([
  ['claude-2.1', 'none', 'all'],
  ['claude-instant-1.2', 'none', 'all'],
  ['claude-3-5-sonnet-20241022', 'none', 'all'],
  ['claude-3-7-sonnet@20250219', 'budget', 'all'],
  ['claude-opus-4-20250514', 'budget', 'all'],
  ['claude-sonnet-4-0', 'budget', 'all'],
  ['claude-opus-4-1-20250805', 'budget', 'one'],
  ['global.anthropic.claude-sonnet-4-5-20250929-v1:0', 'budget', 'one'],
  ['claude-haiku-4-5', 'budget', 'one'],
  ['anthropic.claude-opus-4-6-v1', 'adaptive', 'one'],
  ['claude-sonnet-4.6', 'adaptive', 'one'],
  ['claude-opus-4-7', 'adaptive', 'none'],
  ['claude-opus-4-10', 'adaptive', 'none'],
  ['anthropic/claude-opus-5', 'adaptive', 'none'],
  ['claude-mythos-preview', 'adaptive', 'none'],
  // Later versions, new families and names without a version count as current models.
  ['claude-haiku-9', 'adaptive', 'none'],
  ['claude-saga-1', 'adaptive', 'none'],
  ['claude-sonnet-latest', 'adaptive', 'none'],
  // Others copy the API as it was.
  ['kimi-k2', 'budget', 'all'],
])('%s reasons by %s and accepts sampling: %s', (model, thinking, sampling) => {
  expect(claudeFacts(model)).toMatchObject({ thinking, sampling });
});

test.each([
  ['claude-opus-4-8', true, 'omit'],
  ['claude-opus-5-20260724', true, 'disabled'],
  ['claude-opus-5-5', false, 'effort'],
  ['claude-opus-6', false, 'effort'],
  ['claude-sonnet-5', true, 'disabled'],
  ['claude-sonnet-5-5', false, 'between_tools'],
  ['claude-haiku-5-5', true, 'disabled'],
  ['claude-fable-5', true, 'effort'],
  ['claude-fable-5-1', false, 'effort'],
])('%s accepts forced tools: %s, and stops reasoning by %s', (model, forcedTools, off) => {
  expect(claudeFacts(model)).toMatchObject({ forcedTools, off });
});

test("the caller's name decides for a profile or deployment with a name of its own", () => {
  const profile = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc';
  expect(claudeFacts(profile, 'claude-opus-4-7').thinking).toBe('adaptive');
  expect(claudeFacts(profile, 'assistant').thinking).toBe('budget');
  expect(claudeFacts('kimi-k2', 'claude-opus-4-7').thinking).toBe('budget');
});
