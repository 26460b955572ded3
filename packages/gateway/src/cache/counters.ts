/** Something of which at most `limit` may be in use. */
export interface Count {
  readonly key: string;
  readonly limit: number;
  /**
   * - `window`: counts until `until`, milliseconds since 1970; 0: for ever.
   * - `rolling`: counts what was taken within the last `periodMs`.
   * - `slot`: counts what was taken and not released.
   */
  readonly kind: 'window' | 'rolling' | 'slot';
  readonly until: number;
  readonly periodMs: number;
}

/** The answer to `take`: one of each count, or none and which one is full. */
export interface Taking {
  readonly full?: {
    /** The place of the first full count in the list. */
    readonly index: number;
    readonly used: number;
    /** Milliseconds until a rolling window has room; 0 for the others. */
    readonly waitMs: number;
  };
  /** What is in use of each, with this taking. Empty when one is full. */
  readonly used: readonly number[];
  /** The call has ended: its slots are free again. */
  release(): void;
  /** The call did not begin: nothing of it counts. */
  cancel(): void;
}

/** Counts in several windows and slots at once. Gateways with a common Redis count together. */
export interface Counters {
  take(counts: readonly Count[]): Taking | Promise<Taking>;
  /** What is in use, in the order of the list. */
  read(counts: readonly Count[]): number[] | Promise<number[]>;
}

const MAX_KEYS = 50_000;
const nothing = () => {};

/** In the memory of this process. @param now milliseconds since 1970 */
export function createLocalCounters(now: () => number): Counters {
  const uses = new Uses(now);
  return {
    take(counts) {
      const at = now();
      for (const [index, count] of counts.entries()) {
        const used = uses.of(count);
        if (used < count.limit) continue;
        return {
          full: { index, used, waitMs: uses.waitOf(count) },
          used: [],
          release: nothing,
          cancel: nothing,
        };
      }
      for (const count of counts) uses.add(count, at);
      let isOver = false;
      const once = (end: (count: Count) => void) => () => {
        if (isOver) return;
        isOver = true;
        for (const count of counts) end(count);
      };
      return {
        used: counts.map((count) => uses.of(count)),
        release: once((count) => uses.release(count)),
        cancel: once((count) => uses.cancel(count, at)),
      };
    },
    read: (counts) => counts.map((count) => uses.of(count)),
  };
}

/** What is in use, by key. */
class Uses {
  readonly #now: () => number;
  readonly #windows = new Map<string, { used: number; until: number }>();
  readonly #times = new Map<string, number[]>();
  readonly #slots = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  of({ key, kind, periodMs }: Count): number {
    if (kind === 'slot') return this.#slots.get(key) ?? 0;
    if (kind === 'window') return this.#windows.get(key)?.used ?? 0;
    const times = this.#times.get(key);
    if (!times) return 0;
    const since = this.#now() - periodMs;
    let old = 0;
    while (old < times.length && (times[old] as number) <= since) old += 1;
    if (old > 0) times.splice(0, old);
    if (times.length === 0) this.#times.delete(key);
    return times.length;
  }

  /** Milliseconds until a rolling window has room. */
  waitOf({ key, kind, periodMs }: Count): number {
    const oldest = kind === 'rolling' ? this.#times.get(key)?.[0] : undefined;
    return oldest === undefined ? 0 : oldest + periodMs - this.#now();
  }

  add({ key, kind, until }: Count, at: number): void {
    if (kind === 'slot') {
      this.#slots.set(key, (this.#slots.get(key) ?? 0) + 1);
    } else if (kind === 'window') {
      const window = this.#windows.get(key) ?? { used: 0, until };
      window.used += 1;
      if (this.#windows.size >= MAX_KEYS) forgetEnded(this.#windows, at);
      this.#windows.set(key, window);
    } else {
      const times = this.#times.get(key) ?? [];
      times.push(at);
      this.#times.set(key, times);
    }
  }

  release({ key, kind }: Count): void {
    if (kind !== 'slot') return;
    const used = (this.#slots.get(key) ?? 0) - 1;
    if (used > 0) this.#slots.set(key, used);
    else this.#slots.delete(key);
  }

  cancel(count: Count, at: number): void {
    const window = count.kind === 'window' ? this.#windows.get(count.key) : undefined;
    if (window) window.used -= 1;
    if (count.kind === 'slot') this.release(count);
    if (count.kind !== 'rolling') return;
    const times = this.#times.get(count.key) ?? [];
    const place = times.lastIndexOf(at);
    if (place >= 0) times.splice(place, 1);
  }
}

function forgetEnded(windows: Map<string, { until: number }>, at: number): void {
  for (const [key, { until }] of windows) if (until > 0 && until <= at) windows.delete(key);
}
