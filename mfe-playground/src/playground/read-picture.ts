/** Providers take pictures of some megabytes; a larger one would only be refused there. */
export const MAX_PICTURE_BYTES = 5_000_000;

/**
 * A picture as a `data:` URL.
 *
 * @throws {RangeError} when it is too large, empty, or no picture whatever its name says
 */
export async function readPicture(file: Blob): Promise<string> {
  if (!file.type.startsWith('image/') || file.size > MAX_PICTURE_BYTES) throw new RangeError(file.type);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  if (!beginnings.some((beginning) => beginning.test(binary))) throw new RangeError(file.type);
  return `data:${file.type};base64,${btoa(binary)}`;
}

/** PNG, JPEG, GIF, WebP; and HEIC and AVIF, which some providers take. A browser calls a file by its name alone. */
const beginnings = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^GIF8/, /^RIFF[\s\S]{4}WEBP/, /^[\s\S]{4}ftyp/];
