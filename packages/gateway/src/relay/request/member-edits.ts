import { parseText } from '../../core/parse-text.ts';
import { findMembers, type Member, spliceMembers } from './body.ts';

/** Members as JSON texts; `null` removes one. */
export function toEdits(fields: Iterable<readonly [string, unknown]> = []): Map<string, string | null> {
  const edits = new Map<string, string | null>();
  for (const [field, value] of fields) edits.set(field, value === undefined ? null : JSON.stringify(value));
  return edits;
}

export function fromEdits(edits: ReadonlyMap<string, string | null>): Record<string, unknown> {
  return Object.fromEntries(
    [...edits].map(([field, text]) => [field, text === null ? undefined : (parseText(text) as unknown)]),
  );
}

/** Turns on the usage of a stream in its options. */
export function withUsage(body: Buffer, member: Member | undefined): string {
  const options = member && body.subarray(member.valueStart, member.valueEnd);
  if (options?.[0] !== 0x7b) return '{"include_usage":true}';
  return spliceMembers(options, findMembers(options), new Map([['include_usage', 'true']])).toString();
}
