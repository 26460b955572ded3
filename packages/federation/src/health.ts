import type { BuildHealth } from '@tollgate/contract';

/** Each step of a histogram is this much more than the one before: percentiles are right within 1 %. */
const STEP_FACTOR = 1.02;
/** What older gateways counted as `ms.<step>`: upper ends of steps, in milliseconds. */
const OLD_STEPS_MS = [100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 8000, 15_000] as const;

/** Returns the step of a value: steps grow with it, so that small and large values have the same precision. */
export function stepOf(value: number): number {
  return value < 1 ? 0 : 1 + Math.round(Math.log(value) / Math.log(STEP_FACTOR));
}

/** Returns the value in the middle of a step. */
export function middleOf(step: number): number {
  return step <= 0 ? 0 : STEP_FACTOR ** (step - 1);
}

/** Returns a percentile of the counters `<name>.<step>`, or null without any. */
export function percentileOf(
  counters: Readonly<Record<string, number>>,
  name: string,
  share: number,
): number | null {
  const values = Object.entries(counters)
    .filter(([counter]) => counter.startsWith(`${name}.`))
    .map(([counter, count]) => ({ value: middleOf(Number(counter.slice(name.length + 1))), count }));
  return pick(values, share);
}

/** Sums up counters: `load`, `crash`, `fail.<class>` and `took.<step>` of the times. */
export function summarizeHealth(counters: Readonly<Record<string, number>>): BuildHealth {
  const { load = 0, crash = 0 } = counters;
  const failures = Object.entries(counters).filter(([name]) => name.startsWith('fail.'));
  const times = Object.entries(counters).flatMap(([counter, count]) => {
    const [name, step = ''] = counter.split('.');
    if (name === 'took') return [{ value: middleOf(Number(step)), count }];
    return name === 'ms' ? [{ value: OLD_STEPS_MS[Number(step)] ?? 0, count }] : [];
  });
  return {
    loads: load,
    failures: failures.reduce((sum, [, count]) => sum + count, 0),
    crashes: crash,
    by_class: Object.fromEntries(failures.map(([name, count]) => [name.slice('fail.'.length), count])),
    p50_ms: rounded(pick(times, 0.5)),
    p95_ms: rounded(pick(times, 0.95)),
  };
}

/** Whether a canary may go on. `bad` withdraws it. */
export interface HealthVerdict {
  /** `waiting`: too few loads for a verdict. */
  verdict: 'waiting' | 'ok' | 'bad';
  /** The problem in one sentence; empty otherwise. */
  reason: string;
}

/** How many accounts received a build, and how many of them had at least one failure or crash. */
export interface Reach {
  accounts: number;
  troubled: number;
}

/** Sums up the counters `account` and `troubled`. */
export function summarizeReach({ account = 0, troubled = 0 }: Readonly<Record<string, number>>): Reach {
  return { accounts: Math.max(account, troubled), troubled };
}

/** How many failures and crashes of a build are counted per account within five minutes. */
export const COUNTED_OF_ONE = 3;
/** A verdict covers at most two such periods: with fewer troubles, one account alone could be the cause. */
const MIN_TROUBLES = 2 * COUNTED_OF_ONE + 1;
/** Two browsers may be broken in their own way, however many loads they have. */
const MIN_TROUBLED = 3;
const MIN_LOADS = 50;
const MAX_FAILURE_RATE = 0.02;
const MAX_CRASH_RATE = 0.005;
const MAX_SLOWDOWN = 1.5;
/** Bad enough to decide early, and even when the stable build fails too. */
const HOPELESS = { minLoads: 20, failureRate: 0.2, crashRate: 0.1 };
/**
 * The guard checks overlapping periods four times a minute. One canary in ten thousand such periods is
 * withdrawn wrongly.
 */
const MAX_CHANCE = 0.0001;

/**
 * Returns whether a canary does worse than the stable build in the same minutes. Failures of both (a network, a proxy)
 * are not the canary's fault, unless there are far too many. Troubles that two accounts alone can cause are ignored.
 *
 * A small audience is judged by accounts, because shares of few loads say nothing: of `accounts` that have the canary,
 * `troubled` have trouble. If it were as good as the stable build, each would have trouble with the chance p, the share
 * of troubled accounts there, at least 2 %. The canary is bad when so many or more would occur by chance once in ten
 * thousand times: sum over i >= troubled of C(accounts, i) p^i (1 - p)^(accounts - i) < 0.0001. That is the one-sided
 * exact binomial test (Clopper and Pearson, Biometrika 26, 1934): 3 of 3 are enough, 5 of 20, 10 of 100; 3 of 20 are
 * not.
 */
export function judgeCanary(
  canary: BuildHealth,
  stable: BuildHealth,
  reach: { canary: Reach; stable: Reach },
): HealthVerdict {
  const { accounts, troubled } = reach.canary;
  const usualTrouble = Math.max(MAX_FAILURE_RATE, rateOf(reach.stable.troubled, reach.stable.accounts));
  if (troubled >= MIN_TROUBLED && chanceOf(troubled, accounts, usualTrouble) < MAX_CHANCE)
    return { verdict: 'bad', reason: `${troubled} of ${accounts} accounts had trouble` };

  const attempts = canary.loads + canary.failures;
  const counts = (troubles: number) => troubles >= MIN_TROUBLES && troubled >= MIN_TROUBLED;
  const failing = counts(canary.failures) ? rateOf(canary.failures, attempts) : 0;
  const crashing = counts(canary.crashes) ? rateOf(canary.crashes, canary.loads) : 0;
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

/**
 * Returns the chance of `least` or more of `all`, each with the chance `p`: the upper tail of the binomial
 * distribution.
 */
function chanceOf(least: number, all: number, p: number): number {
  if (p >= 1) return 1;
  let below = 0;
  let logTerm = all * Math.log1p(-p);
  for (let i = 0; i < least; i++) {
    below += Math.exp(logTerm);
    logTerm += Math.log(((all - i) / (i + 1)) * (p / (1 - p)));
  }
  return Math.max(0, 1 - below);
}

function bad(what: 'failed' | 'crashed', rate: number, of: number): HealthVerdict {
  return { verdict: 'bad', reason: `${(rate * 100).toFixed(1)} % of ${of} loads ${what}` };
}

function rateOf(count: number, all: number): number {
  return all === 0 ? 0 : count / all;
}

/** Returns the smallest value that this share of all does not exceed. */
function pick(values: readonly { value: number; count: number }[], share: number): number | null {
  const all = values.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  let seen = 0;
  const found = values
    .toSorted((a, b) => a.value - b.value)
    .find(({ count }) => {
      seen += count;
      return seen >= all * share;
    });
  return found?.value ?? null;
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
