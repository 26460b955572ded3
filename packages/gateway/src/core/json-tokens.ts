/** Strings up to this length are read byte by byte: a call of `indexOf` costs more. */
const NEAR_BYTES = 48;

/** Returns the offset of the quote that closes a string with content from `from`, or else the length. */
export function endOfString(bytes: Buffer, from: number): number {
  const { length } = bytes;
  for (let at = from; at < length; ) {
    const near = Math.min(at + NEAR_BYTES, length);
    while (at < near) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      at += byte === BACKSLASH ? 2 : 1;
    }
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return length;
    let escapes = 0;
    while (quote - 1 - escapes >= at && bytes[quote - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return quote;
    at = quote + 1;
  }
  return length;
}

/**
 * Reads strings four bytes at a time and validates long ones on the way, so that `JSON.parse` can skip them.
 * Only the first 48 bytes of a string are not validated.
 */
export class StringReader {
  /** Whether the last string is free of control characters and broken escapes. */
  isValid = true;
  /** Backslash escapes in all strings so far. */
  escapes = 0;
  readonly #bytes: Buffer;
  readonly #words: Int32Array;
  /** The difference between the offset of a word in memory and in the text. */
  readonly #shift: number;

  constructor(bytes: Buffer) {
    const { buffer, byteOffset, length } = bytes;
    this.#bytes = bytes;
    const begin = (byteOffset + 3) & ~3;
    this.#shift = begin - byteOffset;
    this.#words = new Int32Array(buffer, begin, Math.max(0, (length - this.#shift) >> 2));
  }

  /** As `endOfString`. */
  end(from: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const near = Math.min(from + NEAR_BYTES, length);
    this.isValid = true;
    let at = from;
    while (at < near) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) {
        this.escapes += 1;
        at += 2;
      } else at += 1;
    }
    return this.#endOfLong(at);
  }

  #endOfLong(from: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const shift = this.#shift;
    let at = from;
    while (at < length) {
      if (((at - shift) & 3) === 0) at = this.#skipPlainWords((at - shift) >> 2) * 4 + shift;
      if (at >= length) return length;
      const byte = bytes[at] as number;
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) at += this.#escapeLength(at + 1);
      else {
        if (byte < 0x20) this.isValid = false;
        at += 1;
      }
    }
    return length;
  }

  /** Returns the first word from `word` on with a quote, backslash or control character, or else the end. */
  #skipPlainWords(word: number): number {
    const words = this.#words;
    const { length } = words;
    let at = word;
    for (; at < length; at += 1) {
      const four = words[at] as number;
      const quote = four ^ 0x22222222;
      const backslash = four ^ 0x5c5c5c5c;
      const below =
        ((four - 0x20202020) & ~four) |
        ((quote - 0x01010101) & ~quote) |
        ((backslash - 0x01010101) & ~backslash);
      if ((below & 0x80808080) !== 0) return at;
    }
    return at;
  }

  /** The length of an escape whose letter is at `at`, the backslash included. */
  #escapeLength(at: number): number {
    const letter = this.#bytes[at] as number;
    this.escapes += 1;
    if (letter !== LETTER_U) {
      if (!ESCAPES.has(letter)) this.isValid = false;
      return 2;
    }
    for (let digit = 1; digit <= 4; digit += 1) {
      if (isHexDigit(this.#bytes[at + digit] as number)) continue;
      this.isValid = false;
      return 2;
    }
    return 6;
  }
}

/**
 * Returns the offset of the bracket that closes an array of valid JSON numbers whose content begins at
 * `from`. Returns -1 for any other array, and for one of fewer than `least` numbers.
 *
 * @param found its `numbers` increases by the numbers of the array
 */
export function endOfNumbers(bytes: Buffer, from: number, least: number, found: { numbers: number }): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = skipSpace(bytes, from);
  for (let count = 1; ; count += 1) {
    at = endOfNumber(bytes, view, at);
    if (at < 0) return -1;
    let byte = bytes[at] as number;
    if (byte <= SPACE) {
      at = skipSpace(bytes, at);
      byte = bytes[at] as number;
    }
    if (byte === CLOSE_BRACKET) {
      found.numbers += count;
      return count >= least ? at : -1;
    }
    if (byte !== COMMA) return -1;
    at += 1;
    if ((bytes[at] as number) <= SPACE) at = skipSpace(bytes, at);
  }
}

/** Returns the offset after a JSON number, or -1 when none begins here. */
function endOfNumber(bytes: Buffer, view: DataView, from: number): number {
  let at = from;
  let byte = bytes[at] as number;
  if (byte === MINUS) byte = bytes[++at] as number;
  if (!isDigit(byte)) return -1;
  const isZero = byte === ZERO;
  byte = bytes[++at] as number;
  if (!isZero) while (isDigit(byte)) byte = bytes[++at] as number;
  if (byte === POINT) {
    const fraction = skipDigits(bytes, view, at + 1);
    if (fraction === at + 1) return -1;
    at = fraction;
    byte = bytes[at] as number;
  }
  if (byte !== LETTER_E && byte !== CAPITAL_E) return at;
  const sign = bytes[at + 1];
  const digits = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  const exponent = skipDigits(bytes, view, digits);
  return exponent === digits ? -1 : exponent;
}

/** Four at a time, because numbers of embeddings have eight to seventeen. */
function skipDigits(bytes: Buffer, view: DataView, from: number): number {
  const last = bytes.length - 4;
  let at = from;
  while (at <= last && areDigits(view.getInt32(at, true))) at += 4;
  while (isDigit(bytes[at] as number)) at += 1;
  return at;
}

/** Whether all four bytes are 0x30 to 0x39: also with six more, their upper halves are three. */
function areDigits(four: number): boolean {
  return (four & UPPER_HALVES) === THREES && ((four + SIXES) & UPPER_HALVES) === THREES;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_HALVES = 0xf0f0f0f0;
const THREES = 0x30303030;
const SIXES = 0x06060606;
const CAPITAL_E = 0x45;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LETTER_E = 0x65;
const LETTER_U = 0x75;
/** What may follow a backslash: quote, slash, backslash, b, f, n, r, t. */
const ESCAPES = new Set([QUOTE, 0x2f, BACKSLASH, 0x62, 0x66, 0x6e, 0x72, 0x74]);
