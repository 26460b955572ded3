/** A queue in which requests of a poller wait for one of `size` slots; first come, first served. */
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

/** The state of a channel after its last request. */
interface Health {
  readonly isSlow: boolean;
  /** Failed requests since the last response. */
  readonly failures: number;
}

const PROMPT_PLACES = 24;
const SLOW_PLACES = 8;
/** Responses take far less; a slower request delays others. */
const SLOW_MS = 5_000;
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 120_000;

/**
 * Limits the running requests of a poller: one per channel, 32 in all. Channels whose last request was slow
 * or failed share 8 of these slots, so that silent providers leave 24 to responsive ones.
 */
export class PollSlots {
  readonly #prompt = new Lane(PROMPT_PLACES);
  readonly #slow = new Lane(SLOW_PLACES);
  readonly #health = new Map<number, Health>();
  readonly #busy = new Set<number>();

  /** Whether a request to the channel runs or waits for a slot. */
  isBusy(channelId: number): boolean {
    return this.#busy.has(channelId);
  }

  /** Runs `work` in a free slot. `work` returns whether the provider responded. */
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

  /** Milliseconds that a channel's tasks wait after its second and later failed requests in a row. */
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
