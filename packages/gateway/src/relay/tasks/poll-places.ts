/** Where the requests of a poller wait until one of `size` places is free; first come, first served. */
class Lane {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  async enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** How the last request to a channel went. */
interface Health {
  readonly isSlow: boolean;
  /** Requests without an answer since the last answer. */
  readonly failures: number;
}

const PROMPT_PLACES = 24;
const SLOW_PLACES = 8;
/** Answers take far less; a request that takes longer keeps others waiting. */
const SLOW_MS = 5_000;
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 120_000;

/**
 * Bounds the requests that a poller has running: one per channel, 32 in all. Channels whose last request was slow or
 * without an answer share 8 of these places, so that silent providers leave the other 24 to those that answer.
 */
export class PollPlaces {
  readonly #prompt = new Lane(PROMPT_PLACES);
  readonly #slow = new Lane(SLOW_PLACES);
  readonly #health = new Map<number, Health>();
  readonly #busy = new Set<number>();

  /** Whether a request to the channel runs or waits for a place. */
  isBusy(channelId: number): boolean {
    return this.#busy.has(channelId);
  }

  /** Runs `work` when there is a place. `work` returns whether the provider answered. */
  async run(channelId: number, work: () => Promise<boolean>): Promise<void> {
    this.#busy.add(channelId);
    const lane = this.#health.get(channelId)?.isSlow ? this.#slow : this.#prompt;
    await lane.enter();
    const startedAt = performance.now();
    let isAnswered = false;
    try {
      isAnswered = await work();
    } finally {
      lane.leave();
      this.#busy.delete(channelId);
      this.#record(channelId, isAnswered, performance.now() - startedAt);
    }
  }

  /** Milliseconds that the tasks of a channel wait after its second and later requests in a row without an answer. */
  pauseMs(channelId: number): number {
    const failures = this.#health.get(channelId)?.failures ?? 0;
    return failures < 2 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 2), LONGEST_PAUSE_MS);
  }

  #record(channelId: number, isAnswered: boolean, tookMs: number): void {
    const isSlow = !isAnswered || tookMs > SLOW_MS;
    const failures = isAnswered ? 0 : (this.#health.get(channelId)?.failures ?? 0) + 1;
    if (isSlow) this.#health.set(channelId, { isSlow, failures });
    else this.#health.delete(channelId);
  }
}
