import { expect, test } from 'vitest';
import { MAX_PICTURE_BYTES, readPicture } from './read-picture.ts';

test('a picture becomes a data URL for the request', async () => {
  const file = new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' });
  expect(await readPicture(file)).toBe('data:image/jpeg;base64,/9j/');
});

test('files that are no picture or too large are rejected', async () => {
  await expect(readPicture(new Blob(['x'], { type: 'text/plain' }))).rejects.toThrow(RangeError);
  await expect(readPicture(new Blob([], { type: 'image/png' }))).rejects.toThrow(RangeError);
  await expect(readPicture(new Blob(['a text by a false name'], { type: 'image/png' }))).rejects.toThrow(
    RangeError,
  );
  const start = new Uint8Array([0xff, 0xd8, 0xff]);
  const large = new Blob([start, new Uint8Array(MAX_PICTURE_BYTES)], { type: 'image/jpeg' });
  await expect(readPicture(large)).rejects.toThrow(RangeError);
});
