import { Readable } from 'node:stream';

const LARGE_BYTES = 64 * 1024;
const PIECE_BYTES = 256 * 1024;

interface Leaving {
  headers: Record<string, string>;
  body: Buffer | string;
}

/** Returns headers and body as sent to the connection. */
export function toUpstreamBody({ headers, body }: Leaving) {
  if (body.length === 0) return { headers, body: undefined };
  if (body.length <= LARGE_BYTES) return { headers, body };
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
  return {
    headers: { ...headers, 'content-length': String(bytes.length) },
    body: new LargeBody(bytes),
  };
}

/**
 * Sends a large body in pieces, each after the one before: TLS would otherwise encrypt a copy of the whole.
 * Releases the body with its last piece, because the connection keeps this object until the response ends.
 */
class LargeBody extends Readable {
  #rest: Buffer | undefined;

  constructor(bytes: Buffer) {
    super({ highWaterMark: PIECE_BYTES });
    this.#rest = bytes;
  }

  override _read(): void {
    const rest = this.#rest;
    if (!rest) return;
    const isFinalMessage = rest.length <= PIECE_BYTES;
    this.#rest = isFinalMessage ? undefined : rest.subarray(PIECE_BYTES);
    this.push(rest.subarray(0, PIECE_BYTES));
    if (isFinalMessage) this.push(null);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#rest = undefined;
    done(error);
  }
}
