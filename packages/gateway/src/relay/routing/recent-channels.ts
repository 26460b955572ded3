import { RecentMap } from './recent-map.ts';

const MOST_KEYS = 25_000;
const WINDOW_MS = 60_000;
/** Above it the calls are no conversation but work that all channels should share. */
const MOST_USES = 60;

interface Entry {
  readonly channelId: number;
  readonly until: number;
  readonly windowEnd: number;
  readonly uses: number;
}

/** The channels that served the latest prompts, for as long as their providers keep them in a cache. */
export class RecentChannels {
  readonly #now: () => number;
  readonly #entries = new RecentMap<Entry, number>(MOST_KEYS);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the channel; `busy` when too many calls with this key went there within a minute. */
  find(key: number): number | 'busy' | undefined {
    const entry = this.#entries.get(key);
    const now = this.#now();
    if (!entry || entry.until <= now) return undefined;
    return entry.windowEnd > now && entry.uses >= MOST_USES ? 'busy' : entry.channelId;
  }

  remember(key: number, channelId: number, lifeMs: number): void {
    const now = this.#now();
    const before = this.#entries.get(key);
    const continues = before !== undefined && before.windowEnd > now;
    this.#entries.set(key, {
      channelId,
      until: now + lifeMs,
      windowEnd: continues ? before.windowEnd : now + WINDOW_MS,
      uses: continues ? before.uses + 1 : 1,
    });
  }
}
