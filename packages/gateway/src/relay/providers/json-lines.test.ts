import { expect, test } from 'vitest';
import { EventSplitter, LineGate } from '../streaming/lines.ts';
import { JSON_OR_LINES } from './json-lines.ts';

/** Returns the events that the decoder of an adapter gets when a stream arrives in these pieces. */
function readEvents(pieces: readonly Buffer[]): string[] {
  if (JSON_OR_LINES.kind !== 'framed') throw new Error('lines are converted');
  const toSse = JSON_OR_LINES.toSse();
  const gate = new LineGate(1024);
  const splitter = new EventSplitter();
  const events: string[] = [];
  for (const piece of pieces) {
    const lines = gate.push(toSse(piece));
    if (lines) splitter.push(lines.toString('utf8'), (data) => events.push(data));
  }
  splitter.push(gate.rest().toString('utf8'), (data) => events.push(data));
  splitter.flush((data) => events.push(data));
  return events;
}

const lines = ['{"a":"é"}', '{"a":"\\n"}', '{"a":3}'];

test.each([
  ['line feeds', `${lines.join('\n')}\n`],
  ['carriage returns and line feeds', `${lines.join('\r\n')}\r\n`],
  ['empty lines between them', `\n${lines.join('\n\n\n')}\n`],
  ['no end of the last line', lines.join('\n')],
])('lines with %s are one event each, wherever they are cut', (_, text) => {
  const bytes = Buffer.from(text);
  for (let at = 0; at <= bytes.length; at++)
    expect(readEvents([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(lines);
});

test('a line that does not end is refused', () => {
  expect(() => readEvents([Buffer.from('{"a":"'), Buffer.alloc(2000, 'x')])).toThrow('too long');
});
