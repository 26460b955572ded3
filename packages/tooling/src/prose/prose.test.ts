import { expect, test } from 'vitest';
import { judge } from './check-prose.ts';
import { findWords, phraseRules, wordRules } from './phrases.ts';
import { readProse } from './read-prose.ts';
import { Spelling } from './spelling.ts';

const spelling = new Spelling(['Tollgate']);
const read = (file: string, ...lines: string[]) => readProse(file, lines.join('\n'));

test.each(phraseRules)(
  'the phrase "$name" is found, and similar English passes',
  ({ pattern, bad, good }) => {
    expect(pattern.test(bad)).toBe(true);
    expect(pattern.test(good)).toBe(false);
  },
);

test.each(wordRules)('the word "$word" is found in names, texts and comments', ({ word, bad, good }) => {
  expect(findWords(bad).map((found) => found.word)).toEqual([word]);
  expect(findWords(good)).toEqual([]);
  const capital = word[0]?.toUpperCase() + word.slice(1);
  for (const name of [`${word}At`, `is${capital}`, `is_${word}`, `is-${word}`, `IS_${word.toUpperCase()}`])
    expect(findWords(name), name).toHaveLength(1);
});

test('columns of released databases keep their names', () => {
  expect(findWords(".where('asked_at', '<', before)")).toEqual([]);
});

test('a misspelled word is found and named', () => {
  const why = '"recieve" is not in the dictionary.';
  expect(judge({ number: 1, text: 'A gateway that recieve calls.' }, [], spelling)).toEqual([why]);
});

test('words of the project, possessives, contractions, names of code and acronyms are known', () => {
  const text = "Tollgate's callers don't set baseURL, DATA_DIR or the 2nd HTTP header’s name; ETag.";
  expect(spelling.findUnknown(text)).toEqual([]);
});

test('the prose of Markdown leaves out code and addresses', () => {
  const lines = ['Run `npm strat`, see [the guide](docs/giude.md).', '```sh', 'tpyo', '```', '    tpyo'];
  expect(read('a.md', ...lines).map(({ text }) => text.replaceAll(/[\s…]+/g, ' '))).toEqual([
    'Run , see [the guide] .',
  ]);
});

test('the prose of a source is its comments and the titles of its tests', () => {
  const lines = [
    "import { a } from './tpyo.ts';",
    '/** Returns the sum. */',
    "test('a sum is right', () => {});",
    "const url = 'https://exmaple.com'; // the docs",
    '// @spec F031',
  ];
  expect(read('a.ts', ...lines).map(({ number, text }) => [number, text.trim()])).toEqual([
    [2, 'Returns the sum.'],
    [3, 'a sum is right'],
    [4, 'the docs'],
  ]);
});

test('the prose of a file of texts is its values without placeholders', () => {
  const [line] = read('i18n/en.json', '  "tpyo": "Delete {{nmae}} now?",');
  expect(line?.text.replaceAll(/\s+/g, ' ')).toBe('Delete now?');
});

test.each(['a.yml', 'a.sh', 'nginx.conf', 'tollgate.service'])('the prose of %s is its comments', (file) => {
  const lines = ['# Ends long calls.', 'TimeoutStopSec=tpyo', 'keepalive 64; # for each worker'];
  expect(read(file, ...lines).map(({ text }) => text)).toEqual(['Ends long calls.', 'for each worker']);
});
