import { expect, test } from 'vitest';
import { MAX_PICTURE_BYTES, readPicture } from './read-picture.ts';

test('a picture becomes an address that travels in the request', async () => {
  const file = new Blob([new Uint8Array([0, 255])], { type: 'image/png' });
  expect(await readPicture(file)).toBe('data:image/png;base64,AP8=');
});

test('what is no picture, and what is too large, is refused', async () => {
  await expect(readPicture(new Blob(['x'], { type: 'text/plain' }))).rejects.toThrow(RangeError);
  const large = new Blob([new Uint8Array(MAX_PICTURE_BYTES + 1)], { type: 'image/png' });
  await expect(readPicture(large)).rejects.toThrow(RangeError);
});
