import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countText } from './count-text.ts';
import { promptBound, survey } from './prompt.ts';
import { createTokenCounter } from './tokens.ts';

test('words that steer a model are counted as the text that they are', () => {
  expect(countText('gpt-4o', '<|endoftext|>')).toBeGreaterThan(1);
  expect(countText('gpt-4', 'hello <|im_start|>')).toBeGreaterThan(2);
});

test('a word without an end does not hold up the count', () => {
  // Merging it whole would outlast the test by far.
  expect(countText('gpt-4o', 'a'.repeat(1_000_000))).toBeGreaterThan(1000);
});

test('no prompt has more tokens than its bound says', () => {
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

test('the bytes of a picture are not taken for words', () => {
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(500_000)}` } };
  const json = {
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'what?' }, picture] }],
  };
  expect(promptBound({ model: 'm', json, body: Buffer.from(JSON.stringify(json)) })).toBeLessThan(3000);
  expect(survey(json)).toMatchObject({ media: 1, messages: 1 });
});

test('counting happens in a thread of its own and can be closed', async () => {
  const counter = createTokenCounter();
  expect(await counter.count('gpt-4o', ['hello world', 'hello'])).toBe(3);
  const pending = counter.count('gpt-4o', ['x'.repeat(100_000)]);
  await counter.close();
  await expect(pending).rejects.toThrow('closing');
});
