import { expect, test } from 'vitest';
import { judgeCanary, stepOf, summarizeHealth } from './health.ts';

const stable = summarizeHealth({ load: 1000, 'ms.3': 900, 'ms.4': 100 });

test('counters are summed up; percentiles are the upper ends of their steps', () => {
  const counters = {
    load: 100,
    crash: 2,
    'fail.http': 3,
    'fail.timeout': 1,
    'ms.0': 60,
    'ms.5': 30,
    'ms.11': 10,
  };
  expect(summarizeHealth(counters)).toEqual({
    loads: 100,
    failures: 4,
    crashes: 2,
    by_class: { http: 3, timeout: 1 },
    p50_ms: 100,
    p95_ms: 15_000,
  });
  expect(summarizeHealth({})).toMatchObject({ loads: 0, p50_ms: null, p95_ms: null });
  expect([stepOf(0), stepOf(100), stepOf(101), stepOf(999_999)]).toEqual([0, 0, 1, 11]);
});

test.each([
  ['of which nobody knows enough', { load: 40, 'fail.http': 3, 'ms.0': 40 }, 'waiting'],
  ['that loads like the stable build', { load: 100, 'fail.http': 1, 'ms.3': 100 }, 'ok'],
  ['that fails to load', { load: 193, 'fail.http': 7, 'ms.3': 193 }, 'bad'],
  ['that failed so seldom that it may be one account', { load: 97, 'fail.http': 6, 'ms.3': 97 }, 'ok'],
  ['that crashes', { load: 200, crash: 7, 'ms.3': 200 }, 'bad'],
  ['that crashed so seldom that it may be one account', { load: 60, crash: 6, 'ms.3': 60 }, 'ok'],
  ['that is much slower', { load: 100, 'ms.5': 100, 'ms.6': 0 }, 'ok'],
  ['that is slower by more than half', { load: 100, 'ms.7': 100 }, 'bad'],
  ['that fails so much that nobody waits', { load: 10, 'fail.evaluation': 10, 'ms.3': 10 }, 'bad'],
])('a canary %s', (_, counters, verdict) => {
  expect(judgeCanary(summarizeHealth(counters), stable).verdict).toBe(verdict);
});

test('what fails for the stable build as well is not the fault of the canary, unless it is far too much', () => {
  const poor = summarizeHealth({ load: 950, 'fail.network': 50, 'ms.3': 950 });
  expect(judgeCanary(summarizeHealth({ load: 95, 'fail.network': 5, 'ms.3': 95 }), poor).verdict).toBe('ok');
  expect(judgeCanary(summarizeHealth({ load: 70, 'fail.network': 30, 'ms.3': 70 }), poor)).toEqual({
    verdict: 'bad',
    reason: '30.0 % of 100 loads failed',
  });
});
