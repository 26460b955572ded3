import { type FieldOffsets, scanJson } from '../../core/json-scan.ts';
import { jsonLimits } from '../../core/limits.ts';
import { parseText } from '../../core/parse-text.ts';

/** The offsets of one member of a JSON object. `valueEnd` is exclusive. */
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
 * Finds the members of one JSON object without reading their values. The bytes must be valid JSON (parsed
 * before). One value can then change while every other byte stays as the caller wrote it.
 */
export function findMembers(json: Buffer): Member[] {
  return toMembers(json, scanJson(json, jsonLimits.answer).fields);
}

/** Returns the members of an object whose text is valid JSON. */
export function toMembers(json: Buffer, fields: readonly FieldOffsets[]): Member[] {
  return fields.map(({ keyStart, keyEnd, valueStart, valueEnd }) => ({
    key: readKey(json, keyStart, keyEnd),
    start: keyStart,
    valueStart,
    valueEnd,
  }));
}

/**
 * Returns the object with some members changed, added at the end, or removed together with the comma before
 * them. Copies all other bytes unchanged.
 */
export function spliceMembers(json: Buffer, members: readonly Member[], edits: Edits): Buffer {
  return editMembers(json, members, edits).body;
}

/** As `spliceMembers`, with the new offsets of the members. */
export function editMembers(
  json: Buffer,
  members: readonly Member[],
  edits: Edits,
): { body: Buffer; members: readonly Member[] } {
  if (edits.size === 0) return { body: json, members };
  const first = members[0];
  let end = first ? first.start : json.indexOf(OPEN_BRACE) + 1;
  const pieces: Buffer[] = [json.subarray(0, end)];
  const edited: Member[] = [];
  let length = end;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };

  for (const { key, start, valueStart, valueEnd } of members) {
    const edit = edits.get(key);
    const gap = json.subarray(end, start);
    end = valueEnd;
    if (edit === null) continue;
    if (edited.length > 0) add(gap);
    const newStart = length;
    add(json.subarray(start, valueStart));
    const newValueStart = length;
    add(edit === undefined ? json.subarray(valueStart, valueEnd) : Buffer.from(edit));
    edited.push({ key, start: newStart, valueStart: newValueStart, valueEnd: length });
  }

  const memberKeys = new Set(members.map(({ key }) => key));
  for (const [key, edit] of edits) {
    if (edit === null || memberKeys.has(key)) continue;
    if (edited.length > 0) add(COMMA);
    const start = length;
    add(Buffer.from(`${JSON.stringify(key)}:`));
    const valueStart = length;
    add(Buffer.from(edit));
    edited.push({ key, start, valueStart, valueEnd: length });
  }
  pieces.push(json.subarray(end));
  return { body: Buffer.concat(pieces), members: edited };
}

const COMMA = Buffer.from(',');
const OPEN_BRACE = 0x7b;

/** @param start of the opening quote @param end behind the closing one */
function readKey(json: Buffer, start: number, end: number): string {
  const key = json.toString('utf8', start + 1, end - 1);
  return key.includes('\\') ? (parseText(`"${key}"`) as string) : key;
}
