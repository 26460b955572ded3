import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeMessage } from './chat-message.ts';
import { ReplyBuffer } from './streaming-reply.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Adds 100 words within a second. */
function stream(buffer: ReplyBuffer): void {
  for (let word = 0; word < 100; word++) {
    buffer.add({ content: `${word} `, reasoning: '' });
    vi.advanceTimersByTime(10);
  }
}

test('a reply of 100 words a second is drawn at most 30 times a second', () => {
  const buffer = new ReplyBuffer(makeMessage('assistant', '', 'loading'));
  const draw = vi.fn();
  buffer.subscribe(draw);
  stream(buffer);
  expect(draw.mock.calls.length).toBeLessThanOrEqual(30);
  expect(draw.mock.calls.length).toBeGreaterThan(15);
  expect(buffer.flush().content).toMatch(/^0 1 2 .* 98 99 $/);
});

test('the first words of a reply are drawn with the next frame', () => {
  const buffer = new ReplyBuffer(makeMessage('assistant', '', 'loading'));
  buffer.subscribe(() => {});
  buffer.add({ content: 'Hello', reasoning: '' });
  vi.advanceTimersByTime(17);
  expect(buffer.get().content).toBe('Hello');
});

test('a reply whose page was left is still written', () => {
  const buffer = new ReplyBuffer(makeMessage('assistant', '', 'loading'));
  stream(buffer);
  vi.advanceTimersByTime(100);
  expect(buffer.get().content).toMatch(/ 99 $/);
});
