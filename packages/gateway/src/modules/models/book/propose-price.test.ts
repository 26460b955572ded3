import { expect, test } from 'vitest';
import { findSimilar } from './propose-price.ts';

const priced = [
  'gemini-3-flash-preview',
  'gemini-2.5-pro',
  'gpt-5.5',
  'gpt-5-mini',
  'claude-sonnet-4-5-20250929',
  'claude-haiku-4-5',
  'gpt-*',
];

test.each([
  ['vendor/claude-sonnet-4.5', 'claude-sonnet-4-5-20250929'],
  ['claude-sonnet-4-6', 'claude-sonnet-4-5-20250929'],
  ['gpt-5.6', 'gpt-5.5'],
  ['gpt-5-mini-2026-01-01', 'gpt-5-mini'],
])('%s is proposed the price of %s', (model, like) => {
  expect(findSimilar(model, priced)).toBe(like);
});

test.each(['gemini-3-pro-preview', 'gpt-5.5-nano', 'gpt-image-1', 'claude-opus-4-5', 'mystery'])(
  '%s is proposed no price, as only another grade of its family has one',
  (model) => {
    expect(findSimilar(model, priced)).toBeUndefined();
  },
);
