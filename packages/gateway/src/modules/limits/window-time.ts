import { rollingHoursOf } from '@tollgate/contract';

/** The window of a limit at one moment. Seconds since 1970. */
export interface WindowTime {
  /** 0 for windows without a beginning: forever, and rolling ones. */
  readonly startsAt: number;
  /** The first second that no longer belongs to it; 0: never. */
  readonly resetsAt: number;
  /** The length of a rolling window in seconds; 0 for all others. */
  readonly period: number;
}

const HOUR = 3600;
const MS = 1000;
const DAY_MS = 86_400_000;
const FOREVER: WindowTime = { startsAt: 0, resetsAt: 0, period: 0 };

/**
 * Returns the window that a moment belongs to. Days, weeks and months begin at midnight of the time zone, weeks
 * on Monday. Where the clock skips midnight, they begin at the first second after it. Where the clock shows
 * midnight twice, the first one counts.
 *
 * @param window a text that `isLimitWindow` accepts
 */
export function windowAt(window: string, timeZone: string, at: number): WindowTime {
  const hours = rollingHoursOf(window);
  if (hours !== undefined) return { startsAt: 0, resetsAt: 0, period: hours * HOUR };
  switch (window) {
    case 'minute':
      return evenly(60, timeZone, at);
    case 'hour':
      return evenly(HOUR, timeZone, at);
    case 'day':
    case 'week':
    case 'month':
      return byCalendar(window, timeZone, at);
    default:
      return FOREVER;
  }
}

function evenly(seconds: number, timeZone: string, at: number): WindowTime {
  const offset = offsetAt(timeZone, at * MS) / MS;
  const startsAt = Math.floor((at + offset) / seconds) * seconds - offset;
  return { startsAt, resetsAt: startsAt + seconds, period: 0 };
}

function byCalendar(window: 'day' | 'week' | 'month', timeZone: string, at: number): WindowTime {
  const local = new Date(at * MS + offsetAt(timeZone, at * MS));
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const begin = (first: number, monthsLater: number) =>
    startOfDay(timeZone, Date.UTC(year, month + monthsLater, first));
  if (window === 'month') return { startsAt: begin(1, 0), resetsAt: begin(1, 1), period: 0 };
  const sinceMonday = window === 'week' ? (local.getUTCDay() + 6) % 7 : 0;
  const length = window === 'week' ? 7 : 1;
  return { startsAt: begin(day - sinceMonday, 0), resetsAt: begin(day - sinceMonday + length, 0), period: 0 };
}

/** @param midnight of the local date, as if the time zone were UTC, in milliseconds */
function startOfDay(timeZone: string, midnight: number): number {
  const before = offsetAt(timeZone, midnight - DAY_MS);
  const after = offsetAt(timeZone, midnight + DAY_MS);
  const candidates = [midnight - Math.max(before, after), midnight - Math.min(before, after)];
  const exact = candidates.find((moment) => moment + offsetAt(timeZone, moment) === midnight);
  // Without midnight, the day begins when the clock jumps: that is midnight by the old offset.
  return Math.floor((exact ?? midnight - before) / MS);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a time zone is ahead of UTC, in milliseconds. */
function offsetAt(timeZone: string, moment: number): number {
  if (timeZone === 'UTC') return 0;
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return local - Math.floor(moment / MS) * MS;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
