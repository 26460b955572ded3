import { createLoginDelay } from '../modules/identity/credentials/login-delay.ts';
import { randomText } from '../modules/secrets/random.ts';
import { type Cooldowns, createSharedCooldowns, localCooldowns } from './cooldowns.ts';
import { type Counters, createLocalCounters } from './counters.ts';
import { type Counts, localCounts } from './counts.ts';
import { createLimiter } from './limiter.ts';
import { localPlaces, type RecentPlaces } from './recent-places.ts';
import { scripts } from './scripts.ts';
import { createSharedCounters } from './shared-counters.ts';
import type { SharedStore } from './shared-store.ts';
import { createLocalSlidingWindow, type SlidingWindow } from './sliding-window.ts';

/** Limits for frequent requests. Gateways with a common Redis count together. */
export interface Limits {
  /** `name` distinguishes limits; a count of 0 switches one off. */
  limiter(rate: { name: string; count: number; periodMs: number }): RateLimiter;
  /** Throttles wrong tries, such as at an account: each after `freeTries` waits twice as long as the last. */
  attemptThrottle(what: { name: string; freeTries?: number }): AttemptThrottle;
  /** For limits that change at run time, and for calls that may be uncounted. */
  windows(what: { name: string }): SlidingWindow;
  /** What the limit rules count besides money and tokens. */
  readonly counters: Counters;
  /** Cooldowns that other gateways published. */
  cooldowns(what: { name: string }): Cooldowns;
  /** What is open in all workers of this gateway. `most` is the limit of a key. */
  counts(what: { name: string; most: number }): Counts;
  /** Where conversations went. */
  places(): RecentPlaces;
}

/** Returns 0 when the key may proceed, else how many milliseconds it should wait. */
export type RateLimiter = (key: string) => number | Promise<number>;

export interface AttemptThrottle {
  waitMs(key: string): number | Promise<number>;
  fail(key: string): void | Promise<void>;
  succeed(key: string): void | Promise<void>;
}

/**
 * Limits of this process. @param now milliseconds of a clock that never goes back, as `monotonicNow`
 * @param wallClock milliseconds since 1970, for the windows of limit rules
 */
export function createLocalLimits(now: () => number, wallClock: () => number = Date.now): Limits {
  return {
    counters: createLocalCounters(wallClock),
    limiter: ({ count, periodMs }) => createLimiter({ count, periodMs, now }),
    attemptThrottle: ({ freeTries }) => createLoginDelay(now, freeTries),
    windows: () => createLocalSlidingWindow(now),
    cooldowns: () => localCooldowns,
    counts: () => localCounts,
    places: () => localPlaces,
  };
}

/** Limits in the store, by its clock. While the store is away or slow, each process counts for itself. */
export function createSharedLimits(store: SharedStore, local: Limits): Limits {
  return {
    counters: createSharedCounters(store, local.counters),
    limiter(rate) {
      if (rate.count === 0) return () => 0;
      const alone = local.limiter(rate);
      const sizes = [String(rate.periodMs / rate.count), String(rate.periodMs)];
      return async (key) => {
        const waitMs = await store.run(scripts.take, keyOf(rate.name, key), sizes);
        return waitMs === undefined ? alone(key) : Number(waitMs);
      };
    },
    attemptThrottle(what) {
      const alone = local.attemptThrottle(what);
      const free = String(what.freeTries ?? 5);
      return {
        async waitMs(key) {
          const waitMs = await store.run(scripts.guessWait, keyOf(what.name, key), [free]);
          return waitMs === undefined ? alone.waitMs(key) : Number(waitMs);
        },
        async fail(key) {
          await alone.fail(key); // counted here too, in case the store fails during an attack
          await store.run(scripts.guessFail, keyOf(what.name, key), []);
        },
        async succeed(key) {
          await alone.succeed(key);
          await store.run(scripts.forget, keyOf(what.name, key), []);
        },
      };
    },
    windows: (what) => sharedWindows(store, what.name, local.windows(what)),
    cooldowns: ({ name }) => createSharedCooldowns(store, keyOf('rests', name)),
    // Between the workers of one gateway alone.
    counts: local.counts,
    places: local.places,
  };
}

function sharedWindows(store: SharedStore, name: string, alone: SlidingWindow): SlidingWindow {
  return {
    async tryAcquire(key, count, periodMs) {
      const place = randomText(16);
      const sizes = [String(count), String(periodMs), place];
      const waitMs = await store.run(scripts.enter, keyOf(name, key), sizes);
      if (waitMs === undefined) return alone.tryAcquire(key, count, periodMs);
      return {
        waitMs: Number(waitMs),
        giveBack: () => void store.run(scripts.giveBack, keyOf(name, key), [place]),
      };
    },
  };
}

function keyOf(name: string, key: string): string {
  return `tollgate:${name}:${key}`;
}
