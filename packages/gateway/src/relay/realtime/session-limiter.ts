import { type Counts, localCounts } from '../../cache/counts.ts';
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

interface SessionLimits {
  all: number;
  perUser: number;
  /** What the other workers of this gateway have: of users, and in total. */
  shared?: { users: Counts; all: Counts };
}

const ALL = 'all';
const alone = { users: localCounts, all: localCounts };

export function createSessionLimiter({ all, perUser, shared = alone }: SessionLimits): SessionLimiter {
  const countByUser = new Map<number, number>();
  let total = 0;

  function change(userId: number, difference: number): void {
    const own = (countByUser.get(userId) ?? 0) + difference;
    if (own > 0) countByUser.set(userId, own);
    else countByUser.delete(userId);
    total += difference;
    shared.users.publish(String(userId), own);
    shared.all.publish(ALL, total);
  }

  return {
    enter(userId) {
      const ofUser = (countByUser.get(userId) ?? 0) + shared.users.others(String(userId));
      if (ofUser >= perUser)
        throw new RelayError(429, 'sessions_full', { count: perUser }, { retryAfter: RETRY_SECONDS });
      if (total + shared.all.others(ALL) >= all)
        throw new RelayError(503, 'sessions_busy', {}, { retryAfter: RETRY_SECONDS });
      change(userId, 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        change(userId, -1);
      };
    },
    count: () => total,
  };
}
