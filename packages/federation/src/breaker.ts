const FAILURES_TO_OPEN = 2;
const CRASHES_TO_OPEN = 2;
const CRASH_WINDOW_MS = 60_000;

/** Remembers, for this page load, which builds are not worth another try. */
export function createBreaker(now: () => number) {
  const failures = new Map<string, number>();
  const crashes = new Map<string, number[]>();
  const lost = new Map<string, Set<string>>();
  return {
    /** Two loads failed: another try would only delay the user. */
    hasFailed: (buildId: string): boolean => (failures.get(buildId) ?? 0) >= FAILURES_TO_OPEN,
    /** It crashed twice within a minute on screen: any other build is better. */
    hasCrashed: (buildId: string): boolean => recent(buildId).length >= CRASHES_TO_OPEN,
    /** The page at this route could not be loaded from the build, or the build does not have it. */
    hasLost: (buildId: string, route: string): boolean => lost.get(buildId)?.has(route) ?? false,
    noteLost(buildId: string, route: string): void {
      lost.set(buildId, new Set(lost.get(buildId)).add(route));
    },
    noteFailure(buildId: string): void {
      failures.set(buildId, (failures.get(buildId) ?? 0) + 1);
    },
    /** `isUnseen`: the page crashed before it was on screen once. There is no reason to show it again. */
    noteCrash(buildId: string, { isUnseen = false } = {}): void {
      const times = isUnseen ? CRASHES_TO_OPEN : 1;
      crashes.set(buildId, [...recent(buildId), ...Array<number>(times).fill(now())]);
    },
    /** Forgets failed loads when the user retries. Crashes are kept. */
    reset(buildIds: readonly string[]): void {
      for (const id of buildIds) {
        failures.delete(id);
        lost.delete(id);
      }
    },
  };

  function recent(buildId: string): number[] {
    return (crashes.get(buildId) ?? []).filter((at) => now() - at < CRASH_WINDOW_MS);
  }
}

export type Breaker = ReturnType<typeof createBreaker>;
