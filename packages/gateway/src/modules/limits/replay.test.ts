import { expect, test } from 'vitest';
import { type PastCall, Replay } from './replay.ts';
import { type Rule, toRule } from './rule.ts';

const MIDNIGHT = Date.UTC(2026, 10, 25) / 1000;

function refused(rule: Rule, calls: readonly Partial<PastCall>[]): number[] {
  const replay = new Replay(rule);
  const indexes: number[] = [];
  for (const [index, call] of calls.entries()) {
    const before = replay.refused;
    replay.add({ at: MIDNIGHT, duration: 0, amount: 1, subject: '', userId: 1, ...call });
    if (replay.refused > before) indexes.push(index);
  }
  return indexes;
}

function ruleOf(fields: Partial<Parameters<typeof toRule>[0]>): Rule {
  return toRule({
    ...{ id: 1, name: '', scope: 'user', scope_id: 'each', models: '', resource: 'quota', amount: 10 },
    ...{ window: 'day', time_zone: 'UTC', when_full: 'refuse', wait_seconds: 0, warn_at: '', from: 0 },
    ...{ enabled: 1, series: 0, created_time: 0 },
    ...fields,
  });
}

test('a call that does not fit is refused and not counted, and a smaller one still fits', () => {
  expect(refused(ruleOf({}), [{ amount: 8 }, { amount: 3 }, { amount: 2 }, { amount: 1 }])).toEqual([1, 3]);
});

test('each subject has a window of its own, and the next day begins from zero', () => {
  const calls = [
    { amount: 10, subject: '1' },
    { amount: 10, subject: '2' },
    { amount: 1, subject: '1', at: MIDNIGHT + 86_399 },
    { amount: 10, subject: '1', at: MIDNIGHT + 86_400 },
  ];
  expect(refused(ruleOf({}), calls)).toEqual([2]);
});

test('a rolling window has room again when its first call is so many hours ago', () => {
  const rule = ruleOf({ window: 'rolling:1', resource: 'requests', amount: 2 });
  const at = (seconds: number) => ({ at: MIDNIGHT + seconds });
  expect(refused(rule, [at(0), at(60), at(3599), at(3600), at(3601), at(3660)])).toEqual([2, 4]);
});

test('running calls are counted until they end, in whatever order they end', () => {
  const rule = ruleOf({ window: 'forever', resource: 'concurrent', amount: 2 });
  const call = (at: number, duration: number) => ({ at: MIDNIGHT + at, duration });
  expect(refused(rule, [call(0, 100), call(1, 10), call(5, 1), call(11, 200), call(12, 1)])).toEqual([2, 4]);
});

test('users are listed with those who have the most refused calls first', () => {
  const replay = new Replay(ruleOf({ amount: 0, resource: 'requests' }));
  for (const userId of [3, 7, 7])
    replay.add({ at: MIDNIGHT, duration: 1, amount: 5, subject: String(userId), userId });
  expect([replay.calls, replay.refused, replay.users()]).toEqual([
    3,
    3,
    [
      [7, 2],
      [3, 1],
    ],
  ]);
});
