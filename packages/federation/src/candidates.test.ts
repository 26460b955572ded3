import { expect, test } from 'vitest';
import { createBreaker } from './breaker.ts';
import { listCandidates } from './candidates.ts';
import { areaOf, buildOf } from './fixtures.ts';
import { canBecomeLastKnownGood, makeLastKnownGood } from './last-known-good.ts';

const DAY_MS = 24 * 3600 * 1000;
const closed = { hasFailed: () => false, hasCrashed: () => false, hasLost: () => false };
const good = makeLastKnownGood('logs', buildOf('cccccccccc'), '1.0.0', 0);

function order(area = areaOf(), change: Partial<Parameters<typeof listCandidates>[1]> = {}): string {
  const context = { lastKnownGood: good, hostApi: '1.2.0', nowMs: DAY_MS, breaker: closed, ...change };
  return listCandidates(area, context)
    .map(({ build }) => build.buildId.slice(0, 1))
    .join('');
}

test('the chosen build comes first, then the last known good one, then earlier ones', () => {
  expect(order()).toBe('acb');
});

test('a build is listed once even when it is listed for several reasons', () => {
  expect(
    order(areaOf(), { lastKnownGood: makeLastKnownGood('logs', buildOf('bbbbbbbbbb'), '1.0.0', 0) }),
  ).toBe('ab');
});

test('a revoked build never runs, not even as the last known good one', () => {
  expect(order(areaOf({ revoked: ['cccccccccc', 'bbbbbbbbbb'] }))).toBe('a');
});

test.each([
  ['another major version of the host API', { hostApi: '2.0.0' }],
  ['more than 14 days', { nowMs: 15 * DAY_MS }],
  ['another area', { lastKnownGood: makeLastKnownGood('user', buildOf('cccccccccc'), '1.0.0', 0) }],
  [
    'a foreign address',
    {
      lastKnownGood: {
        ...good,
        build: { ...good.build, entry: { ...good.build.entry, url: 'https://elsewhere.example/x.js' } },
      },
    },
  ],
])('a remembered build is not used after %s', (_, change) => {
  expect(order(areaOf(), change)).toBe('ab');
});

test('an area that is switched off has no candidates', () => {
  expect(order(areaOf({ state: 'off' }))).toBe('');
});

test('a build that failed twice in this visit is skipped until the user retries', () => {
  const breaker = createBreaker(() => 0);
  breaker.noteFailure('aaaaaaaaaa');
  breaker.noteFailure('aaaaaaaaaa');
  expect(order(areaOf(), { breaker })).toBe('cb');
  breaker.reset(['aaaaaaaaaa']);
  expect(order(areaOf(), { breaker })).toBe('acb');
});

test('a build that crashed twice within a minute comes last; two crashes an hour apart do not count', () => {
  const clock = { nowMs: 0 };
  const breaker = createBreaker(() => clock.nowMs);
  breaker.noteCrash('aaaaaaaaaa');
  clock.nowMs = 3_600_000;
  breaker.noteCrash('aaaaaaaaaa');
  expect(order(areaOf(), { breaker })).toBe('acb');
  clock.nowMs += 59_000;
  breaker.noteCrash('aaaaaaaaaa');
  breaker.reset(['aaaaaaaaaa']);
  expect(order(areaOf(), { breaker })).toBe('cba');
});

test('a build becomes the last known good one after ten seconds without a crash', () => {
  expect(canBecomeLastKnownGood(1000, undefined, 10_999)).toBe(false);
  expect(canBecomeLastKnownGood(1000, undefined, 11_000)).toBe(true);
  expect(canBecomeLastKnownGood(1000, 5000, 11_000)).toBe(false);
});

test('an area under development has no fallback', () => {
  expect(order(areaOf({ why: 'dev', fallbacks: [] }))).toBe('a');
});

test('a build that lost a page is tried for other pages', () => {
  const breaker = createBreaker(() => 0);
  breaker.noteLost('aaaaaaaaaa', '/log');
  expect(order(areaOf(), { breaker, route: '/log' })).toBe('cb');
  expect(order(areaOf(), { breaker, route: '/task' })).toBe('acb');
  breaker.reset(['aaaaaaaaaa']);
  expect(order(areaOf(), { breaker, route: '/log' })).toBe('acb');
});

test('a build that crashed before its page was seen comes last at once', () => {
  const breaker = createBreaker(() => 0);
  breaker.noteCrash('aaaaaaaaaa', { isUnseen: true });
  expect(order(areaOf(), { breaker })).toBe('cba');
});
