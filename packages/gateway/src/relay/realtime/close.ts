import type { WebSocket } from 'ws';

/** A close frame has 125 bytes, of which two are the code (RFC 6455, section 5.5). */
const MAX_REASON_BYTES = 123;
const INTERNAL = 1011;

/**
 * Closes a WebSocket with a code and reason that may be sent, derived from those of a provider. Never throws.
 */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(toSendableCode(code), cutToBytes(reason, MAX_REASON_BYTES));
}

/** Codes for a missing close frame cannot be sent in one. */
function toSendableCode(code: number): number {
  if (code === 1005) return 1000;
  const isReserved = code === 1004 || code === 1006 || code === 1015;
  const isKnown = (code >= 1000 && code <= 1014) || (code >= 3000 && code <= 4999);
  return isKnown && !isReserved ? code : INTERNAL;
}

/** Returns the longest prefix of a text that fits into `limit` bytes of UTF-8, without a split character. */
function cutToBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let end = limit;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
