/** From the click to a page that reports the failure, in milliseconds: every try of every build fits into this. */
export const LOAD_TIMEOUT_MS = 8500;

/** The share of the remaining time that a build may take while others wait. */
const SHARE = 0.6;

/**
 * Returns how long one try may take, in milliseconds. The last build gets the remaining time; earlier ones
 * leave some to the others, so that three hanging builds take no longer than one.
 */
export function limitOf(elapsedMs: number, waiting: number): number {
  const left = Math.max(0, LOAD_TIMEOUT_MS - elapsedMs);
  return waiting === 0 ? left : Math.round(left * SHARE);
}
