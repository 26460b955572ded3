/** Rating of a channel's last test. */
export type Speed = 'untested' | 'fast' | 'good' | 'slow' | 'very-slow';

/** By response time in milliseconds: up to 1 s, 3 s, 5 s, and above; 0 means untested. */
export function speedOf(milliseconds: number): Speed {
  if (milliseconds <= 0) return 'untested';
  if (milliseconds <= 1000) return 'fast';
  if (milliseconds <= 3000) return 'good';
  return milliseconds <= 5000 ? 'slow' : 'very-slow';
}
