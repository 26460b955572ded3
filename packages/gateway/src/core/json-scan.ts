import { endOfNumbers, endOfString, StringReader } from './json-tokens.ts';

/** Limits for the structure of a JSON text. Each is far above real use and keeps `JSON.parse` cheap. */
export interface JsonLimits {
  /** Levels of objects and arrays. */
  readonly depth: number;
  /** Members of the outermost object. */
  readonly fields: number;
  /** Members of all objects together. */
  readonly members: number;
  /** Items of all arrays together. Cut arrays of numbers do not count. */
  readonly items: number;
  /**
   * Members that make an object unlike every object before it. V8 builds a hidden class for each, which takes
   * thirty times as long as a member of an object that looks like another. The scan skips this check for the
   * first such number of members, so that ordinary texts pay nothing for it.
   */
  readonly shapes: number;
  /**
   * The work of `JSON.parse` after long values are cut, in bytes of plain text, which take about 2 ns each.
   * An escape counts `ESCAPE_WEIGHT` bytes, a member or an item `VALUE_WEIGHT`. From half of the limit on,
   * strings above `SHORT_CUT_BYTES` are cut as well. Only counted where long values are cut.
   */
  readonly weight: number;
  /**
   * Backslash escapes of all strings, including cut ones: a body for another dialect is parsed whole, and an
   * escape takes `JSON.parse` about as long as 16 bytes of plain text. Only counted where long values are
   * cut.
   */
  readonly escapes: number;
  /** Numbers in cut lists of numbers, which do not count as items, for the same reason. */
  readonly numbers: number;
}

/** The first limit that a text exceeds, and the member of the outermost object in which it does. */
export interface JsonExcess {
  readonly limit: keyof JsonLimits;
  readonly most: number;
  readonly field: string;
}

/** Offsets of one member of the outermost object. `keyEnd` and `valueEnd` are exclusive; the quotes are included. */
export interface FieldOffsets {
  readonly keyStart: number;
  readonly keyEnd: number;
  valueStart: number;
  valueEnd: number;
}

/**
 * A long value, validated as JSON. Offsets of its content, without quotes or brackets. `end` is exclusive.
 */
export interface JsonCut {
  readonly kind: 'string' | 'numbers';
  readonly start: number;
  readonly end: number;
}

/** Strings of this length or more are cut. */
export const CUT_STRING_BYTES = 64 * 1024;
/** The same in a text with much uncut text. Longer than what an outline keeps of a string. */
export const SHORT_CUT_BYTES = 1024;
const ESCAPE_WEIGHT = 16;
const VALUE_WEIGHT = 64;
/** The weight of a cut string: its beginning, the mark, and joining the outline. */
const CUT_WEIGHT = 1024;
/** The maximum of escapes that an outline keeps of a string. */
const KEPT_ESCAPES = 256;
/** Arrays of at least this many numbers are cut. */
export const CUT_NUMBERS = 16;

const MAX_FIELD_NAME = 64;
const NONE: number[] = [];

/**
 * Reads the structure of a JSON text in one pass over its bytes, and stops at the first exceeded limit. It
 * builds nothing and validates only the values that it cuts: `JSON.parse` validates the rest.
 *
 * Accepts any bytes. On invalid JSON it counts at least what `JSON.parse` builds before it fails.
 */
export class JsonScan {
  excess: JsonExcess | undefined;
  readonly fields: FieldOffsets[] = [];
  readonly cuts: JsonCut[] = [];
  readonly #bytes: Buffer;
  readonly #limits: JsonLimits;
  /** Set when long values are cut. */
  readonly #strings: StringReader | undefined;
  /** By level. */
  readonly #isArray: boolean[] = [false];
  /** By level: the hash of the keys so far. */
  #shapes: number[] = NONE;
  #shapeHashes: Set<number> | undefined;
  readonly #found = { numbers: 0 };
  /** The weight of bytes and escapes that cutting saved. */
  #spared = 0;
  #at = 0;
  #depth = 0;
  #members = 0;
  #items = 0;
  /** The next token begins a member or an item. */
  #isFresh = false;
  #field: FieldOffsets | undefined;

  constructor(bytes: Buffer, limits: JsonLimits, cutsLongValues: boolean) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#strings = cutsLongValues ? new StringReader(bytes) : undefined;
  }

  /** Reads at least this many bytes more, up to the end of a token. Returns whether it is done. */
  run(byteCount: number = Number.POSITIVE_INFINITY): boolean {
    const bytes = this.#bytes;
    const stop = Math.min(bytes.length, this.#at + byteCount);
    let at = this.#at;
    while (at < stop && this.excess === undefined) {
      const byte = bytes[at] as number;
      if (byte === COMMA) {
        this.#isFresh = true;
        at += 1;
      } else if (byte <= SPACE || byte === COLON) at += 1;
      else if (byte === QUOTE) at = this.#readString(at);
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) at = this.#open(at, byte === OPEN_BRACKET);
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) at = this.#close(at);
      else at = this.#readScalar(at);
    }
    this.#at = at;
    return this.excess !== undefined || at >= bytes.length;
  }

  #readString(at: number): number {
    const escapes = this.#strings?.escapes ?? 0;
    const close = this.#strings ? this.#strings.end(at + 1) : endOfString(this.#bytes, at + 1);
    const end = Math.min(close + 1, this.#bytes.length);
    if (this.#strings && this.#strings.escapes > this.#limits.escapes) this.#refuse('escapes');
    if (this.#isFresh && this.#isArray[this.#depth] === false) {
      this.#countMember(at, end);
      return end;
    }
    this.#beginValue(at);
    if (close - at > SHORT_CUT_BYTES && this.#strings?.isValid && close < this.#bytes.length)
      this.#cutString(at, close, this.#strings.escapes - escapes);
    this.#endValue(end);
    return end;
  }

  #cutString(at: number, close: number, escapes: number): void {
    const length = close - at;
    if (length <= CUT_STRING_BYTES && this.#weight(at) < this.#limits.weight / 2) return;
    this.cuts.push({ kind: 'string', start: at + 1, end: close });
    this.#spared += length - CUT_WEIGHT + Math.max(0, escapes - KEPT_ESCAPES) * ESCAPE_WEIGHT;
  }

  /** The weight of the text before `at`. */
  #weight(at: number): number {
    const values = (this.#members + this.#items) * VALUE_WEIGHT;
    return at + values + (this.#strings?.escapes ?? 0) * ESCAPE_WEIGHT - this.#spared;
  }

  #open(at: number, isArray: boolean): number {
    this.#beginValue(at);
    if (this.#depth >= this.#limits.depth) {
      this.#refuse('depth');
      return at;
    }
    this.#depth += 1;
    this.#isArray[this.#depth] = isArray;
    if (this.#shapeHashes) this.#shapes[this.#depth] = 0;
    this.#isFresh = true;
    const numbers =
      isArray && this.#strings ? endOfNumbers(this.#bytes, at + 1, CUT_NUMBERS, this.#found) : -1;
    if (this.#found.numbers > this.#limits.numbers) this.#refuse('numbers');
    if (numbers < 0) return at + 1;
    this.cuts.push({ kind: 'numbers', start: at + 1, end: numbers });
    this.#spared += numbers - at;
    return numbers;
  }

  #close(at: number): number {
    if (this.#depth > 0) this.#depth -= 1;
    this.#isFresh = false;
    this.#endValue(at + 1);
    return at + 1;
  }

  /** A number, `true`, `false`, `null`, or an invalid token. */
  #readScalar(from: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    this.#beginValue(from);
    let at = from + 1;
    while (at < length && !endsScalar(bytes[at] as number)) at += 1;
    this.#endValue(at);
    return at;
  }

  #beginValue(at: number): void {
    if (this.#isFresh && this.#isArray[this.#depth] === true) {
      this.#items += 1;
      if (this.#items > this.#limits.items) this.#refuse('items');
    }
    this.#isFresh = false;
    if (this.#depth === 1 && this.#field && this.#field.valueStart < 0) this.#field.valueStart = at;
  }

  #endValue(end: number): void {
    if (this.#strings && this.#weight(end) > this.#limits.weight) this.#refuse('weight');
    if (this.#depth === 1 && this.#field && this.#field.valueStart >= 0) this.#field.valueEnd = end;
  }

  #countMember(keyStart: number, keyEnd: number): void {
    this.#isFresh = false;
    if (this.#depth === 1) {
      this.#field = { keyStart, keyEnd, valueStart: -1, valueEnd: -1 };
      this.fields.push(this.#field);
      if (this.fields.length > this.#limits.fields) this.#refuse('fields');
    }
    this.#members += 1;
    if (this.#members > this.#limits.members) this.#refuse('members');
    if (this.#members > this.#limits.shapes) this.#countShape(keyStart, keyEnd);
  }

  #countShape(keyStart: number, keyEnd: number): void {
    if (!this.#shapeHashes) {
      this.#shapeHashes = new Set();
      this.#shapes = Array.from({ length: this.#limits.depth + 1 }, () => 0);
    }
    let hash = this.#shapes[this.#depth] as number;
    for (let at = keyStart; at < keyEnd; at += 1)
      hash = Math.imul(hash ^ (this.#bytes[at] as number), 0x01000193) ^ (hash >>> 15);
    this.#shapes[this.#depth] = hash;
    this.#shapeHashes.add(hash);
    if (this.#shapeHashes.size > this.#limits.shapes) this.#refuse('shapes');
  }

  #refuse(limit: keyof JsonLimits): void {
    this.excess ??= { limit, most: this.#limits[limit], field: this.#fieldName() };
  }

  /** The part that can be shown; empty outside of an object. */
  #fieldName(): string {
    if (!this.#field) return '';
    const { keyStart, keyEnd } = this.#field;
    const name = this.#bytes.toString(
      'utf8',
      keyStart + 1,
      Math.min(keyEnd - 1, keyStart + 1 + MAX_FIELD_NAME),
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    return name.replace(/[\u0000-\u001f\u007f\ufffd]/g, '');
  }
}

function endsScalar(byte: number): boolean {
  return (
    byte === COMMA ||
    byte === CLOSE_BRACE ||
    byte === CLOSE_BRACKET ||
    byte <= SPACE ||
    byte === QUOTE ||
    byte === COLON
  );
}

/** Scans a whole JSON text at once. */
export function scanJson(bytes: Buffer, limits: JsonLimits, cutsLongValues = false): JsonScan {
  const scan = new JsonScan(bytes, limits, cutsLongValues);
  scan.run();
  return scan;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
