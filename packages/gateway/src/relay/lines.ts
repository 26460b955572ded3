/** An upstream that never ends its line would fill the memory. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Lets whole lines through and keeps the rest until it is complete. A stream that breaks off then ends between two
 * lines, so that an error event can follow it.
 */
export class LineGate {
  #kept: Buffer[] = [];
  #keptBytes = 0;

  /** @throws {RangeError} when one line is larger than 16 MB. */
  push(chunk: Buffer): Buffer | undefined {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#keep(chunk);
      return undefined;
    }
    const whole = end === chunk.length ? chunk : chunk.subarray(0, end);
    const lines = this.#keptBytes === 0 ? whole : Buffer.concat([...this.#kept, whole]);
    this.#kept = [];
    this.#keptBytes = 0;
    if (end < chunk.length) this.#keep(chunk.subarray(end));
    return lines;
  }

  /** What came after the last line end. */
  rest(): Buffer {
    return Buffer.concat(this.#kept);
  }

  #keep(piece: Buffer): void {
    this.#kept.push(piece);
    this.#keptBytes += piece.length;
    if (this.#keptBytes > MAX_LINE_BYTES) throw new RangeError('a line of the answer is too long');
  }
}

/** Calls `onData` with the data of each server-sent event: lines may end in any way, comments and names are skipped. */
export class EventSplitter {
  #data: string[] = [];

  push(lines: string, onData: (data: string) => void): void {
    for (const line of lines.split(/\r?\n|\r/)) {
      if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && this.#data.length > 0) this.flush(onData);
    }
  }

  /** The last event of a stream may lack the blank line behind it. */
  flush(onData: (data: string) => void): void {
    if (this.#data.length === 0) return;
    const data = this.#data.join('\n');
    this.#data = [];
    onData(data);
  }
}
