import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 64 * 1024;
const PATIENCE_MS = 5000;

/** The body of an answer that refuses a WebSocket. At most 64 KB and five seconds of it: that is enough for a message. */
export async function readRefusalBody(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(), PATIENCE_MS);
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece.subarray(0, MAX_BYTES - size));
      size += piece.length;
      if (size >= MAX_BYTES) break;
    }
  } catch {
    // What came is enough for a message.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(pieces);
}
