import type { AttemptThrottle, Limits, RateLimiter } from '../cache/limits.ts';
import type { SlidingWindow } from '../cache/sliding-window.ts';
import type { Count, Guess, ParentDuties, Rest, WorkerChannel } from './duties.ts';
import { SharedCounts } from './shared-counts.ts';
import { SharedPlaces } from './shared-places.ts';
import { SharedTakings } from './shared-takings.ts';

type LimitDuties = Omit<ParentDuties, 'apply' | 'changed' | 'metrics' | 'ready' | 'leaving'>;

/** The parent's side of the limits that workers share. */
export interface SharedLimits {
  /** Adds a worker. Returns what the parent does for it. */
  join(worker: WorkerChannel): LimitDuties;
  /** Forgets what an ended worker had open. */
  leave(worker: WorkerChannel): void;
}

/** Slots that may still be given back: a call lasts an hour at most, and these are few bytes each. */
const MAX_PLACES = 100_000;

/** @param now milliseconds of a clock that never goes back */
export function createSharedLimits(local: Limits, now: () => number): SharedLimits {
  const workers = new Set<WorkerChannel>();
  const limiters = new Map<string, RateLimiter>();
  const throttles = new Map<string, AttemptThrottle>();
  const windows = new Map<string, SlidingWindow>();
  const slots = new Map<number, () => void>();
  const rests = new Map<string, Rest & { until: number }>();
  const takings = new SharedTakings(local.counters);
  const counts = new SharedCounts();
  const places = new SharedPlaces(now);
  let lastSlot = 0;

  const throttleOf = ({ name, freeTries }: Guess) =>
    remembered(throttles, name, () =>
      local.attemptThrottle(freeTries === undefined ? { name } : { name, freeTries }),
    );

  function keepSlot(giveBack: () => void): number {
    lastSlot += 1;
    slots.set(lastSlot, giveBack);
    if (slots.size > MAX_PLACES) slots.delete(slots.keys().next().value as number);
    return lastSlot;
  }

  return {
    join(worker) {
      workers.add(worker);
      counts.join(worker);
      tellRests(worker, rests, now());
      return {
        take: ({ name, count, periodMs, key }) =>
          remembered(limiters, name, () => local.limiter({ name, count, periodMs }))(key),
        async enter({ name, key, count, periodMs }) {
          const window = remembered(windows, name, () => local.windows({ name }));
          const { waitMs, giveBack } = await window.tryAcquire(key, count, periodMs);
          return { waitMs, place: waitMs === 0 ? keepSlot(giveBack) : 0 };
        },
        giveBack(place) {
          slots.get(place)?.();
          slots.delete(place);
        },
        guessWait: (guess) => throttleOf(guess).waitMs(guess.key),
        guessFail: (guess) => throttleOf(guess).fail(guess.key),
        guessSucceed: (guess) => throttleOf(guess).succeed(guess.key),
        ...takings.join(worker),
        rest(rest) {
          rests.set(`${rest.name}:${rest.id}`, { ...rest, until: now() + rest.ms });
          for (const other of workers) if (other !== worker) other.tell('rest', rest);
        },
        count: (changed: readonly Count[]) => counts.change(worker, changed),
        went: (went) => places.add(went),
        findPlace: (keys) => places.find(keys),
      };
    },
    leave(worker) {
      workers.delete(worker);
      takings.leave(worker);
      counts.leave(worker);
    },
  };
}

function tellRests(worker: WorkerChannel, rests: Map<string, Rest & { until: number }>, now: number): void {
  for (const [key, { name, id, until }] of rests)
    if (until > now) worker.tell('rest', { name, id, ms: until - now });
    else rests.delete(key);
}

function remembered<T>(known: Map<string, T>, name: string, create: () => T): T {
  const value = known.get(name) ?? create();
  known.set(name, value);
  return value;
}
