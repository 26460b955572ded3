import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync, gunzip, gunzipSync, inflate, inflateSync } from 'node:zlib';

const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>;

/**
 * Decodes one content coding.
 *
 * @throws when the coding is unknown or not a single one, the bytes are invalid, or the output exceeds
 * `limit` bytes.
 */
export async function unpack(
  body: Buffer,
  coding: string | string[] | undefined,
  limit: number,
): Promise<Buffer> {
  const name = String(coding ?? 'identity')
    .trim()
    .toLowerCase();
  if (name === '' || name === 'identity') return body;
  const unpacker = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined;
  if (!unpacker) throw new Error('This coding is not supported.');
  return unpacker(body, { maxOutputLength: limit });
}

const syncUnpackers = new Map<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** The same synchronously, for worker threads. The result's memory is not shared. @throws as `unpack` */
export function unpackNow(body: Buffer, coding: string, limit: number): Buffer {
  const unpacker = syncUnpackers.get(coding.trim().toLowerCase());
  if (!unpacker) throw new Error('This coding is not supported.');
  const unpacked = unpacker(body, { maxOutputLength: limit });
  return unpacked.buffer.byteLength === unpacked.length
    ? unpacked
    : Buffer.from(new Uint8Array(unpacked).buffer);
}
