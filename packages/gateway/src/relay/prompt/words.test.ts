import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWordMatcher } from './words.ts';

const letters = fc.constantFrom('a', 'b', 'ab', 'A', 'ß', '好', '😀');
const word = fc.array(letters, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const text = fc.array(letters, { maxLength: 30 }).map((parts) => parts.join(''));

/** A long list uses another search algorithm than a short one. */
const fillers = Array.from({ length: 20 }, (_, n) => `never-there-${n}`);

test('words are found wherever a plain search finds them, whatever their case and however the text is split', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), text, fc.nat({ max: 5 }), (words, searched, size) => {
      const expected = words.some((each) => searched.toLowerCase().includes(each.toLowerCase()));
      const matcher = createWordMatcher(words);
      const long = createWordMatcher([...words, ...fillers]);
      expect([matcher.occursIn(searched), long.occursIn(searched)]).toEqual([expected, expected]);
      const watch = matcher.watch();
      const characters = [...searched];
      for (let at = 0; at < characters.length; at += size + 1)
        watch.take(characters.slice(at, at + size + 1).join(''));
      expect(watch.found).toBe(expected);
    }),
    { numRuns: 5000, seed: 7 },
  );
});

test('an empty list or an empty word forbids nothing', () => {
  expect(createWordMatcher([]).occursIn('anything')).toBe(false);
  expect(createWordMatcher(['']).occursIn('anything')).toBe(false);
});

test('a JSON text is passed over only when no string in it contains a word', () => {
  const others = fc.constantFrom(
    '\n',
    '"',
    '\\',
    '/',
    '\u212a',
    '\u0130',
    'k',
    'i',
    'K',
    'é',
    'É',
    'и',
    'И',
    '\u00e3',
  );
  const any = fc.array(fc.oneof(letters, others), { maxLength: 12 }).map((parts) => parts.join(''));
  const forbidden = fc
    .array(fc.oneof(letters, others), { minLength: 1, maxLength: 2 })
    .map((parts) => parts.join(''));
  const written = fc.constantFrom(
    (value: unknown) => JSON.stringify(value),
    (value: unknown) => JSON.stringify(value, null, 2).replaceAll('/', '\\/'),
    (value: unknown) =>
      JSON.stringify(value).replace(/[^\x20-\x7e]|k/g, (one) =>
        one
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
      ),
  );
  let passedOver = 0;
  fc.assert(
    fc.property(
      fc.array(forbidden, { maxLength: 3 }),
      fc.array(any, { maxLength: 4 }),
      written,
      (words, texts, write) => {
        const json = Buffer.from(write({ messages: texts.map((content) => ({ role: 'user', content })) }));
        for (const matcher of [createWordMatcher(words), createWordMatcher([...words, ...fillers])]) {
          const contained = texts.some((each) => matcher.occursIn(each));
          const mayOccur = matcher.mayOccurIn(json);
          if (contained) expect(mayOccur).toBe(true);
          if (!mayOccur) passedOver += 1;
        }
      },
    ),
    { numRuns: 5000, seed: 11 },
  );
  expect(passedOver).toBeGreaterThan(1000);
});

test('a word is found at any place of a long JSON text', () => {
  const { mayOccurIn } = createWordMatcher(['Forbidden', 'verboten']);
  const at = (place: number) => Buffer.from(`"${'.'.repeat(place)}FORBIDDEN${'.'.repeat(40_000)}"`);
  expect(mayOccurIn(Buffer.from(`"${'forbidde. '.repeat(10_000)}"`))).toBe(false);
  for (let place = 32 * 1024 - 12; place < 32 * 1024 + 3; place += 1)
    expect(mayOccurIn(at(place))).toBe(true);
});
