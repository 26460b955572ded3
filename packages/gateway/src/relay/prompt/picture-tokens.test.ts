import { expect, test } from 'vitest';
import { pictureTokens } from './picture-tokens.ts';

const request = { model: 'gpt-image-1', count: 1, promptBytes: 100, inputPictures: 0 };
const heldFor = (more: object) => pictureTokens({ ...request, ...more }).held?.outputTokens;

test.each([
  [{ size: '1024x1024', quality: 'low' }, 272],
  [{ size: '1536x1024', quality: 'medium' }, 1568],
  [{ size: '1024x1536', quality: 'high' }, 6240],
  [{}, 6240],
  [{ size: '9x9', quality: 'standard' }, 6240],
  [{ count: 3, size: '1024x1024' }, 3 * 4160],
  [{ model: 'openai/gpt-image-1.5', quality: 'low' }, 408],
  [{ model: 'gpt-image-2', size: '1024x1024', quality: 'high' }, 7024],
  [{ model: 'gpt-image-2', size: '1536x1024', quality: 'high' }, 5488],
  [{ model: 'gpt-image-2', size: '3584x2048', quality: 'high' }, 12_329],
  [{ model: 'gpt-image-2' }, 7024],
  [{ model: 'gpt-image-2', size: '9000x9000' }, 23_719],
])('a hold for %o covers the %d tokens that are documented', (more, expected) => {
  expect(heldFor(more)).toBe(expected);
});

test('a hold covers every picture when several are edited', () => {
  const { held } = pictureTokens({ ...request, inputPictures: 2 });
  expect(held?.promptTokens).toBe(100 + 2 * 10_000);
});

test('no tokens are held when a model is not known to report them', () => {
  expect(heldFor({ model: 'flux' })).toBeUndefined();
});
