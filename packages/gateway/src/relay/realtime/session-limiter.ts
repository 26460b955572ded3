import { RelayError } from '../errors.ts';

/** Limits open realtime sessions: each holds two connections for as long as its caller likes. */
export interface SessionLimiter {
  /**
   * Takes a slot for a session of this user. Returns a function that releases it; only its first call counts.
   *
   * @throws {RelayError} 429 at the user's maximum, 503 at the gateway's
   */
  enter(userId: number): () => void;
  /** Slots taken by all users. */
  count(): number;
}

const RETRY_SECONDS = 30;

export function createSessionLimiter({ all, perUser }: { all: number; perUser: number }): SessionLimiter {
  const countByUser = new Map<number, number>();
  let total = 0;

  return {
    enter(userId) {
      const own = countByUser.get(userId) ?? 0;
      if (own >= perUser)
        throw new RelayError(429, 'sessions_full', { count: perUser }, { retryAfter: RETRY_SECONDS });
      if (total >= all) throw new RelayError(503, 'sessions_busy', {}, { retryAfter: RETRY_SECONDS });
      countByUser.set(userId, own + 1);
      total += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (countByUser.get(userId) ?? 1) - 1;
        if (left > 0) countByUser.set(userId, left);
        else countByUser.delete(userId);
        total -= 1;
      };
    },
    count: () => total,
  };
}
