import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 64 * 1024;
const BODY_TIMEOUT_MS = 5000;

/**
 * Reads the body of a response that refuses a WebSocket: at most 64 KB and five seconds, enough for a
 * message.
 */
export async function readErrorBody(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(), BODY_TIMEOUT_MS);
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece.subarray(0, MAX_BYTES - size));
      size += piece.length;
      if (size >= MAX_BYTES) break;
    }
  } catch {
    // The received bytes are enough for a message.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(pieces);
}
