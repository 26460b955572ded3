import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Retries a transaction, up to five times, that the database aborted to break a deadlock. */
export async function retryDeadlocks<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !wasDeadlock(error)) throw error;
      await sleep(randomInt(5, 20 * attempt));
    }
  }
}

/** MySQL: deadlock, and a lock timeout. PostgreSQL: deadlock, and a serialization failure. */
function wasDeadlock(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return errno === 1213 || errno === 1205 || code === '40P01' || code === '40001';
}

const MAX_ATTEMPTS = 5;
