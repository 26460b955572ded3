import type { BuildHealth } from '@tollgate/contract';

/** Upper ends of the steps of the histogram, in milliseconds; what took longer falls into the last. */
export const LOAD_STEPS_MS = [100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 8000, 15_000] as const;

/** The step that a time falls into. */
export function stepOf(durationMs: number): number {
  const step = LOAD_STEPS_MS.findIndex((end) => durationMs <= end);
  return step === -1 ? LOAD_STEPS_MS.length - 1 : step;
}

/** Sums up counters: `load`, `crash`, `fail.<class>` and `ms.<step of the histogram>`. */
export function summarizeHealth(counters: Readonly<Record<string, number>>): BuildHealth {
  const { load = 0, crash = 0 } = counters;
  const failures = Object.entries(counters).filter(([name]) => name.startsWith('fail.'));
  const steps = LOAD_STEPS_MS.map((_, step) => counters[`ms.${step}`] ?? 0);
  return {
    loads: load,
    failures: failures.reduce((sum, [, count]) => sum + count, 0),
    crashes: crash,
    by_class: Object.fromEntries(failures.map(([name, count]) => [name.slice('fail.'.length), count])),
    p50_ms: percentile(steps, 0.5),
    p95_ms: percentile(steps, 0.95),
  };
}

export interface Verdict {
  /** `waiting`: too few loads to say anything. */
  verdict: 'waiting' | 'ok' | 'bad';
  /** What is wrong, in one sentence; empty otherwise. */
  reason: string;
}

/** How many failures and crashes of a build count of one account within five minutes. */
export const COUNTED_OF_ONE = 3;
/** A verdict looks at two such spans at most: with fewer than this, one account alone could have caused it. */
const MIN_TROUBLES = 2 * COUNTED_OF_ONE + 1;
const MIN_LOADS = 50;
const MAX_FAILURE_RATE = 0.02;
const MAX_CRASH_RATE = 0.005;
const MAX_SLOWDOWN = 1.5;
/** So bad that nobody waits for more, and that no failing neighbour excuses it. */
const HOPELESS = { minLoads: 20, failureRate: 0.2, crashRate: 0.1 };

/**
 * Whether a canary does worse than the stable build beside it in the same minutes. What fails for both (a network, a
 * proxy) is not the canary's fault, unless it is far too much. What one account alone can cause says nothing.
 */
export function judgeCanary(canary: BuildHealth, stable: BuildHealth): Verdict {
  const attempts = canary.loads + canary.failures;
  const failing = canary.failures < MIN_TROUBLES ? 0 : rateOf(canary.failures, attempts);
  const crashing = canary.crashes < MIN_TROUBLES ? 0 : rateOf(canary.crashes, canary.loads);
  if (attempts >= HOPELESS.minLoads && failing > HOPELESS.failureRate)
    return bad('failed', failing, attempts);
  if (attempts >= HOPELESS.minLoads && crashing > HOPELESS.crashRate)
    return bad('crashed', crashing, canary.loads);
  if (attempts < MIN_LOADS) return { verdict: 'waiting', reason: '' };

  const usual = {
    failing: rateOf(stable.failures, stable.loads + stable.failures),
    crashing: rateOf(stable.crashes, stable.loads),
  };
  if (failing > MAX_FAILURE_RATE && failing > usual.failing * MAX_SLOWDOWN)
    return bad('failed', failing, attempts);
  if (crashing > MAX_CRASH_RATE && crashing > usual.crashing * MAX_SLOWDOWN)
    return bad('crashed', crashing, canary.loads);
  const isKnown = stable.loads >= MIN_LOADS && stable.p95_ms !== null && canary.p95_ms !== null;
  if (isKnown && Number(canary.p95_ms) > Number(stable.p95_ms) * MAX_SLOWDOWN) {
    return { verdict: 'bad', reason: `p95 of loads ${canary.p95_ms} ms, stable ${stable.p95_ms} ms` };
  }
  return { verdict: 'ok', reason: '' };
}

function bad(what: 'failed' | 'crashed', rate: number, of: number): Verdict {
  return { verdict: 'bad', reason: `${(rate * 100).toFixed(1)} % of ${of} loads ${what}` };
}

function rateOf(count: number, all: number): number {
  return all === 0 ? 0 : count / all;
}

/** The upper end of the step that the share of all falls into. */
function percentile(steps: readonly number[], share: number): number | null {
  const all = steps.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let seen = 0;
  const step = steps.findIndex((count) => {
    seen += count;
    return seen >= all * share;
  });
  return LOAD_STEPS_MS[step] ?? null;
}
