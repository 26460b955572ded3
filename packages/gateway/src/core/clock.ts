/** Time in milliseconds. Tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. May jump when the machine's clock is set. */
  now(): number;
  /**
   * Milliseconds since an unknown moment. Never goes back, so limits, delays and cooldowns of this process
   * use it. It means nothing to another process or after a restart.
   */
  monotonicNow(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
};
