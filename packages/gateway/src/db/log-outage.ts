import { findDatabaseGone, LogDatabaseGoneError } from '../core/database-gone.ts';

/** Writes must fail for this long before the log database counts as away. Shorter failures are retried. */
const GRACE_MS = 2_000;

/**
 * Whether a separate log database is away. During an outage no rows are written to it, and on a server no
 * reads run. `cli/log-database.ts` retries until it is back.
 */
export class LogOutage {
  readonly #isServer: boolean;
  readonly #listeners: ((isAway: boolean, error: unknown) => void)[] = [];
  #error: unknown;
  #isAway = false;
  #failingSince: number | undefined;

  constructor({ isServer }: { isServer: boolean }) {
    this.#isServer = isServer;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  begin(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    this.#error = error;
    for (const listener of this.#listeners) listener(true, error);
  }

  end(): void {
    this.#failingSince = undefined;
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#error = undefined;
    for (const listener of this.#listeners) listener(false, undefined);
  }

  /** Records that a write failed. The outage begins when all writes of the last two seconds failed. */
  recordFailure(error: unknown, now = performance.now()): void {
    this.#failingSince ??= now;
    if (now - this.#failingSince >= GRACE_MS) this.begin(error);
  }

  recordSuccess(): void {
    this.#failingSince = undefined;
  }

  /**
   * A full disk can still be read, a server that does not answer cannot.
   *
   * @throws {LogDatabaseGoneError} at once, so that no caller waits for such a server
   */
  assertReadable(): void {
    if (!this.#isAway || !this.#isServer) return;
    const gone = findDatabaseGone(this.#error);
    if (gone) throw new LogDatabaseGoneError(gone.code, gone);
  }

  /** Calls `listener` whenever an outage begins or ends. */
  onChange(listener: (isAway: boolean, error: unknown) => void): void {
    this.#listeners.push(listener);
  }
}
