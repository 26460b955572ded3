import { expect, test } from 'vitest';
import { judgeCanary, middleOf, percentileOf, stepOf, summarizeHealth, summarizeReach } from './health.ts';

const usual = { load: 1000, 'ms.3': 900, 'ms.4': 100, account: 1000 };

function judge(canary: Record<string, number>, stable: Record<string, number> = usual) {
  return judgeCanary(summarizeHealth(canary), summarizeHealth(stable), {
    canary: summarizeReach(canary),
    stable: summarizeReach(stable),
  });
}

test('counters are summed up, and times that older gateways counted are the upper ends of their steps', () => {
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
});

test('percentiles are within one percent of the exact ones', () => {
  const times = Array.from({ length: 1000 }, (_, index) => 40 + index * 7);
  const counters: Record<string, number> = { load: times.length };
  for (const time of times) counters[`took.${stepOf(time)}`] = (counters[`took.${stepOf(time)}`] ?? 0) + 1;
  const { p50_ms, p95_ms } = summarizeHealth(counters);
  expect(Math.abs(Number(p50_ms) / (times[499] ?? 0) - 1)).toBeLessThan(0.011);
  expect(Math.abs(Number(p95_ms) / (times[949] ?? 0) - 1)).toBeLessThan(0.011);
  expect(percentileOf(counters, 'took', 0.5)).toBeCloseTo(Number(p50_ms), -1);
  expect([stepOf(0), middleOf(0), percentileOf(counters, 'LCP', 0.5)]).toEqual([0, 0, null]);
});

test.each([
  ['with too few loads', { load: 40, 'fail.http': 3, 'ms.0': 40 }, 'waiting'],
  ['that loads like the stable build', { load: 100, 'fail.http': 1, 'ms.3': 100 }, 'ok'],
  ['that fails to load', { load: 193, 'fail.http': 7, 'ms.3': 193 }, 'bad'],
  ['that failed so seldom that it may be one account', { load: 97, 'fail.http': 6, 'ms.3': 97 }, 'ok'],
  ['that crashes', { load: 200, crash: 7, 'ms.3': 200 }, 'bad'],
  ['that crashed so seldom that it may be one account', { load: 60, crash: 6, 'ms.3': 60 }, 'ok'],
  ['that is much slower', { load: 100, 'ms.5': 100, 'ms.6': 0 }, 'ok'],
  ['that is slower by more than half', { load: 100, 'ms.7': 100 }, 'bad'],
  ['that fails so often that few people wait', { load: 10, 'fail.evaluation': 10, 'ms.3': 10 }, 'bad'],
])('a canary %s', (_, counters, verdict) => {
  expect(judge({ account: 60, troubled: 3, ...counters }).verdict).toBe(verdict);
});

test("failures that the stable build shares are not the canary's fault unless there are far too many", () => {
  const poor = { load: 950, 'fail.network': 50, 'ms.3': 950, account: 950, troubled: 50 };
  const few = { load: 95, 'fail.network': 7, 'ms.3': 95, account: 95, troubled: 7 };
  expect(judge(few, poor).verdict).toBe('ok');
  expect(judge({ ...few, load: 70, 'fail.network': 30, account: 500 }, poor)).toEqual({
    verdict: 'bad',
    reason: '30.0 % of 100 loads failed',
  });
});

test.each([
  ['three of three', 3, 3, 'bad'],
  ['two of two, which may be one person with two accounts', 2, 2, 'waiting'],
  ['three of twenty', 3, 20, 'waiting'],
  ['five of twenty', 5, 20, 'bad'],
  ['nine of a hundred', 9, 100, 'waiting'],
  ['ten of a hundred', 10, 100, 'bad'],
  ['thirty of three thousand', 30, 3000, 'waiting'],
])(
  'with trouble for %s accounts and little else known, a canary is judged by heads',
  (_, troubled, account, verdict) => {
    expect(judge({ load: 0, crash: troubled, troubled, account }).verdict).toBe(verdict);
  },
);

test('one or two broken browsers never fail a build that thousands use', () => {
  const thousands = { load: 1200, 'ms.3': 1200, account: 1000 };
  expect(judge({ ...thousands, crash: 12, troubled: 2 }).verdict).toBe('ok');
  expect(judge({ ...thousands, crash: 12, troubled: 3 }).verdict).toBe('bad');
  expect(judge({ load: 14, crash: 12, 'fail.http': 6, troubled: 1, account: 1 }).verdict).toBe('waiting');
});

test('a few users who also have trouble with the stable build do not fail the canary', () => {
  const down = { load: 10, 'fail.network': 30, account: 40, troubled: 30 };
  expect(judge({ 'fail.network': 6, account: 6, troubled: 6 }, down).verdict).toBe('waiting');
  expect(judge({ 'fail.network': 6, account: 6, troubled: 6 }).reason).toBe('6 of 6 accounts had trouble');
});
