import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChannelHealth } from '../modules/channels/health/channel-health.ts';
import { buildTestApp, type TestApp } from '../testing/app.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let wallMs = Date.now();
let elapsedMs = 1000;
beforeAll(async () => {
  app = await buildTestApp({ setUp: false, now: () => wallMs, monotonicNow: () => elapsedMs });
});
afterAll(() => app.close());

/** Sets the clock of the machine back by an hour while `ms` pass. */
function setBackWhile(ms: number): void {
  wallMs -= HOUR_MS;
  elapsedMs += ms;
}

test('a rate limit ends after its period when the clock is set back', async () => {
  const take = app.ctx.limits.limiter({ name: 'test', count: 1, periodMs: 1000 });
  expect([await take('a'), await take('a')]).toEqual([0, 1000]);
  setBackWhile(1000);
  expect(await take('a')).toBe(0);
});

test('a login delay ends after its time when the clock is set back', async () => {
  const guesses = app.ctx.limits.attemptThrottle({ name: 'test', freeTries: 1 });
  await guesses.fail('ana');
  expect(await guesses.waitMs('ana')).toBe(1000);
  setBackWhile(1000);
  expect(await guesses.waitMs('ana')).toBe(0);
});

test('a window has room after its period when the clock is set back', async () => {
  const windows = app.ctx.limits.windows({ name: 'test' });
  const enter = async () => (await windows.tryAcquire('u', 1, 1000)).waitMs;
  expect([await enter(), await enter()]).toEqual([0, 1000]);
  setBackWhile(1000);
  expect(await enter()).toBe(0);
});

test('a channel is used again after its cooldown when the clock is set back', () => {
  const health = createChannelHealth(app.ctx);
  const tooMany = { status: 429, kind: '', code: '', message: '', retryAfter: 2 };
  void health.report({ id: 4, autoBan: false } as never, tooMany);
  expect(health.isResting(4)).toBe(true);
  setBackWhile(2001);
  expect(health.isResting(4)).toBe(false);
});
