import type { OptionValues } from '@tollgate/contract/options';
import type { Limits } from '../cache/limits.ts';
import { RelayError } from './errors.ts';

/** A place among the calls of a user; given back when the call failed, so that only successes count as such. */
export interface Slot {
  giveBack(): void;
}

export interface ModelLimiter {
  /** @throws {RelayError} 429 with the seconds to wait. */
  enter(userId: number, options: OptionValues): Slot | Promise<Slot>;
}

const free: Slot = { giveBack() {} };

/** Counts the calls of each user in a window that slides with the clock, for all gateways together where they can. */
export function createModelLimiter(limits: Limits): ModelLimiter {
  const all = limits.windows({ name: 'model-calls' });
  const successes = limits.windows({ name: 'model-successes' });

  return {
    enter(userId, options) {
      const minutes = options.ModelRequestRateLimitDurationMinutes;
      if (!options.ModelRequestRateLimitEnabled || minutes === 0) return free;
      return count(String(userId), options, minutes);
    },
  };

  async function count(key: string, options: OptionValues, minutes: number): Promise<Slot> {
    const { ModelRequestRateLimitCount: total, ModelRequestRateLimitSuccessCount: good } = options;
    const periodMs = minutes * 60_000;
    if (total > 0) {
      const { waitMs } = await all.enter(key, total, periodMs);
      if (waitMs > 0) throw refusal('rate_limited', total, minutes, waitMs);
    }
    const entry = await successes.enter(key, good, periodMs);
    if (entry.waitMs > 0) throw refusal('rate_limited_success', good, minutes, entry.waitMs);
    return entry;
  }
}

function refusal(
  code: 'rate_limited' | 'rate_limited_success',
  count: number,
  minutes: number,
  waitMs: number,
) {
  return new RelayError(429, code, { count, minutes }, { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}
