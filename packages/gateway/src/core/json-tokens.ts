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
  let at = skipSpace(bytes, from);
  for (let count = 1; ; count += 1) {
    const start = at;
    while (isDigit(bytes[at] as number)) at += 1;
    const byte = bytes[at];
    const isPlain = at > start && (byte === COMMA || byte === CLOSE_BRACKET);
    if (!isPlain || (bytes[start] === ZERO && at > start + 1)) {
      at = endOfNumber(bytes, start);
      if (at < 0) return -1;
      at = skipSpace(bytes, at);
    }
    if (bytes[at] === CLOSE_BRACKET) {
      found.numbers += count;
      return count >= least ? at : -1;
    }
    if (bytes[at] !== COMMA) return -1;
    at += 1;
    if ((bytes[at] as number) <= 0x20) at = skipSpace(bytes, at);
  }
}

/** Returns the offset after a JSON number, or -1 when none begins here. */
function endOfNumber(bytes: Buffer, from: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  const whole = skipDigits(bytes, at);
  if (whole === at || (bytes[at] === ZERO && whole > at + 1)) return -1;
  at = whole;
  if (bytes[at] === POINT) {
    const fraction = skipDigits(bytes, at + 1);
    if (fraction === at + 1) return -1;
    at = fraction;
  }
  if (bytes[at] === LETTER_E || bytes[at] === CAPITAL_E) {
    const sign = bytes[at + 1];
    const digits = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
    const exponent = skipDigits(bytes, digits);
    if (exponent === digits) return -1;
    at = exponent;
  }
  return at;
}

function skipDigits(bytes: Buffer, from: number): number {
  let at = from;
  while (isDigit(bytes[at] as number)) at += 1;
  return at;
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

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const CAPITAL_E = 0x45;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LETTER_E = 0x65;
const LETTER_U = 0x75;
/** What may follow a backslash: quote, slash, backslash, b, f, n, r, t. */
const ESCAPES = new Set([QUOTE, 0x2f, BACKSLASH, 0x62, 0x66, 0x6e, 0x72, 0x74]);
