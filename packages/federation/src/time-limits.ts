/** From the click to a page that tells what happened, in milliseconds: every try of every build fits into this. */
export const GIVES_UP_MS = 8500;

/** The share of the time left that a build may take while others wait behind it. */
const SHARE = 0.6;

/**
 * How long one try may take, in milliseconds. The last build gets all that is left; a build before it leaves the others
 * something, so that three hanging builds take no longer than one.
 */
export function limitOf(elapsedMs: number, waiting: number): number {
  const left = Math.max(0, GIVES_UP_MS - elapsedMs);
  return waiting === 0 ? left : Math.round(left * SHARE);
}
