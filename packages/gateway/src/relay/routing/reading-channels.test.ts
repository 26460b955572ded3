import { expect, test } from 'vitest';
import { readsMore } from './reading-channels.ts';

const plain = { type: 1, paramOverride: new Map<string, unknown>() };

test.each(['gpt-4o-search-preview', 'sonar-pro', 'gpt-4-gizmo-g-abc', 'qwen-long', 'groq/compound'])(
  'the provider reads more than the request for %s',
  (model) => {
    expect(readsMore(plain, model)).toBe(true);
  },
);

test('other models read their request alone, unless their channel adds to it', () => {
  expect(readsMore(plain, 'gpt-4o')).toBe(false);
  expect(readsMore({ type: 37, paramOverride: new Map() }, 'gpt-4o')).toBe(true);
  expect(readsMore({ type: 1, paramOverride: new Map([['plugins', []]]) }, 'gpt-4o')).toBe(true);
});
