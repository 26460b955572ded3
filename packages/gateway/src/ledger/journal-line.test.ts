import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JournalLines, readLine } from './journal-line.ts';

const text = (lines: JournalLines, isTorn = false) => lines.bytes(isTorn).toString('utf8');

test('every text is read back from its line, whatever its letters and length', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })), (texts) => {
      const own = texts.map((each) => each.replace(/[\n\ud800-\udfff]/g, '')).filter((each) => each !== '');
      const lines = new JournalLines();
      for (const each of own) lines.add(each);
      expect(text(lines).split('\n').slice(0, -1).map(readLine)).toEqual(own);
    }),
  );
});

test('lines longer than the memory kept for them are whole', () => {
  const long = ['é'.repeat(70_000), 'short', 'ü'.repeat(200_000)];
  const lines = new JournalLines();
  for (const each of long) lines.add(each);
  expect(text(lines).split('\n').slice(0, -1).map(readLine)).toEqual(long);
  lines.cut(0);
  lines.add('next');
  expect(text(lines).split('\n').map(readLine)).toEqual(['next', undefined]);
});

test('after a torn write the lines begin with a new one', () => {
  const lines = new JournalLines();
  lines.add('F a 1');
  expect(text(lines, true)).toBe(`\n${text(lines)}`);
});

test('a line that was not sent is taken back, and those before it stay', () => {
  const lines = new JournalLines();
  lines.add('first');
  const { length } = lines;
  lines.add('second');
  lines.cut(length);
  expect(text(lines).split('\n').slice(0, -1).map(readLine)).toEqual(['first']);
});

test('a line of an earlier version, without leading zeros, is read', () => {
  const texts = Array.from({ length: 200 }, (_, index) => `F call-${index} 17 settled`);
  expect(texts.map((each) => readLine(`${crc32(each).toString(36)} ${each}`))).toEqual(texts);
});

test('a damaged line is not read', () => {
  const lines = new JournalLines();
  lines.add('F a 100 settled');
  const line = text(lines).trimEnd();
  for (let at = 0; at < line.length; at += 1)
    expect(readLine(`${line.slice(0, at)}~${line.slice(at + 1)}`)).toBeUndefined();
  expect(readLine(line.slice(0, -1))).toBeUndefined();
  expect(readLine('')).toBeUndefined();
});
