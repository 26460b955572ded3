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

/** From today's midnight to one hour ahead: what is ordered while somebody looks belongs to it. */
export function today(now: Date): TimeRange {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return { start: toSeconds(midnight), end: toSeconds(now) + HOUR };
}

/** The range of the address bar, else the default one. */
export function readRange(time: string, fallback: TimeRange): TimeRange {
  const range = rangeFromText(time);
  return range ? { start: range[0], end: range[1] } : fallback;
}

export type WorkSpeed = 'fast' | 'slow';

/** Judges how long work took, in milliseconds: up to a minute fast, above slow. */
export function workSpeed(milliseconds: number): WorkSpeed {
  return milliseconds <= 60_000 ? 'fast' : 'slow';
}

/** Milliseconds from the order to the end; undefined while it runs, or when the row does not say. */
export function timeSpent(submittedMs: number, finishedMs: number): number | undefined {
  return submittedMs > 0 && finishedMs >= submittedMs ? finishedMs - submittedMs : undefined;
}

/** The share in percent that a provider's text such as `57%` says; undefined when it is no number. */
export function progressOf(text: string): number | undefined {
  const digits = text.trim().replace(/%$/, '').trim();
  const percent = Number(digits);
  return digits === '' || Number.isNaN(percent) ? undefined : Math.min(Math.max(percent, 0), 100);
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
