/** The time, in milliseconds. Tests set their own. */
export interface Clock {
  /** Milliseconds since 1970. May jump when somebody sets the clock of the machine. */
  now(): number;
  /**
   * Milliseconds since an unknown moment. Never goes back, so waits of this process are measured with it: limits, delays
   * and cooldowns. It means nothing to another process or after a restart.
   */
  monotonicNow(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
};
