/** How often a full disk is reported while it lasts, in milliseconds. */
const REPEAT_MS = 60_000;
/** After this many milliseconds without a failure the disk has space again: writes are frequent. */
const CALM_MS = 15_000;

/**
 * Decides when the log reports a full disk. Otherwise every failed write would leave a stack trace, hundreds
 * a second.
 */
export class StorageAlarm {
  readonly #onEnd: () => void;
  readonly #now: () => number;
  readonly #calmMs: number;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #failedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `onEnd` is called once when the disk has space again. */
  constructor(onEnd: () => void, { now = () => performance.now(), calmMs = CALM_MS } = {}) {
    this.#onEnd = onEnd;
    this.#now = now;
    this.#calmMs = calmMs;
  }

  /** Records that a write failed for lack of space. Returns whether to log it now. */
  shouldReport(): boolean {
    this.#failedAt = this.#now();
    this.#timer ??= setInterval(this.#endWhenCalm, this.#calmMs / 3).unref();
    if (this.#failedAt - this.#reportedAt < REPEAT_MS) return false;
    this.#reportedAt = this.#failedAt;
    return true;
  }

  readonly #endWhenCalm = (): void => {
    if (this.#now() - this.#failedAt < this.#calmMs) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#reportedAt = Number.NEGATIVE_INFINITY;
    this.#onEnd();
  };
}
