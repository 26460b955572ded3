/** A failed call. `status` is 0 without a response, `retryAfter` is in seconds. */
interface Failure {
  status: number;
  retryAfter: number | undefined;
}

interface Condition {
  /** Outages in a row. */
  failures: number;
  /** Milliseconds since 1970. */
  restsUntil: number;
  /** How long the cooldown was; 0 when the vendor requested a pause, or there was none. */
  restMs: number;
  /** The cooldown is over, and one call probes whether the vendor is back. */
  onTrial: boolean;
}

/** Outages in a row that begin a cooldown. */
const OUTAGES = 5;
const FIRST_REST_MS = 30_000;
const MAX_REST_MS = 300_000;

/**
 * Tracks the cooldowns of channels in this process. A vendor that requests a pause gets it. One that fails
 * five times in a row cools down for half a minute, then a single call probes it: a failure doubles the
 * cooldown.
 */
export function createBreaker(now: () => number) {
  const conditions = new Map<number, Condition>();

  return {
    /** Milliseconds left of the cooldown; 0 when it has none. */
    restLeft(channelId: number): number {
      return Math.max(0, (conditions.get(channelId)?.restsUntil ?? 0) - now());
    },
    isResting(channelId: number): boolean {
      return (conditions.get(channelId)?.restsUntil ?? 0) > now();
    },
    /** Records a call to the channel. After a cooldown it is the only one until its outcome is known. */
    chosen(channelId: number): void {
      const condition = conditions.get(channelId);
      if (!condition?.restMs || condition.restsUntil > now()) return;
      condition.onTrial = true;
      condition.restsUntil = now() + condition.restMs;
    },
    answered(channelId: number): void {
      const condition = conditions.get(channelId);
      if (!condition) return;
      const isRequested = condition.restMs === 0 && condition.restsUntil > now();
      // A pause that the vendor requested is kept, even when other calls succeed meanwhile.
      if (isRequested) condition.failures = 0;
      else conditions.delete(channelId);
    },
    failed(channelId: number, { status, retryAfter }: Failure): void {
      const asks = (status === 429 || status === 503 || status === 529) && retryAfter;
      const previous = conditions.get(channelId);
      if (!asks && !isOutage(status)) {
        // A vendor that refuses a request is there.
        if (previous?.onTrial) conditions.delete(channelId);
        return;
      }
      const condition = previous ?? { failures: 0, restsUntil: 0, restMs: 0, onTrial: false };
      conditions.set(channelId, condition);
      condition.failures += 1;
      if (asks) {
        const until = now() + Math.min(retryAfter * 1000, MAX_REST_MS);
        condition.restsUntil = Math.max(condition.restsUntil, until);
      }
      rest(condition, now());
    },
  };
}

/** Begins a cooldown when it is due. Calls that were under way when it began change nothing. */
function rest(condition: Condition, now: number): void {
  const { failures, onTrial, restMs, restsUntil } = condition;
  if (!onTrial && (failures < OUTAGES || restsUntil > now)) return;
  condition.onTrial = false;
  condition.restMs = Math.min(restMs === 0 ? FIRST_REST_MS : restMs * 2, MAX_REST_MS);
  condition.restsUntil = now + condition.restMs;
}

/** Whether the vendor or the network failed, not the request. */
function isOutage(status: number): boolean {
  return status === 0 || status === 429 || status >= 500;
}
