import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { closeSocket } from './close.ts';

function close(code: number, reason: string) {
  let sent: { code: number; reason: string } | undefined;
  const socket = { close: (code: number, reason: string) => (sent = { code, reason }) };
  closeSocket(socket as unknown as WebSocket, code, reason);
  return sent;
}

test.each([
  ['a short reason', 'bye', 'bye'],
  ['a reason of 123 bytes', 'x'.repeat(123), 'x'.repeat(123)],
  ['a reason of 124 bytes', 'x'.repeat(124), 'x'.repeat(123)],
  ['48 Chinese characters', '错'.repeat(48), '错'.repeat(41)],
  ['a character that would be cut', `${'x'.repeat(122)}错`, 'x'.repeat(122)],
  ['emoji', '😀'.repeat(40), '😀'.repeat(30)],
])('the reason of a close frame is cut to 123 bytes of whole characters: %s', (_, reason, sent) => {
  expect(close(1008, reason)).toEqual({ code: 1008, reason: sent });
});

test.each([
  [1000, 1000],
  [1005, 1000],
  [1006, 1011],
  [1012, 1012],
  [1015, 1011],
  [4999, 4999],
  [5000, 1011],
  [0, 1011],
])('the close code %i of a provider is sent on as %i', (code, sent) => {
  expect(close(code, '')?.code).toBe(sent);
});
