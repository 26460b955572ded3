import type { ReplyFacts } from './reply-facts.ts';

/** Measures one reply. */
export class ReplyClock {
  requestId = '';
  readonly #startedAt = performance.now();
  #firstMs: number | undefined;

  /** The first word, or the first one of its reasoning. */
  markFirst(): void {
    this.#firstMs ??= performance.now() - this.#startedAt;
  }

  stop(model: string): ReplyFacts {
    const totalMs = performance.now() - this.#startedAt;
    return { model, totalMs, ...(this.#firstMs !== undefined && { firstMs: this.#firstMs }) };
  }
}
