import { createLoginDelay } from '../auth/login-delay.ts';
import { randomText } from '../auth/random.ts';
import { createLimiter } from './limiter.ts';
import { createSharedRests, nobodyTells, type Rests } from './rests.ts';
import { type SharedStore, scripts } from './shared-store.ts';
import { createLocalWindows, type Windows } from './windows.ts';

/** Counts that hold back whoever asks too often. Several gateways count together where they share a Redis. */
export interface Limits {
  /** `name` tells limits apart; 0 as the count switches one off. */
  limiter(rate: { name: string; count: number; periodMs: number }): Take;
  /** Wrong guesses at something, such as an account: after `freeTries` each try must wait, twice as long each time. */
  guesses(what: { name: string; freeTries?: number }): Guesses;
  /** For limits that are set while they count, and for what may count or not. */
  windows(what: { name: string }): Windows;
  /** What is left alone for a while, as other gateways found out. */
  rests(what: { name: string }): Rests;
}

/** Answers 0 when the key may go on, else how many milliseconds it should wait. */
export type Take = (key: string) => number | Promise<number>;

export interface Guesses {
  waitMs(key: string): number | Promise<number>;
  fail(key: string): void | Promise<void>;
  succeed(key: string): void | Promise<void>;
}

/** Each process for itself. @param now milliseconds of a clock that never goes back, as `Clock.monotonicNow` */
export function createLocalLimits(now: () => number): Limits {
  return {
    limiter: ({ count, periodMs }) => createLimiter({ count, periodMs, now }),
    guesses: ({ freeTries }) => createLoginDelay(now, freeTries),
    windows: () => createLocalWindows(now),
    rests: () => nobodyTells,
  };
}

/** Together, by the clock of the store. While the store is away or slow, each process counts for itself. */
export function createSharedLimits(store: SharedStore, local: Limits): Limits {
  return {
    limiter(rate) {
      if (rate.count === 0) return () => 0;
      const alone = local.limiter(rate);
      const sizes = [String(rate.periodMs / rate.count), String(rate.periodMs)];
      return async (key) => {
        const waitMs = await store.run(scripts.take, keyOf(rate.name, key), sizes);
        return waitMs === undefined ? alone(key) : Number(waitMs);
      };
    },
    guesses(what) {
      const alone = local.guesses(what);
      const free = String(what.freeTries ?? 5);
      return {
        async waitMs(key) {
          const waitMs = await store.run(scripts.guessWait, keyOf(what.name, key), [free]);
          return waitMs === undefined ? alone.waitMs(key) : Number(waitMs);
        },
        async fail(key) {
          await alone.fail(key); // known here too, should the store go away in the middle of an attack
          await store.run(scripts.guessFail, keyOf(what.name, key), []);
        },
        async succeed(key) {
          await alone.succeed(key);
          await store.run(scripts.forget, keyOf(what.name, key), []);
        },
      };
    },
    windows: (what) => sharedWindows(store, what.name, local.windows(what)),
    rests: ({ name }) => createSharedRests(store, keyOf('rests', name)),
  };
}

function sharedWindows(store: SharedStore, name: string, alone: Windows): Windows {
  return {
    async enter(key, count, periodMs) {
      const place = randomText(16);
      const sizes = [String(count), String(periodMs), place];
      const waitMs = await store.run(scripts.enter, keyOf(name, key), sizes);
      if (waitMs === undefined) return alone.enter(key, count, periodMs);
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
