/** Where one member of a JSON object stands in the bytes. `valueEnd` is exclusive. */
export interface Member {
  key: string;
  /** The opening quote of the key. */
  start: number;
  valueStart: number;
  valueEnd: number;
}

/** JSON text to put in place of a member's value; `null` takes the member out. */
export type Edits = ReadonlyMap<string, string | null>;

/**
 * Finds the members of one JSON object without reading their values. The bytes must be valid JSON (they were parsed
 * before); this only locates, so that one value can change while every other byte stays as the caller wrote it.
 */
export function findMembers(json: Buffer, from = 0): Member[] {
  const members: Member[] = [];
  let at = skipSpace(json, from) + 1;
  for (;;) {
    const start = skipSpace(json, at);
    if (json[start] !== QUOTE) return members;
    const keyEnd = skipString(json, start);
    const valueStart = skipSpace(json, skipSpace(json, keyEnd) + 1);
    const valueEnd = skipValue(json, valueStart);
    members.push({ key: readKey(json, start, keyEnd), start, valueStart, valueEnd });
    at = skipSpace(json, valueEnd);
    if (json[at] !== COMMA) return members;
    at += 1;
  }
}

/**
 * The same object with some members changed, added at the end, or taken out together with the comma before them. All
 * other bytes are copied as they are.
 */
export function spliceMembers(json: Buffer, members: readonly Member[], edits: Edits): Buffer {
  if (edits.size === 0) return json;
  const first = members[0];
  const pieces: Buffer[] = [json.subarray(0, first ? first.start : json.indexOf(OPEN_BRACE) + 1)];
  let end = first ? first.start : json.indexOf(OPEN_BRACE) + 1;
  let kept = 0;

  for (const { key, start, valueStart, valueEnd } of members) {
    const edit = edits.get(key);
    const gap = json.subarray(end, start);
    end = valueEnd;
    if (edit === null) continue;
    if (kept > 0) pieces.push(gap);
    kept += 1;
    if (edit === undefined) pieces.push(json.subarray(start, valueEnd));
    else pieces.push(json.subarray(start, valueStart), Buffer.from(edit));
  }

  const known = new Set(members.map(({ key }) => key));
  for (const [key, edit] of edits) {
    if (edit === null || known.has(key)) continue;
    pieces.push(Buffer.from(`${kept > 0 ? ',' : ''}${JSON.stringify(key)}:${edit}`));
    kept += 1;
  }
  pieces.push(json.subarray(end));
  return Buffer.concat(pieces);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

function readKey(json: Buffer, start: number, end: number): string {
  const key = json.toString('utf8', start + 1, end - 1);
  return key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key;
}

function skipSpace(json: Buffer, from: number): number {
  let at = from;
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at += 1;
  return at;
}

/** From the opening quote to behind the closing one. `indexOf` runs at memory speed, so long texts cost little. */
function skipString(json: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = json.indexOf(QUOTE, at + 1);
    if (at < 0) return json.length;
    let escapes = 0;
    while (json[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
}

function skipValue(json: Buffer, from: number): number {
  const first = json[from];
  if (first === QUOTE) return skipString(json, from);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(json, from);
  let at = from;
  while (at < json.length && !endsScalar(json[at] as number)) at += 1;
  return at;
}

function skipNested(json: Buffer, from: number): number {
  let depth = 0;
  let at = from;
  while (at < json.length) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = skipString(json, at);
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return at;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= 0x20;
}
