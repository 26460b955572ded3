export type Speed = 'fast' | 'slow' | 'stuck';

/** Rates the duration of a call in seconds: under 101 fast, under 300 slow, from there on stuck. */
export function callSpeed(seconds: number): Speed {
  if (seconds < 101) return 'fast';
  return seconds < 300 ? 'slow' : 'stuck';
}

/** Rates the time to the first token in milliseconds: under 3 s fast, under 10 s slow, from there on stuck. */
export function firstTokenSpeed(milliseconds: number): Speed {
  if (milliseconds < 3000) return 'fast';
  return milliseconds < 10_000 ? 'slow' : 'stuck';
}
