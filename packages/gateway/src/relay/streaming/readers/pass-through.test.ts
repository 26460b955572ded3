import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openaiChat } from '../../providers/openai-compatible.ts';
import { PassThrough } from './pass-through.ts';

const { read: readUsage } = openaiChat().usage;

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '"usage":{',
    '\\"usage": {"prompt_tokens":9}',
    'data: [DONE]\n\n',
    '{"error":{}}',
    '"finish_reason":"stop"',
  ),
);
const usage = fc.record({
  prompt_tokens: fc.nat({ max: 1_000_000 }),
  completion_tokens: fc.nat({ max: 100_000 }),
  prompt_tokens_details: fc.record({ cached_tokens: fc.constant(0) }),
});
const newline = fc.constantFrom('\n', '\r\n');
const spaced = fc.boolean();
const cuts = fc.array(fc.nat(), { maxLength: 60 });

test('a stream passes unchanged with the parsed usage and text however it is split', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 12 }),
      usage,
      newline,
      spaced,
      cuts,
      (texts, counted, end, space, at) => {
        const stream = Buffer.from(streamText(texts, counted, end, space));
        const reader = new PassThrough(readUsage);
        const out = run(reader, pieces(stream, at));
        expect(out.equals(stream)).toBe(true);
        expect(reader.usage).toMatchObject({
          input: counted.prompt_tokens,
          output: counted.completion_tokens,
        });
        expect(reader.tally.text()).toBe(texts.join(''));
        expect([reader.finished, reader.closed, reader.failed]).toEqual([true, true, false]);
      },
    ),
    { numRuns: process.env.TEST_ALL ? 10_000 : 2000 },
  );
});

test('a stream loses only the usage that the caller did not request', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 6 }),
      usage,
      newline,
      spaced,
      cuts,
      (texts, counted, end, space, at) => {
        const reader = new PassThrough(readUsage, { hidesUsage: true });
        const out = run(reader, pieces(Buffer.from(streamText(texts, counted, end, space)), at));
        expect(out.toString()).toBe(streamText(texts, undefined, end, space));
        expect(reader.usage).toMatchObject({
          input: counted.prompt_tokens,
          output: counted.completion_tokens,
        });
      },
    ),
    { numRuns: process.env.TEST_ALL ? 5000 : 1000 },
  );
});

test('a usage stays when its event has content, and the last one counts', () => {
  const reader = new PassThrough(readUsage, { hidesUsage: true });
  const frame = (tokens: number) =>
    `data: {"choices":[{"delta":{"content":"a"}}],"usage":{"prompt_tokens":5,"completion_tokens":${tokens}}}\n\n`;
  expect(run(reader, [Buffer.from(frame(1)), Buffer.from(frame(2) + frame(3))]).toString()).toBe(
    frame(1) + frame(2) + frame(3),
  );
  expect(reader.usage.output).toBe(3);
});

test('a stream ends between two lines and unfinished when it disconnects', () => {
  const reader = new PassThrough(readUsage);
  const whole = 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":null}]}\n\n';
  expect(reader.feed(Buffer.from(`${whole}data: {"choices":[{"del`))?.toString()).toBe(whole);
  expect([reader.finished, reader.closed]).toEqual([false, false]);
});

test('an error event in the stream is detected', () => {
  const reader = new PassThrough(readUsage);
  reader.feed(Buffer.from('data: {"error":{"message":"x"}}\n\n'));
  expect(reader.failed).toBe(true);
});

function streamText(texts: string[], counted: object | undefined, end: string, space: boolean): string {
  const json = (value: unknown) =>
    space ? JSON.stringify(value, null, 1).replaceAll('\n', '') : JSON.stringify(value);
  const event = (value: unknown) => `data: ${json(value)}${end}${end}`;
  const chunk = (content: string, finish_reason: string | null = null) =>
    event({ choices: [{ delta: { content }, finish_reason }], usage: null });
  return [
    `: hello${end}${end}`,
    ...texts.map((each) => chunk(each)),
    event({ choices: [{ delta: {}, finish_reason: 'stop' }] }),
    ...(counted ? [event({ choices: [], usage: counted })] : []),
    `data: [DONE]${end}${end}`,
  ].join('');
}

function pieces(bytes: Buffer, at: number[]): Buffer[] {
  const points = [...new Set([0, ...at.map((each) => each % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  return points.slice(1).map((end, index) => bytes.subarray(points[index], end));
}

function run(reader: PassThrough, chunks: Buffer[]): Buffer {
  const out = chunks.map((chunk) => reader.feed(chunk) ?? Buffer.alloc(0));
  return Buffer.concat([...out, reader.end() ?? Buffer.alloc(0)]);
}
