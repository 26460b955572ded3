import { Readable } from 'node:stream';

const LARGE_BYTES = 64 * 1024;
const PIECE_BYTES = 256 * 1024;

interface Leaving {
  headers: Record<string, string>;
  body: Buffer | string;
}

/** Headers and body as they are handed over to the connection. */
export function leaving({ headers, body }: Leaving) {
  if (body.length <= LARGE_BYTES) return { headers, body };
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
  return {
    headers: { ...headers, 'content-length': String(bytes.length) },
    body: new LargeBody(bytes),
  };
}

/**
 * A large body leaves in pieces, each when the one before is gone: handed over at once, TLS would seal a copy of it all.
 * It is let go with its last piece: the connection keeps this object for as long as the answer lasts.
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
    const isLast = rest.length <= PIECE_BYTES;
    this.#rest = isLast ? undefined : rest.subarray(PIECE_BYTES);
    this.push(rest.subarray(0, PIECE_BYTES));
    if (isLast) this.push(null);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#rest = undefined;
    done(error);
  }
}
