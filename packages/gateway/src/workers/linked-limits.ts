import type { Cooldowns } from '../cache/cooldowns.ts';
import type { Counts } from '../cache/counts.ts';
import type { Limits } from '../cache/limits.ts';
import type { RecentPlaces } from '../cache/recent-places.ts';
import type { Count, ParentChannel, Rest, Went, WorkerDuties } from './duties.ts';

/** How long changes are gathered: a count or a place that is a moment old is good enough. */
const GATHER_MS = 10;

/**
 * Limits that the workers of one gateway share, kept by their parent.
 * @param now milliseconds of a clock that never goes back
 */
export function createLinkedLimits(parent: ParentChannel, now: () => number) {
  const ends = new Map<string, number>();
  const elsewhere = new Map<string, number>();
  const counts = gather<string, Count>((changed) => parent.tell('count', changed));
  const places = gather<number, Went>((went) => parent.tell('went', went));

  const limits: Limits = {
    counters: {
      async take(rules) {
        const { taking, ...taken } = await parent.ask('takeCounts', rules);
        let isOver = taking === 0;
        const end = (isCancelled: boolean) => () => {
          if (!isOver) parent.tell('endCounts', { taking, isCancelled });
          isOver = true;
        };
        return { ...taken, release: end(false), cancel: end(true) };
      },
      read: (rules) => parent.ask('readCounts', rules),
    },
    limiter: ({ name, count, periodMs }) =>
      count === 0 ? () => 0 : (key) => parent.ask('take', { name, key, count, periodMs }),
    attemptThrottle: ({ name, freeTries }) => ({
      waitMs: async (key) => parent.ask('guessWait', { name, key, freeTries }),
      fail: async (key) => void (await parent.ask('guessFail', { name, key, freeTries })),
      succeed: async (key) => void (await parent.ask('guessSucceed', { name, key, freeTries })),
    }),
    windows: ({ name }) => ({
      async tryAcquire(key, count, periodMs) {
        const { waitMs, place } = await parent.ask('enter', { name, key, count, periodMs });
        return { waitMs, giveBack: () => parent.tell('giveBack', place) };
      },
    }),
    cooldowns: ({ name }): Cooldowns => ({
      publish: (id, ms) => parent.tell('rest', { name, id, ms }),
      isResting: (id) => ends.size > 0 && (ends.get(`${name}:${id}`) ?? 0) > now(),
    }),
    counts: ({ name, most }): Counts => ({
      publish: (key, count) => counts.add(`${name}:${key}`, { name, key, count, most }),
      others: (key) => (elsewhere.size > 0 ? (elsewhere.get(`${name}:${key}`) ?? 0) : 0),
    }),
    places: (): RecentPlaces => ({
      publish: (key, channelId, lifeMs) => places.add(key, { key, channelId, lifeMs }),
      find: async (keys) => (await parent.ask('findPlace', keys)) ?? undefined,
    }),
  };

  const duties: Pick<WorkerDuties, 'rest' | 'count'> = {
    rest({ name, id, ms }: Rest) {
      if (ms > 0) ends.set(`${name}:${id}`, now() + ms);
      else ends.delete(`${name}:${id}`);
    },
    count(changed) {
      for (const { name, key, count } of changed)
        if (count > 0) elsewhere.set(`${name}:${key}`, count);
        else elsewhere.delete(`${name}:${key}`);
    },
  };
  return { limits, duties };
}

/** Combines changes of the same key, and sends what changed in a while together. */
function gather<K, T>(send: (changed: readonly T[]) => void) {
  const changed = new Map<K, T>();
  const flush = () => {
    send([...changed.values()]);
    changed.clear();
  };
  return {
    add(key: K, value: T): void {
      if (changed.size === 0) setTimeout(flush, GATHER_MS);
      changed.set(key, value);
    },
  };
}
