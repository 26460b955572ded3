import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommonStart, isKey, type MemberSpan, scanMembers } from './members.ts';

const KEY = Buffer.from('k');
const token = fc.constantFrom(
  '"a"',
  '"k"',
  '"',
  ':',
  '{',
  ',',
  ' ',
  '\t',
  'x',
  '\\',
  '\\"',
  '"k": "v"',
  '"k":{',
  '\n',
  '\r\n',
);
const line = fc.array(token, { maxLength: 14 }).map((tokens) => tokens.join(''));
const start = fc.constantFrom(
  'data: {"id":"chatcmpl-1","model":"m","choices":[{',
  'data: {"id":"chatcmpl-1","model":"m","choices":[{"delta":',
  'data: {"id":"chatcmpl-1","model":"m", "a" ',
  '',
);

test('a scan that leaves out what lines begin with finds the same members that matter', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(start, line), { maxLength: 8 }), fc.nat({ max: 400 }), (lines, cut) => {
      const text = lines.map(([begin, rest]) => `${begin}${rest}\n`).join('');
      const json = Buffer.from(text);
      // As a stream reads it: whole lines, in pieces.
      const end = json.lastIndexOf('\n', Math.min(cut, json.length)) + 1;
      const pieces = [json.subarray(0, end), json.subarray(end)];
      const common = new CommonStart();
      expect(pieces.flatMap((piece) => found(piece, common))).toEqual(
        pieces.flatMap((piece) => found(piece)),
      );
    }),
    { numRuns: 20_000 },
  );
});

function found(json: Buffer, common?: CommonStart): object[] {
  const members: object[] = [];
  const look = (member: MemberSpan) => {
    if (!isKey(json, member, KEY)) return;
    common?.learn(json, member);
    members.push({ ...member });
  };
  scanMembers(json, look, common);
  return members;
}
