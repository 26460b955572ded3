/** Ended calls that are in the journal and not yet in the databases, oldest first. */
export class EndingCalls {
  readonly #endedAt = new Map<string, number>();

  get size(): number {
    return this.#endedAt.size;
  }

  /** Milliseconds since the end of the oldest one. */
  get lagMs(): number {
    const [oldest] = this.#endedAt.values();
    return oldest === undefined ? 0 : performance.now() - oldest;
  }

  add(id: string): void {
    this.#endedAt.set(id, performance.now());
  }

  delete(id: string): void {
    this.#endedAt.delete(id);
  }
}
