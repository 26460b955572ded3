import { TextTally } from '../tally.ts';
import type { StreamReader } from './reader.ts';

/**
 * Bytes that are no text and reach the caller as they come. They have no end of their own, so the last byte waits for
 * that of the connection, and for the money.
 */
export class Sound implements StreamReader {
  readonly usage = {};
  readonly tally = new TextTally();
  readonly failed = false;
  readonly closed = false;
  finished = false;
  #last: Buffer = Buffer.alloc(0);

  feed(bytes: Buffer): Buffer {
    const before = this.#last;
    this.#last = bytes.subarray(-1);
    return Buffer.concat([before, bytes.subarray(0, -1)]);
  }

  end(): Buffer {
    this.finished = true;
    return this.#last;
  }
}
