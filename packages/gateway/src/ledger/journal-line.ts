import { crc32 } from 'node:zlib';

/** Base 36 holds 32 bits in seven digits. */
const CHECKSUM_DIGITS = 7;
const RADIX = 36;
const ROOM = 64 * 1024;
const [ZERO, LETTER_A, SPACE, NEWLINE] = [0x30, 0x61, 0x20, 0x0a];
const BYTES_PER_UNIT = 3;

/**
 * Lines of the journal that are not on disk yet, as the bytes that will be written: `checksum text`. The checksum
 * detects partial and damaged lines.
 */
export class JournalLines {
  /** The first byte is a newline, for the write after a torn one. */
  #bytes = Buffer.alloc(ROOM, NEWLINE);
  #end = 1;

  get length(): number {
    return this.#end - 1;
  }

  add(text: string): void {
    const start = this.#end;
    const most = start + CHECKSUM_DIGITS + 2 + text.length * BYTES_PER_UNIT;
    if (most > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], Math.max(most, 2 * this.#bytes.length));
    const from = start + CHECKSUM_DIGITS + 1;
    const end = from + this.#bytes.write(text, from, 'utf8');
    writeDigits(this.#bytes, start, crc32(this.#bytes.subarray(from, end)));
    this.#bytes[from - 1] = SPACE;
    this.#bytes[end] = NEWLINE;
    this.#end = end + 1;
  }

  /** Removes the lines after the first `length` bytes. */
  cut(length: number): void {
    this.#end = 1 + length;
    if (length === 0 && this.#bytes.length > ROOM) this.#bytes = Buffer.alloc(ROOM, NEWLINE);
  }

  /** The bytes of all lines, valid until the next `add`. After a torn write they begin with a newline. */
  bytes(isTorn: boolean): Buffer {
    return this.#bytes.subarray(isTorn ? 0 : 1, this.#end);
  }
}

/** Returns the text of a line without its end, or undefined when the checksum does not match. */
export function readLine(line: string): string | undefined {
  const space = line.indexOf(' ');
  const text = line.slice(space + 1);
  // Earlier versions wrote no leading zeros.
  const digits = line.slice(0, Math.max(0, space)).padStart(CHECKSUM_DIGITS, '0');
  return space > 0 && crc32(text).toString(RADIX).padStart(CHECKSUM_DIGITS, '0') === digits
    ? text
    : undefined;
}

function writeDigits(bytes: Buffer, start: number, value: number): void {
  let rest = value;
  for (let at = start + CHECKSUM_DIGITS - 1; at >= start; at -= 1) {
    const digit = rest % RADIX;
    bytes[at] = digit < 10 ? ZERO + digit : LETTER_A + digit - 10;
    rest = (rest - digit) / RADIX;
  }
}
