import { afterEach, expect, test, vi } from 'vitest';
import { readServerClock, serverNow } from './server-clock.ts';

const at = new Date('2026-03-14T09:26:53Z').getTime();
const responseAt = (timeMs: number) =>
  new Response(null, { headers: { date: new Date(timeMs).toUTCString() } });

afterEach(() => {
  readServerClock(responseAt(Date.now()));
  vi.useRealTimers();
});

test.each([
  ['three hours slow', -3],
  ['26 hours fast', 26],
])('a browser whose clock is %s counts by that of the server', (_, hours) => {
  vi.useFakeTimers({ now: at + hours * 3_600_000 });
  readServerClock(responseAt(at));
  expect(serverNow()).toBe(at);
  vi.advanceTimersByTime(60_000);
  expect(serverNow()).toBe(at + 60_000);
});

test('the time that a response takes does not move the clock, nor does a response without a date', () => {
  vi.useFakeTimers({ now: at });
  readServerClock(responseAt(at - 20_000));
  readServerClock(new Response());
  expect(serverNow()).toBe(at);
});
