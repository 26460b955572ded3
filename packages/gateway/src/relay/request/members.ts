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
export function scanMembers(json: Buffer, onMember: (member: MemberSpan) => void): void {
  const member = { keyStart: 0, keyEnd: 0, value: 0, end: 0 };
  for (let at = 0; at < json.length; ) {
    if (json[at] !== QUOTE) {
      at += 1;
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
