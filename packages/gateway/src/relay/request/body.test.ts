import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMembers, spliceMembers } from './body.ts';

const name = fc.oneof(fc.string(), fc.constantFrom('model', 'stream', 'a"b', 'c\\', '世界', 'x'));
const object = fc.dictionary(
  name.filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 4 }),
);
const indent = fc.constantFrom<number | string | undefined>(undefined, 2, '\t', ' \r\n ');

test('the found members are those of JSON.parse for any object in any layout', () => {
  fc.assert(
    fc.property(object, indent, (value, space) => {
      const text = JSON.stringify(value, null, space);
      const json = Buffer.from(text);
      const found = findMembers(json).map(({ key, valueStart, valueEnd }) => [
        key,
        JSON.parse(json.toString('utf8', valueStart, valueEnd)),
      ]);
      expect(found).toEqual(Object.entries(JSON.parse(text)));
    }),
    { numRuns: process.env.TEST_ALL ? 5000 : 1000 },
  );
});

test('an edited object changes only in the edited members', () => {
  const edit = fc.dictionary(
    name.filter((key) => key !== '__proto__'),
    fc.option(fc.jsonValue({ maxDepth: 2 })),
  );
  fc.assert(
    fc.property(object, edit, indent, (value, changes, space) => {
      const text = JSON.stringify(value, null, space);
      const json = Buffer.from(text);
      const edits = new Map(
        Object.entries(changes).map(([key, item]) => [key, item === null ? null : JSON.stringify(item)]),
      );
      const expected = new Map(Object.entries(JSON.parse(text)));
      for (const [key, item] of edits) {
        if (item === null) expected.delete(key);
        else expected.set(key, JSON.parse(item));
      }
      const spliced = spliceMembers(json, findMembers(json), edits).toString();
      expect(JSON.parse(spliced)).toEqual(Object.fromEntries(expected));
      if (edits.size === 0) expect(spliced).toBe(text);
    }),
    { numRuns: process.env.TEST_ALL ? 5000 : 1000 },
  );
});

test('changing the model keeps odd spacing, odd numbers and odd escapes', () => {
  const text =
    '{ "messages" : [ {"content":"\\u4e2d \\"model\\": 1e5"} ],\n "model":"a" , "temperature":1.50 }';
  const json = Buffer.from(text);
  const spliced = spliceMembers(json, findMembers(json), new Map([['model', '"b"']]));
  expect(spliced.toString()).toBe(text.replace('"a"', '"b"'));
});
