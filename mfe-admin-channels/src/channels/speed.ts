/** Rating of a channel's last test. */
export type Speed = 'untested' | 'failed' | 'fast' | 'good' | 'slow' | 'very-slow';

/** By response time in milliseconds: up to 1 s, 3 s, 5 s, and above; 0 means failed, or untested before any test. */
export function speedOf(milliseconds: number, testedAt = 0): Speed {
  if (milliseconds <= 0) return testedAt > 0 ? 'failed' : 'untested';
  if (milliseconds <= 1000) return 'fast';
  if (milliseconds <= 3000) return 'good';
  return milliseconds <= 5000 ? 'slow' : 'very-slow';
}
