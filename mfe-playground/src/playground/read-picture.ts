/** Providers take pictures of some megabytes; a larger one would only be refused there. */
export const MAX_PICTURE_BYTES = 5_000_000;

/**
 * A picture as a `data:` URL.
 *
 * @throws {RangeError} when it is too large, or no picture
 */
export async function readPicture(file: Blob): Promise<string> {
  if (!file.type.startsWith('image/') || file.size > MAX_PICTURE_BYTES) throw new RangeError(file.type);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:${file.type};base64,${btoa(binary)}`;
}
