/** Offsets of one `"key": value`. */
export interface MemberSpan {
  /** Without the quotes. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The first byte of the value: of a string, its quote. */
  readonly value: number;
  /** The closing quote of a string; the start of any other value. */
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACE = 0x20;
const TAB = 0x09;
const NEWLINE = 0x0a;

/**
 * Calls `onMember` for every member of every object in lines of JSON, at any depth, in one pass and without a
 * copy. Ignores members inside strings; an open quote ends with its line. All calls get the same object, with
 * other offsets: a stream has too many members for an object each.
 */
export function scanMembers(json: Buffer, onMember: (member: MemberSpan) => void, start?: CommonStart): void {
  const member = { keyStart: 0, keyEnd: 0, value: 0, end: 0 };
  for (let at = start?.skip(json, 0) ?? 0; at < json.length; ) {
    if (json[at] !== QUOTE) {
      const isEnd = json[at] === NEWLINE;
      at += 1;
      if (isEnd && start) at = start.skip(json, at);
      continue;
    }
    const keyEnd = endOfString(json, at + 1);
    const value = json[keyEnd] === QUOTE ? valueBehind(json, keyEnd + 1) : -1;
    if (value < 0) {
      at = keyEnd + 1;
      continue;
    }
    const isText = json[value] === QUOTE;
    member.keyStart = at + 1;
    member.keyEnd = keyEnd;
    member.value = value;
    member.end = isText ? endOfString(json, value + 1) : value;
    onMember(member);
    at = isText ? member.end + 1 : value;
  }
}

/** Shorter ones are read as fast as they are compared. */
const MIN_START_BYTES = 32;
const MAX_START_BYTES = 1024;

/**
 * The bytes with which the lines of a stream begin alike, up to the first key that matters: id, model and the
 * like. A scan that finds them again leaves them out.
 */
export class CommonStart {
  #bytes = Buffer.alloc(0);
  /** Where the line begins that is read now, if it began differently. */
  #line = -1;

  /** Returns where to read on in the line that begins at `line`. */
  skip(json: Buffer, line: number): number {
    const { length } = this.#bytes;
    const end = line + length;
    this.#line = line;
    if (length === 0 || end > json.length || json.compare(this.#bytes, 0, length, line, end) !== 0)
      return line;
    this.#line = -1;
    return end - 1; // The last byte is the quote of that key.
  }

  /** Call it for a member that matters. */
  learn(json: Buffer, { keyStart }: MemberSpan): void {
    const line = this.#line;
    this.#line = -1;
    const length = keyStart - line;
    if (line >= 0 && length >= MIN_START_BYTES && length <= MAX_START_BYTES)
      this.#bytes = Buffer.from(json.subarray(line, keyStart));
  }
}

export function isKey(json: Buffer, member: MemberSpan, name: Buffer): boolean {
  return member.keyEnd - member.keyStart === name.length && keyEndsWith(json, member, name);
}

/** Whether the key of the member is `name`, or ends with it. */
export function keyEndsWith(json: Buffer, { keyStart, keyEnd }: MemberSpan, name: Buffer): boolean {
  const from = keyEnd - name.length;
  if (from < keyStart || json[from] !== name[0]) return false;
  for (let index = 1; index < name.length; index += 1) {
    if (json[from + index] !== name[index]) return false;
  }
  return true;
}

function endOfString(json: Buffer, from: number): number {
  const { length } = json;
  for (let at = from; at < length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE || byte === NEWLINE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return length;
}

/** The first byte behind the colon; -1 without a colon, because the text before was not a key. */
function valueBehind(json: Buffer, from: number): number {
  const colon = skipSpace(json, from);
  return json[colon] === COLON ? skipSpace(json, colon + 1) : -1;
}

function skipSpace(json: Buffer, from: number): number {
  let at = from;
  while (json[at] === SPACE || json[at] === TAB) at += 1;
  return at;
}
