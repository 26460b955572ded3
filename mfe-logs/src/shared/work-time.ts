export type WorkSpeed = 'fast' | 'slow';

/** Rates the duration of a job, in milliseconds: up to a minute fast, above slow. */
export function workSpeed(milliseconds: number): WorkSpeed {
  return milliseconds <= 60_000 ? 'fast' : 'slow';
}

/** Returns milliseconds from submission to end; undefined while the job runs, or when the row lacks a time. */
export function timeSpent(submittedMs: number, finishedMs: number): number | undefined {
  return submittedMs > 0 && finishedMs >= submittedMs ? finishedMs - submittedMs : undefined;
}

/** Returns the percentage of a provider's text such as `57%`; undefined when it is no number. */
export function progressOf(text: string): number | undefined {
  const digits = text.trim().replace(/%$/, '').trim();
  const percent = Number(digits);
  return digits === '' || Number.isNaN(percent) ? undefined : Math.min(Math.max(percent, 0), 100);
}
