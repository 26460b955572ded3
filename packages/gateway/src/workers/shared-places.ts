import type { Went } from './duties.ts';

const MAX_KEYS = 100_000;

/** Where calls went lately, as the workers report it: a conversation may come back to another worker. */
export class SharedPlaces {
  readonly #now: () => number;
  /** Oldest first. */
  readonly #places = new Map<number, { channelId: number; until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(went: readonly Went[]): void {
    for (const { key, channelId, lifeMs } of went) {
      this.#places.delete(key);
      this.#places.set(key, { channelId, until: this.#now() + lifeMs });
    }
    for (const key of this.#places.keys()) {
      if (this.#places.size <= MAX_KEYS) break;
      this.#places.delete(key);
    }
  }

  /** Returns the first of the keys that is known. */
  find(keys: readonly number[]): { key: number; channelId: number } | null {
    for (const key of keys) {
      const place = this.#places.get(key);
      if (place && place.until > this.#now()) return { key, channelId: place.channelId };
    }
    return null;
  }
}
