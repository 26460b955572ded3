import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutBytes, outlineOf } from './json-outline.ts';
import { CUT_NUMBERS, type JsonLimits, scanJson } from './json-scan.ts';

const limits: JsonLimits = {
  depth: 4,
  fields: 6,
  members: 12,
  items: 14,
  shapes: 5,
  weight: 1e9,
  escapes: 1e9,
  numbers: 1e9,
};
const roomy: JsonLimits = {
  depth: 64,
  fields: 100,
  members: 1000,
  items: 1000,
  shapes: 1000,
  weight: 1e9,
  escapes: 1e9,
  numbers: 1e9,
};

const key = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd"', 'e\\', '世界'), fc.string({ maxLength: 3 }));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'binary' }), fc.double({ noNaN: true }), fc.integer(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.uniqueArray(fc.tuple(key, tie('value')), { maxLength: 7, selector: ([name]) => name }).map(toObject),
    fc.uniqueArray(fc.tuple(key, tie('value')), { maxLength: 7, selector: ([name]) => name }).map(toObject),
  ),
}));
const indent = fc.constantFrom<number | string | undefined>(undefined, 1, '\t', ' \r\n');

/** Without `__proto__`, which sets no member. */
function toObject(entries: [string, unknown][]): object {
  return Object.fromEntries(entries.filter(([name]) => name !== '__proto__'));
}

/** The slow reference: parses everything and walks it in the order of the text. */
function firstExcess(root: unknown): string | undefined {
  let [members, items] = [0, 0];
  const shapes = new Set<string>();
  const walk = (node: unknown, depth: number): string | undefined => {
    if (typeof node !== 'object' || node === null) return undefined;
    if (depth > limits.depth) return 'depth';
    if (Array.isArray(node)) {
      for (const item of node) {
        items += 1;
        if (items > limits.items) return 'items';
        const excess = walk(item, depth + 1);
        if (excess) return excess;
      }
      return undefined;
    }
    let shape = '';
    for (const [index, [name, member]] of Object.entries(node).entries()) {
      members += 1;
      if (depth === 1 && index + 1 > limits.fields) return 'fields';
      if (members > limits.members) return 'members';
      if (members > limits.shapes) {
        shape += JSON.stringify(name);
        shapes.add(shape);
        if (shapes.size > limits.shapes) return 'shapes';
      }
      const excess = walk(member, depth + 1);
      if (excess) return excess;
    }
    return undefined;
  };
  return walk(root, 1);
}

test('the scan finds the same excess as a walk over the parsed value, for any JSON in any layout', () => {
  const found = new Set<string | undefined>();
  fc.assert(
    fc.property(value, indent, (sent, space) => {
      const text = JSON.stringify(sent, null, space);
      const { excess } = scanJson(Buffer.from(text), limits);
      expect(excess?.limit).toBe(firstExcess(JSON.parse(text)));
      found.add(excess?.limit);
    }),
    { numRuns: process.env.TEST_ALL ? 4000 : 2000 },
  );
  expect(found.size).toBeGreaterThan(3);
});

/** JSON of an object, or nearly. */
const nearlyJson = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc
    .array(fc.constantFrom(...'{}[],:"\\u1-.e \n'), { maxLength: 60 })
    .map((all) => Buffer.from(all.join(''))),
  fc
    .tuple(
      fc.uniqueArray(fc.tuple(key, value), { maxLength: 7, selector: ([name]) => name }).map(toObject),
      indent,
      fc.array(fc.integer(), { maxLength: 3 * CUT_NUMBERS, size: 'max' }),
      fc.option(fc.tuple(fc.nat(), fc.constantFrom(...'{}[],:"\\-x\n')), { nil: undefined }),
    )
    .map(([object, space, numbers, damage]) => {
      const text = JSON.stringify({ ...object, numbers }, null, space);
      const at = damage ? damage[0] % text.length : text.length;
      return Buffer.from(damage ? text.slice(0, at) + damage[1] + text.slice(at + 1) : text);
    }),
);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 'refused';
  }
}

test('an outline is JSON exactly when the whole text is, for any bytes', () => {
  const seen = { valid: 0, broken: 0 };
  fc.assert(
    fc.property(nearlyJson, (json) => {
      const { cuts } = scanJson(json, roomy, true);
      const isBroken = parse(json.toString()) === 'refused';
      expect(parse(outlineOf(json, cuts)) === 'refused').toBe(isBroken);
      seen[isBroken ? 'broken' : 'valid'] += 1;
    }),
    { numRuns: process.env.TEST_ALL ? 4000 : 2000 },
  );
  expect(Math.min(seen.valid, seen.broken)).toBeGreaterThan(100);
});

/** JSON.parse of Node 26 (V8 14.6) reads some of these keys as a backslash. */
const ESCAPED_LETTER_AS_KEY = /"\\(?:u[0-9a-f]{4}|.)"\s*:/i;

test('the fields of a scan are the members of the object that JSON.parse returns', () => {
  let objects = 0;
  fc.assert(
    fc.property(nearlyJson, fc.boolean(), (json, cuts) => {
      if (ESCAPED_LETTER_AS_KEY.test(json.toString())) return;
      const whole = parse(json.toString());
      if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return;
      const read = (start: number, end: number) => JSON.parse(json.toString('utf8', start, end));
      const members = scanJson(json, roomy, cuts).fields.map((field) => [
        read(field.keyStart, field.keyEnd) as string,
        read(field.valueStart, field.valueEnd) as unknown,
      ]);
      expect(Object.fromEntries(members)).toEqual(whole);
      objects += 1;
    }),
    { numRuns: process.env.TEST_ALL ? 4000 : 2000 },
  );
  expect(objects).toBeGreaterThan(100);
});

test('the scan names the field in which the limit is exceeded', () => {
  const text = JSON.stringify({ model: 'm', messages: [], tools: Array.from({ length: 20 }, () => 0) });
  expect(scanJson(Buffer.from(text), limits).excess).toEqual({ limit: 'items', most: 14, field: 'tools' });
});

const long = (text: string) => text.repeat(Math.ceil(70_000 / text.length));

/** The bytes of a string in JSON, without its quotes. */
const writtenBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

test.each([
  ['plain text', long('word ')],
  ['Chinese', long('汉字')],
  ['escaped quotes', long('"')],
  ['backslashes', long('\\')],
  ['escaped control characters', long('\u0001\n')],
  ['halves of surrogate pairs', long('\ud800')],
])('an outline keeps the beginning and the length of a long string of %s', (_, text) => {
  for (const shift of ['', 'x', 'xx', 'xxx']) {
    const json = Buffer.from(JSON.stringify({ a: shift + text, b: 1 }));
    const { cuts } = scanJson(json, roomy, true);
    const { a, b } = JSON.parse(outlineOf(json, cuts)) as { a: string; b: number };
    const prefix = a.split('\0')[0] ?? '';
    expect(prefix.length).toBeGreaterThan(80);
    expect((shift + text).startsWith(prefix)).toBe(true);
    expect(writtenBytes(prefix) + cutBytes(a)).toBe(writtenBytes(shift + text));
    expect(b).toBe(1);
  }
});

/** A list of strings with this much text in total. */
function strings(count: number, text: string): Buffer {
  return Buffer.from(JSON.stringify({ list: Array.from({ length: count }, () => text) }));
}

test.each([
  ['300 characters', 300, 'a'.repeat(300)],
  ['150 escapes', 100, '\n'.repeat(150)],
  ['48 escapes', 200, '"'.repeat(48)],
  ['2,000 characters', 300, 'a'.repeat(2000)],
])('a text with too many strings of %s is refused', (_, count, text) => {
  const { excess } = scanJson(strings(count, text), { ...roomy, weight: 60_000 }, true);
  expect(excess).toEqual({ limit: 'weight', most: 60_000, field: 'list' });
});

test.each([
  ['one long string', JSON.stringify({ list: '\n'.repeat(100_000) })],
  ['strings that are cut', JSON.stringify({ list: Array.from({ length: 5 }, () => '"'.repeat(35_000)) })],
  ['short strings', JSON.stringify({ list: Array.from({ length: 900 }, () => '\\'.repeat(100)) })],
  ['keys', JSON.stringify({ list: { ['\u0001'.repeat(90_000)]: 1 } })],
])('a text with too many escapes in %s is refused', (_, text) => {
  const { excess } = scanJson(Buffer.from(text), { ...roomy, escapes: 80_000 }, true);
  expect(excess).toEqual({ limit: 'escapes', most: 80_000, field: 'list' });
});

test('a text with exactly the limit of escapes is accepted', () => {
  const json = Buffer.from(JSON.stringify({ list: '\n'.repeat(80_000) }));
  expect(scanJson(json, { ...roomy, escapes: 80_000 }, true).excess).toBeUndefined();
});

test('numbers that stay in an outline count for its weight', () => {
  const json = Buffer.from(`{"list":[${Array.from({ length: 90 }, () => `[${'1'.repeat(900)}]`)}]}`);
  expect(scanJson(json, { ...roomy, weight: 60_000 }, true).excess?.limit).toBe('weight');
});

test('strings above 1 KB are cut from half of the weight limit on', () => {
  const text = 'word '.repeat(2000);
  const json = strings(20, text);
  const { excess, cuts } = scanJson(json, { ...roomy, weight: 60_000 }, true);
  const { list } = JSON.parse(outlineOf(json, cuts)) as { list: string[] };
  expect(excess).toBeUndefined();
  expect(list.map((item) => (item.split('\0')[0] ?? '').length + cutBytes(item))).toEqual(
    Array.from({ length: 20 }, () => text.length),
  );
  expect(list.filter((item) => item === text)).toHaveLength(3);
});

test.each([
  ['a line break', '\n'],
  ['an unknown escape', '\\x'],
  ['an escape of three digits', '\\u12x4'],
])('a long string with %s is not cut, so that JSON.parse refuses it', (_, wrong) => {
  const json = Buffer.from(`{"a":"${long('word ')}${wrong}${long('word ')}"}`);
  const { cuts } = scanJson(json, roomy, true);
  expect(cuts).toEqual([]);
  expect(() => JSON.parse(outlineOf(json, cuts))).toThrow(SyntaxError);
});

test('an outline of any list of numbers is valid exactly when the list is', () => {
  const piece = fc.constantFrom('0', '1', '-', '.', 'e', 'E', '+', '12', ' ', '\n', ',', '-1.5e3', '01');
  const lists = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())).map(String),
  );
  const head = Array.from({ length: CUT_NUMBERS }, (_, index) => index).join(', ');
  fc.assert(
    fc.property(lists, (list) => {
      const json = Buffer.from(`{"input":[${head},${list}],"model":"m"}`);
      const { cuts } = scanJson(json, roomy, true);
      const parse = (text: string) => {
        try {
          return Object.keys(JSON.parse(text)).join();
        } catch {
          return 'refused';
        }
      };
      expect(parse(outlineOf(json, cuts))).toBe(parse(json.toString()));
    }),
    { numRuns: process.env.TEST_ALL ? 4000 : 2000 },
  );
});

test('lists of numbers do not count as items where they are cut', () => {
  const tokens = Array.from({ length: 2000 }, (_, index) => index);
  const json = Buffer.from(JSON.stringify({ input: [tokens, tokens, tokens] }));
  expect(scanJson(json, roomy, true).excess).toBeUndefined();
  expect(scanJson(json, roomy).excess?.limit).toBe('items');
});
