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
