import { expect, test } from 'vitest';
import { EventSplitter } from './lines.ts';

function split(...pieces: string[]): string[] {
  const events = new EventSplitter();
  const found: string[] = [];
  for (const piece of pieces) events.push(piece, (data) => void found.push(data));
  events.flush((data) => void found.push(data));
  return found;
}

test.each([
  ['line feeds', ['data: a\n\ndata: b\n\n'], ['a', 'b']],
  ['carriage returns and line feeds', ['data: a\r\n\r\ndata: b\r\n\r\n'], ['a', 'b']],
  ['carriage returns', ['data: a\r\rdata: b\r\r'], ['a', 'b']],
  ['pieces of whole lines', ['data: a\n', 'data: b\n', '\n'], ['a\nb']],
  ['no blank line at the end', ['data: a\n\n', 'data: b\n'], ['a', 'b']],
  ['no line end at the end', ['data: a\n\n', 'data: b'], ['a', 'b']],
  ['comments, names and lines that are no field', [': hi\nevent: x\n{"a":1}\ndata:a\n\n'], ['a']],
  ['a byte order mark', ['\uFEFFdata: a\n\n'], ['a']],
])('events are split in a stream with %s', (_, pieces, data) => {
  expect(split(...pieces)).toEqual(data);
});

test('an event is delivered once when its reader throws', () => {
  const events = new EventSplitter();
  const fail = () => {
    throw new Error('fault');
  };
  expect(() => events.push('data: a\n\n', fail)).toThrow('fault');
  const found: string[] = [];
  events.flush((data) => void found.push(data));
  expect(found).toEqual([]);
});

test('an event with lines without end fails', () => {
  const line = `data: ${'a'.repeat(1024 * 1024)}\n`;
  expect(() => split(...Array.from({ length: 20 }, () => line))).toThrow('max buffer size');
});
