import { expect, test } from 'vitest';
import { createBreaker } from './breaker.ts';
import type { Candidate } from './candidates.ts';
import { type AreaUnavailable, classifyFailure, TimeLimitExceeded } from './failure.ts';
import { buildOf } from './fixtures.ts';
import { openArea, reduceLoad } from './open-area.ts';
import { LOAD_TIMEOUT_MS } from './time-limits.ts';

const active: Candidate = { build: buildOf('aaaaaaaaaa'), source: 'active' };
const fallback: Candidate = { build: buildOf('bbbbbbbbbb'), source: 'fallback' };
const lost = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });

/** Opens an area with scripted outcomes: each build takes the next of its errors, or loads when there is none. */
async function open(candidates: Candidate[], outcomes: Record<string, unknown[]>) {
  const tried: string[] = [];
  const slept: number[] = [];
  const limits: number[] = [];
  const clock = { nowMs: 1000 };
  const breaker = createBreaker(() => 0);
  const states: string[] = [];
  const result = await openArea('logs', candidates, {
    load: async ({ buildId }, limitMs) => {
      tried.push(buildId.slice(0, 1));
      limits.push(limitMs);
      const error = outcomes[buildId.slice(0, 1)]?.shift();
      if (error instanceof TimeLimitExceeded) clock.nowMs += limitMs;
      if (error) throw error;
      return `module of ${buildId.slice(0, 1)}`;
    },
    classify: (build, error) => classifyFailure(build.buildId, error, 0),
    breaker,
    sleep: async (delayMs) => void slept.push(delayMs),
    now: () => clock.nowMs,
    random: () => 0.5,
    onChange: (load) => states.push(load.state),
  }).catch((error: AreaUnavailable) => error);
  return { result, tried: tried.join(''), slept, breaker, states, limits, clock };
}

test('the chosen build is shown when it loads', async () => {
  const { result, tried } = await open([active, fallback], {});
  expect(tried).toBe('a');
  expect(result).toMatchObject({ module: 'module of a', source: 'active', failures: [] });
});

test('a lost chunk of the chosen build is requested once more after a delay', async () => {
  const { result, tried, slept } = await open([active, fallback], { a: [lost] });
  expect(tried).toBe('aa');
  expect(slept).toEqual([400]);
  expect(result).toMatchObject({ source: 'active', failures: [{ class: 'chunk' }] });
});

test('a build that hangs is tried once, then the earlier build is shown', async () => {
  const { result, tried } = await open([active, fallback], { a: [new TimeLimitExceeded('8000 ms')] });
  expect(tried).toBe('ab');
  expect(result).toMatchObject({ module: 'module of b', source: 'fallback' });
});

test('a fallback is tried only once', async () => {
  const { result, tried } = await open([active, fallback], { a: [lost, lost], b: [lost] });
  expect(tried).toBe('aab');
  expect((result as AreaUnavailable).failures).toHaveLength(3);
});

test('an area without a candidate is unavailable at once', async () => {
  const { result, states } = await open([], {});
  expect((result as AreaUnavailable).name).toBe('AreaUnavailable');
  expect(states).toEqual(['degraded']);
});

test('each opening counts once against a build that fails', async () => {
  const { breaker } = await open([active], { a: [lost, lost] });
  expect(breaker.hasFailed(active.build.buildId)).toBe(false);
  breaker.noteFailure(active.build.buildId);
  expect(breaker.hasFailed(active.build.buildId)).toBe(true);
});

test('a response after the area was given up changes nothing', () => {
  const degraded = { state: 'degraded' as const, failures: [] };
  expect(reduceLoad(degraded, { type: 'succeed', module: 'late' })).toBe(degraded);
  expect(reduceLoad({ state: 'idle' }, { type: 'succeed', module: 'early' })).toEqual({ state: 'idle' });
});

test('three hanging builds take as long as one, and each is tried', async () => {
  const hangs = new TimeLimitExceeded('');
  const oldest: Candidate = { build: buildOf('cccccccccc'), source: 'fallback' };
  const alone = await open([active], { a: [hangs] });
  expect(alone.limits).toEqual([LOAD_TIMEOUT_MS]);
  const three = await open([active, fallback, oldest], { a: [hangs], b: [hangs], c: [hangs] });
  expect(three.tried).toBe('abc');
  expect(three.clock.nowMs).toBe(1000 + LOAD_TIMEOUT_MS);
  expect(Math.min(...three.limits)).toBeGreaterThan(1000);
});

test('a build that fails at once leaves its time to the next', async () => {
  const { limits } = await open([active, fallback], { a: [new TypeError('x')] });
  expect(limits.at(-1)).toBe(LOAD_TIMEOUT_MS);
});
