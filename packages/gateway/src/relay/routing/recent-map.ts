/**
 * Keeps at least the latest `most` entries and at most twice as many. Two generations, because the oldest key of a
 * `Map` that loses its oldest keys is found behind all of their gaps: 50 µs at 50,000 keys.
 */
export class RecentMap<V, K = string> {
  readonly #most: number;
  #young = new Map<K, V>();
  #old: ReadonlyMap<K, V> = new Map();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: K, value: V): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#most) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
