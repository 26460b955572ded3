/** Providers accept pictures of some megabytes; a larger one would only be rejected there. */
export const MAX_PICTURE_BYTES = 5_000_000;

/**
 * Reads a picture as a `data:` URL.
 *
 * @throws {RangeError} when it is too large, empty, or no picture whatever its name is
 */
export async function readPicture(file: Blob): Promise<string> {
  if (!file.type.startsWith('image/') || file.size > MAX_PICTURE_BYTES) throw new RangeError(file.type);
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (!beginnings.some((beginning) => beginning.test(start))) throw new RangeError(file.type);
  return toDataUrl(file);
}

/** Uses the browser: converting megabytes in a script would block the page. */
function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/**
 * PNG, JPEG, GIF, WebP; HEIC and AVIF, which some providers accept. A browser derives a file's type from its name only.
 */
const beginnings = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^GIF8/, /^RIFF[\s\S]{4}WEBP/, /^[\s\S]{4}ftyp/];
