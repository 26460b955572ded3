import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countText } from './count-text.ts';
import { collectPromptText, promptBound } from './prompt.ts';
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

test('counting runs in a separate thread that can be closed', async () => {
  const counter = createTokenCounter();
  expect(await counter.count('gpt-4o', ['hello world', 'hello'])).toBe(3);
  const pending = counter.count('gpt-4o', ['x'.repeat(100_000)]);
  await counter.close();
  await expect(pending).rejects.toThrow('closing');
});
