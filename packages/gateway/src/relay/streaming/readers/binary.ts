import { TextTally } from '../../metering/tally.ts';
import type { StreamReader } from './reader.ts';

/**
 * Passes binary audio through. Holds the last byte back until the upstream closes and the call is settled,
 * because audio has no end marker.
 */
export class BinaryReader implements StreamReader {
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
