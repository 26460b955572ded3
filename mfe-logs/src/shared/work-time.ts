import { rangeFromText } from '@tollgate/ui/data';

/** From and to, in unix seconds. */
export interface TimeRange {
  start: number;
  end: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** From 30 days ago to one hour ahead. */
export function lastMonth(now: Date): TimeRange {
  const seconds = toSeconds(now);
  return { start: seconds - 30 * DAY, end: seconds + HOUR };
}

/** From today's midnight to one hour ahead, so that new jobs are included. */
export function today(now: Date): TimeRange {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return { start: toSeconds(midnight), end: toSeconds(now) + HOUR };
}

/** Returns the range of the URL, else the default one. */
export function readRange(time: string, fallback: TimeRange): TimeRange {
  const range = rangeFromText(time);
  return range ? { start: range[0], end: range[1] } : fallback;
}

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

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
