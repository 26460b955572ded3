import { expect, test } from 'vitest';
import { createBreaker } from './channel-breaker.ts';

const outage: { status: number; retryAfter: number | undefined } = { status: 502, retryAfter: undefined };
const wait = 30_000;

function lab() {
  let clock = 1_000_000;
  const breaker = createBreaker(() => clock);
  const fail = (times: number, failure = outage) => {
    for (let time = 0; time < times; time += 1) breaker.failed(1, failure);
  };
  const advance = (ms: number) => {
    clock += ms;
  };
  return { breaker, fail, advance };
}

test('a channel cools down after five outages in a row, and not for errors of callers', () => {
  for (const status of [0, 429, 500, 502, 504, 529]) {
    const { breaker, fail } = lab();
    fail(4, { status, retryAfter: undefined });
    expect(breaker.isResting(1)).toBe(false);
    fail(1, { status, retryAfter: undefined });
    expect(breaker.isResting(1), String(status)).toBe(true);
    expect(breaker.isResting(2)).toBe(false);
  }
  for (const status of [400, 401, 404, 413, 422]) {
    const { breaker, fail } = lab();
    fail(50, { status, retryAfter: undefined });
    expect(breaker.isResting(1), String(status)).toBe(false);
  }
});

test('a success resets the count of outages', () => {
  const { breaker, fail } = lab();
  fail(4);
  breaker.answered(1);
  fail(4);
  expect(breaker.isResting(1)).toBe(false);
});

test('one call probes a channel after its cooldown; a failure doubles the cooldown, up to five minutes', () => {
  const { breaker, fail, advance } = lab();
  fail(5);
  for (const restMs of [wait, 2 * wait, 4 * wait, 8 * wait, 300_000, 300_000]) {
    advance(restMs - 1);
    expect(breaker.isResting(1)).toBe(true);
    advance(1);
    expect(breaker.isResting(1)).toBe(false);
    breaker.chosen(1);
    expect(breaker.isResting(1)).toBe(true);
    fail(1);
  }
});

test('a probe that succeeds ends the trial, one that never ends allows the next', () => {
  const { breaker, fail, advance } = lab();
  fail(5);
  advance(wait);
  breaker.chosen(1);
  advance(wait);
  expect(breaker.isResting(1)).toBe(false);
  breaker.chosen(1);
  breaker.answered(1);
  expect(breaker.isResting(1)).toBe(false);
  fail(4);
  expect(breaker.isResting(1)).toBe(false);
});

test('a probe whose request is refused shows that the vendor is there', () => {
  const { breaker, fail, advance } = lab();
  fail(5);
  advance(wait);
  breaker.chosen(1);
  fail(1, { status: 400, retryAfter: undefined });
  expect(breaker.isResting(1)).toBe(false);
});

test('calls that were under way when the cooldown began do not extend it', () => {
  const { breaker, fail, advance } = lab();
  fail(40);
  advance(wait);
  expect(breaker.isResting(1)).toBe(false);
});

test('a pause that a vendor requests is kept for up to five minutes, also when other calls succeed', () => {
  for (const status of [429, 503, 529]) {
    const { breaker, fail, advance } = lab();
    fail(1, { status, retryAfter: 60 });
    breaker.answered(1);
    advance(59_000);
    expect(breaker.isResting(1)).toBe(true);
    advance(1000);
    expect(breaker.isResting(1)).toBe(false);
    fail(1, { status, retryAfter: 100_000 });
    advance(300_000);
    expect(breaker.isResting(1)).toBe(false);
  }
});
