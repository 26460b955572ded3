import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countText } from './count-text.ts';
import { bytesOf, collectPromptText, overheadOf, promptBound, structuralTokens } from './prompt.ts';
import { createTokenCounter } from './tokens.ts';

test('control tokens are counted as plain text', () => {
  expect(countText('gpt-4o', '<|endoftext|>')).toBeGreaterThan(1);
  expect(countText('gpt-4', 'hello <|im_start|>')).toBeGreaterThan(2);
});

test('a count ends in time when a word is very long', () => {
  // Merging it whole would outlast the test by far.
  expect(countText('gpt-4o', 'a'.repeat(1_000_000))).toBeGreaterThan(1000);
});

test('a prompt never has more tokens than its bound', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (texts) => {
      const json = { model: 'm', messages: texts.map((content) => ({ role: 'user', content })) };
      const body = Buffer.from(JSON.stringify(json));
      const tokens = texts.reduce((sum, text) => sum + countText('gpt-4o', text) + 4, 3);
      expect(promptBound({ model: 'm', json, body })).toBeGreaterThanOrEqual(tokens);
    }),
    { numRuns: 500 },
  );
});

test('the bytes of a picture are not counted as words', () => {
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(500_000)}` } };
  const json = {
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'what?' }, picture] }],
  };
  expect(promptBound({ model: 'm', json, body: Buffer.from(JSON.stringify(json)) })).toBeLessThan(3000);
  expect(collectPromptText(json)).toMatchObject({ media: 1, messages: 1 });
});

test('texts for embeddings are counted without the frame of a conversation', () => {
  const tokensOf = (json: Record<string, unknown>) => {
    const found = collectPromptText({ model: 'm', ...json });
    const words = [...found.texts, ...found.names].map((text) => countText('gpt-4o', text));
    return words.reduce((sum, tokens) => sum + tokens, structuralTokens(found));
  };
  const red = { content: { parts: [{ text: 'red' }] }, model: 'models/gemini-embedding-001' };
  expect(tokensOf({ input: ['red', 'red'] })).toBe(2);
  expect(tokensOf({ input: [5, 6, 7] })).toBe(3);
  expect(tokensOf({ input: [[5, 6], [7]] })).toBe(3);
  expect(tokensOf({ requests: [red, { ...red, taskType: 'RETRIEVAL_DOCUMENT' }] })).toBe(2);
  expect(tokensOf(red)).toBe(1);
  expect(overheadOf({ model: 'm', json: { model: 'm', input: ['red', 'red'] } })).toBe(0);
});

test.each([{ requests: [] }, { content: {} }])('%j next to messages hides none of their words', (more) => {
  const found = collectPromptText({ model: 'm', messages: [{ role: 'user', content: 'secret' }], ...more });
  expect(found.texts).toContain('secret');
  expect(bytesOf(found)).toBeGreaterThan(6);
  expect(found).toMatchObject({ messages: 1, isChat: true });
});

test('counting runs in a separate thread that can be closed', async () => {
  const counter = createTokenCounter();
  expect(await counter.count('gpt-4o', ['hello world', 'hello'])).toBe(3);
  const pending = counter.count('gpt-4o', ['x'.repeat(100_000)]);
  await counter.close();
  await expect(pending).rejects.toThrow('closing');
});
