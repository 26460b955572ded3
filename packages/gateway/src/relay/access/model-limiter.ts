import type { OptionValues } from '@tollgate/contract/options';
import type { Limits } from '../../cache/limits.ts';
import { RelayError } from '../errors.ts';

/** A slot in a user's rate limit. Released when the call fails, so that only successful calls count. */
export interface Slot {
  giveBack(): void;
}

export interface ModelLimiter {
  /** @throws {RelayError} 429 with the seconds to wait. */
  enter(userId: number, options: OptionValues): Slot | Promise<Slot>;
}

const free: Slot = { giveBack() {} };

/** Limits the calls of each user in a sliding window, shared by all gateways where possible. */
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
      const { waitMs } = await all.tryAcquire(key, total, periodMs);
      if (waitMs > 0) throw refusal('rate_limited', total, minutes, waitMs);
    }
    const entry = await successes.tryAcquire(key, good, periodMs);
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
