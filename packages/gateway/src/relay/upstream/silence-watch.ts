/** An upstream that must not be silent for long. */
export interface Watched {
  /** When data last arrived, by the clock of `performance`. */
  lastDataAt: number;
  giveUp(): void;
}

/** How many times within the allowed silence the watch looks. */
const LOOKS = 20;

/** Gives up silent upstreams, at most a twentieth too late. One timer for all of them instead of one per call. */
class SilenceWatch {
  readonly #ms: number;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  add(watched: Watched): void {
    watched.lastDataAt = performance.now();
    this.#watched.add(watched);
    this.#timer ??= setInterval(this.#look, Math.max(1, this.#ms / LOOKS)).unref();
  }

  delete(watched: Watched): void {
    this.#watched.delete(watched);
  }

  readonly #look = (): void => {
    if (this.#watched.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const latest = performance.now() - this.#ms;
    for (const watched of this.#watched) {
      if (watched.lastDataAt > latest) continue;
      this.#watched.delete(watched);
      watched.giveUp();
    }
  };
}

export type { SilenceWatch };

const watches = new Map<number, SilenceWatch>();

/** Returns the watch for upstreams that may be silent for `ms`. */
export function silenceWatch(ms: number): SilenceWatch {
  const existing = watches.get(ms);
  if (existing) return existing;
  const watch = new SilenceWatch(ms);
  watches.set(ms, watch);
  return watch;
}
