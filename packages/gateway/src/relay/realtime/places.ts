import { RelayError } from '../errors.ts';

/** Counts the realtime sessions that are open: each holds two connections for as long as its caller likes. */
export interface Places {
  /**
   * Takes a place for a session of this user. Returns a function that gives it back; only its first call counts.
   *
   * @throws {RelayError} 429 when the user has as many as one may have, 503 when the gateway has
   */
  enter(userId: number): () => void;
  /** How many places are taken by all users. */
  taken(): number;
}

const RETRY_SECONDS = 30;

export function createPlaces({ all, perUser }: { all: number; perUser: number }): Places {
  const taken = new Map<number, number>();
  let total = 0;

  return {
    enter(userId) {
      const own = taken.get(userId) ?? 0;
      if (own >= perUser)
        throw new RelayError(429, 'sessions_full', { count: perUser }, { retryAfter: RETRY_SECONDS });
      if (total >= all) throw new RelayError(503, 'sessions_busy', {}, { retryAfter: RETRY_SECONDS });
      taken.set(userId, own + 1);
      total += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (taken.get(userId) ?? 1) - 1;
        if (left > 0) taken.set(userId, left);
        else taken.delete(userId);
        total -= 1;
      };
    },
    taken: () => total,
  };
}
