import type { IncomingHttpHeaders } from 'node:http';
import { jsonLimits } from '../../core/limits.ts';
import { RelayError } from '../errors.ts';

/** How long a refused body counts. */
const WINDOW_MS = 30_000;
/** Users that are remembered at once; the oldest are forgotten. */
const MOST_USERS = 10_000;

/**
 * Counts the large bodies of each user that exceeded the structure limits. To unpack and scan one takes up to
 * 30 ms of CPU. A user who sends many of them is refused before they are read.
 */
export class HeavySenders {
  readonly #allowance: number;
  readonly #now: () => number;
  /** Times of refusals, ordered by the latest. */
  readonly #refusals = new Map<number, number[]>();

  /** @param allowance refused bodies of one user in 30 seconds */
  constructor(allowance: number, now: () => number) {
    this.#allowance = allowance;
    this.#now = now;
  }

  /** @throws {RelayError} 429 for a body that is large or packed, from a user whose bodies were refused too often */
  assertWelcome(userId: number, headers: IncomingHttpHeaders): void {
    const times = this.#refusals.get(userId);
    if (!times || !mayBeLarge(headers)) return;
    const from = this.#now() - WINDOW_MS;
    const recent = times.filter((time) => time > from);
    if (recent.length === 0) this.#refusals.delete(userId);
    if (recent.length < this.#allowance) return;
    const retryAfter = Math.max(1, Math.ceil(((recent[0] ?? from) - from) / 1000));
    throw new RelayError(429, 'bodies_refused', { seconds: retryAfter }, { retryAfter });
  }

  /** Counts the refusal of a body for its structure. */
  record(userId: number, headers: IncomingHttpHeaders, refusal: unknown): void {
    if (!(refusal instanceof RelayError) || !HEAVY.has(refusal.code) || !mayBeLarge(headers)) return;
    const times = this.#refusals.get(userId) ?? [];
    this.#refusals.delete(userId);
    this.#refusals.set(userId, [...times.slice(1 - this.#allowance), this.#now()]);
    const [oldest] = this.#refusals.keys();
    if (this.#refusals.size > MOST_USERS && oldest !== undefined) this.#refusals.delete(oldest);
  }
}

const HEAVY: ReadonlySet<string> = new Set([
  ...['json_too_deep', 'json_too_many_fields', 'json_too_many_members', 'json_too_many_shapes'],
  ...['json_too_many_items', 'json_too_heavy', 'body_too_large'],
]);

/** A body without a stated length may be large. */
function mayBeLarge(headers: IncomingHttpHeaders): boolean {
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return length >= jsonLimits.threadBytes || headers['content-encoding'] !== undefined;
}
