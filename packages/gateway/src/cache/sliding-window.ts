/** Counts calls by key within a sliding window. */
export interface SlidingWindow {
  /** Takes one of `count` slots, or returns the time until the next one is free. */
  tryAcquire(key: string, count: number, periodMs: number): Entry | Promise<Entry>;
}

/** `waitMs` is 0 when there was a slot. */
export interface Entry {
  readonly waitMs: number;
  /** Removes the call from the count. */
  giveBack(): void;
}

const MAX_KEYS = 50_000;
const nothing = () => {};

/** In the memory of this process. */
export function createLocalSlidingWindow(now: () => number): SlidingWindow {
  const places = new Map<string, number[]>();

  return {
    tryAcquire(key, count, periodMs) {
      const at = now();
      const times = places.get(key) ?? [];
      drop(times, at - periodMs);
      if (times.length >= count) return { waitMs: (times[0] ?? at) + periodMs - at, giveBack: nothing };
      times.push(at);
      if (!places.has(key) && places.size >= MAX_KEYS) forgetIdle(places, at - periodMs);
      places.set(key, times);
      return {
        waitMs: 0,
        giveBack() {
          const place = times.lastIndexOf(at);
          if (place >= 0) times.splice(place, 1);
        },
      };
    },
  };
}

function drop(times: number[], since: number): void {
  let old = 0;
  while (old < times.length && (times[old] as number) <= since) old += 1;
  if (old > 0) times.splice(0, old);
}

function forgetIdle(places: Map<string, number[]>, since: number): void {
  for (const [key, times] of places) if ((times.at(-1) ?? 0) <= since) places.delete(key);
}
