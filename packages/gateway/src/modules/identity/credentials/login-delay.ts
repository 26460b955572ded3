/**
 * Slows guessing at one account: after five failures within a quarter of an hour each further try must wait,
 * twice as long each time up to a minute. The account is never locked permanently, so that a stranger cannot
 * lock out the owner.
 */
export function createLoginDelay(now: () => number, freeTries = FREE_TRIES) {
  const failures = new Map<string, { count: number; lastAt: number }>();

  return {
    /** Milliseconds to wait before the next try; 0 when it may go on. */
    waitMs(account: string): number {
      const failure = failures.get(account);
      if (!failure || now() - failure.lastAt > FORGET_MS) return 0;
      if (failure.count < freeTries) return 0;
      const delayMs = Math.min(1000 * 2 ** (failure.count - freeTries), LONGEST_MS);
      return Math.max(0, failure.lastAt + delayMs - now());
    },
    fail(account: string): void {
      const failure = failures.get(account);
      const count = failure && now() - failure.lastAt <= FORGET_MS ? failure.count + 1 : 1;
      failures.delete(account); // keeps the map in order of the last failure
      failures.set(account, { count, lastAt: now() });
      if (failures.size > MAX_ACCOUNTS) failures.delete(failures.keys().next().value as string);
    },
    succeed(account: string): void {
      failures.delete(account);
    },
  };
}

const FREE_TRIES = 5;
const FORGET_MS = 15 * 60_000;
const LONGEST_MS = 60_000;
const MAX_ACCOUNTS = 10_000;
